import { Buffer } from 'node:buffer';

const ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;
const TEN_MILLION = 10_000_000;
/** Most bytes of {@link ByteWriter.integer} and {@link ByteWriter.decimal}. */
export const NUMBER_BYTES = 32;

/**
 * Writes text and numbers as bytes. All but `text` need room that `reserve` made: of thousands of numbers each is
 * written where it goes, without an object or a text of its own.
 */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(1024);
  #end = 0;

  /** Number of written bytes. */
  get length(): number {
    return this.#end;
  }

  /** Makes room for so many bytes. */
  reserve(length: number): void {
    if (this.#end + length <= this.#bytes.length) return;
    const wider = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#end + length));
    this.#bytes.copy(wider, 0, 0, this.#end);
    this.#bytes = wider;
  }

  /** Appends text as UTF-8. */
  text(text: string): void {
    this.reserve(text.length * 3);
    this.#end += this.#bytes.write(text, this.#end, 'utf8');
  }

  byte(code: number): void {
    this.#bytes[this.#end++] = code;
  }

  bytes(some: Uint8Array): void {
    this.#bytes.set(some, this.#end);
    this.#end += some.length;
  }

  /** A finite number, as `String` writes it. */
  decimal(value: number): void {
    const thousandths = Math.round(value * 1000);
    // Measured numbers have few decimals: their digits are those of an integer.
    if (thousandths / 1000 === value && Math.abs(thousandths) < 2 ** 31) this.#thousandths(thousandths);
    else this.text(String(value));
  }

  integer(value: number): void {
    let rest = value;
    if (rest < 0) {
      this.byte(MINUS);
      rest = -rest;
    }
    // In two parts, because only small integers are divided quickly.
    const high = Math.floor(rest / TEN_MILLION);
    if (high > 0) this.digits(high, 0);
    this.digits(rest - high * TEN_MILLION, high > 0 ? 7 : 0);
  }

  /** A number from 0 to 2³¹ - 1 with leading zeros up to `width` digits. */
  digits(value: number, width: number): void {
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

  /** The written bytes. */
  finish(): Buffer<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#end);
  }

  /** The bytes written since the last call; the next ones go into memory of their own. */
  take(): Buffer<ArrayBuffer> {
    const taken = this.finish();
    this.#bytes = Buffer.allocUnsafe(this.#bytes.length);
    this.#end = 0;
    return taken;
  }

  #thousandths(thousandths: number): void {
    if (thousandths < 0) this.byte(MINUS);
    const all = Math.abs(thousandths);
    const whole = Math.trunc(all / 1000);
    const part = all - whole * 1000;
    this.digits(whole, 0);
    if (part === 0) return;
    this.byte(POINT);
    if (part % 100 === 0) this.digits(part / 100, 1);
    else if (part % 10 === 0) this.digits(part / 10, 2);
    else this.digits(part, 3);
  }
}
