import { Buffer } from 'node:buffer';

const TS = Buffer.from('{"ts":');
const VALUE = Buffer.from(',"value":');
const COMMA = 0x2c;
const CLOSE = 0x7d;
const ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;
/** More bytes than an instant with its punctuation and the longest number of PostgreSQL need. */
const ROOM = 80;
const TEN_MILLION = 10_000_000;

/**
 * Writes JSON as bytes, mainly series of `{"ts":…,"value":…}`. A week of one key has ten thousand values that the
 * server does not examine: making objects or texts of them would cost more than the rest of the call.
 */
export class JsonWriter {
  #bytes = Buffer.allocUnsafe(1024);
  #end = 0;
  /** Whether the next value of the series is its first. */
  #first = true;

  /** Appends text as it is. */
  text(json: string): void {
    this.#reserve(json.length * 3);
    this.#end += this.#bytes.write(json, this.#end, 'utf8');
  }

  /** Begins a series of about this many values. */
  open(expected: number): void {
    this.#reserve(expected * 40);
    this.text('[');
    this.#first = true;
  }

  close(): void {
    this.text(']');
  }

  /** Appends one value as JSON text. */
  value(ts: number, json: string): void {
    this.#begin(ts);
    this.text(json);
    this.text('}');
  }

  /** Appends one number. */
  number(ts: number, value: number): void {
    this.#begin(ts);
    const thousandths = Math.round(value * 1000);
    // Measured numbers have few decimals: their digits are those of an integer.
    if (thousandths / 1000 === value && Math.abs(thousandths) < 2 ** 31) this.#decimal(thousandths);
    else this.text(JSON.stringify(value));
    this.#bytes[this.#end++] = CLOSE;
  }

  /** The written bytes. */
  finish(): Buffer<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#end);
  }

  #begin(ts: number): void {
    this.#reserve(ROOM);
    if (this.#first) this.#first = false;
    else this.#bytes[this.#end++] = COMMA;
    this.#bytes.set(TS, this.#end);
    this.#end += TS.length;
    this.#integer(ts);
    this.#bytes.set(VALUE, this.#end);
    this.#end += VALUE.length;
  }

  #decimal(thousandths: number): void {
    if (thousandths < 0) this.#bytes[this.#end++] = MINUS;
    const all = Math.abs(thousandths);
    const whole = Math.trunc(all / 1000);
    const part = all - whole * 1000;
    this.#digits(whole, 0);
    if (part === 0) return;
    this.#bytes[this.#end++] = POINT;
    if (part % 100 === 0) this.#digits(part / 100, 1);
    else if (part % 10 === 0) this.#digits(part / 10, 2);
    else this.#digits(part, 3);
  }

  #integer(value: number): void {
    let rest = value;
    if (rest < 0) {
      this.#bytes[this.#end++] = MINUS;
      rest = -rest;
    }
    // In two parts, because only small integers are divided quickly.
    const high = Math.floor(rest / TEN_MILLION);
    if (high > 0) this.#digits(high, 0);
    this.#digits(rest - high * TEN_MILLION, high > 0 ? 7 : 0);
  }

  /** A number below 2³¹ with leading zeros up to `width` digits. */
  #digits(value: number, width: number): void {
    let count = 1;
    for (let bound = 10; bound <= value; bound *= 10) count += 1;
    if (count < width) count = width;
    let rest = value | 0;
    for (let place = this.#end + count - 1; place >= this.#end; place -= 1) {
      const next = (rest / 10) | 0;
      this.#bytes[place] = ZERO + rest - next * 10;
      rest = next;
    }
    this.#end += count;
  }

  #reserve(length: number): void {
    if (this.#end + length <= this.#bytes.length) return;
    const wider = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#end + length));
    this.#bytes.copy(wider, 0, 0, this.#end);
    this.#bytes = wider;
  }
}
