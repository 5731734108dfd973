import { Buffer } from 'node:buffer';
import { ByteWriter, NUMBER_BYTES } from './byte-writer.ts';

const TS = Buffer.from('{"ts":');
const VALUE = Buffer.from(',"value":');
const COMMA = 0x2c;
const CLOSE = 0x7d;
/** More bytes than an instant with its punctuation and the longest number of PostgreSQL need. */
const ROOM = 16 + 2 * NUMBER_BYTES;

/**
 * Writes JSON as bytes, mainly series of `{"ts":…,"value":…}`. A week of one key has ten thousand values that the
 * server does not examine: making objects or texts of them would cost more than the rest of the call.
 */
export class JsonWriter extends ByteWriter {
  /** Whether the next value of the series is its first. */
  #first = true;

  /** Begins a series of about this many values. */
  open(expected: number): void {
    this.reserve(expected * 40);
    this.text('[');
    this.#first = true;
  }

  close(): void {
    this.text(']');
  }

  /** Appends one value as JSON text, with further members of its object as JSON text. */
  value(ts: number, json: string, members = ''): void {
    this.#begin(ts);
    this.text(json);
    this.text(`${members}}`);
  }

  /** Appends one number. */
  number(ts: number, value: number): void {
    this.#begin(ts);
    this.decimal(value);
    this.byte(CLOSE);
  }

  #begin(ts: number): void {
    this.reserve(ROOM);
    if (this.#first) this.#first = false;
    else this.byte(COMMA);
    this.bytes(TS);
    this.integer(ts);
    this.bytes(VALUE);
  }
}
