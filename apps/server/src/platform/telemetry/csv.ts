import { Buffer } from 'node:buffer';
import type { JsonValue } from '../json-value.ts';
import { ByteWriter, NUMBER_BYTES } from './byte-writer.ts';
import type { MessageRow, PackedMessages } from './messages.ts';
import { HOUR_MS, type PackedArray } from './packed-history.ts';

/** Spreadsheets would take these texts for formulas. */
const FORMULA = /^[=+\-@\t\r]/;
const COMMA = 0x2c;
const COLON = 0x3a;
const POINT = 0x2e;
const Z = 0x5a;
const LINE_END = Buffer.from('\r\n');
/** Bytes of an instant in ISO 8601, of any year. */
const TIME_BYTES = 32;
/** Bytes that are sent together. */
const CHUNK_BYTES = 64 * 1024;

function cell(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** The lines of an export, as bytes: a year of minutes has five million cells. */
class CsvWriter extends ByteWriter {
  readonly #keys: readonly string[];
  /** Hour of the last instant, and its date and hour as bytes. */
  #hour = Number.NaN;
  #hourText: Uint8Array = LINE_END;

  constructor(keys: readonly string[]) {
    super();
    this.#keys = keys;
    this.text(`\uFEFF${['time', ...keys, 'out_of_range'].map(cell).join(',')}\r\n`);
  }

  /** A message of any values. */
  row({ ts, values, outside }: MessageRow): void {
    this.reserve(TIME_BYTES);
    this.#time(ts);
    const flags =
      outside.length === 0 ? '' : cell(outside.filter((key) => this.#keys.includes(key)).join(' '));
    this.text(`,${this.#keys.map((key) => cell(values[key])).join(',')},${flags}\r\n`);
  }

  /** The messages of a packed hour: numbers in their range. */
  hour({ at, columns }: PackedMessages): void {
    const series = columns.map(({ offsets }) => ({ offsets, next: 0, due: dueAt(offsets, 0) }));
    const cells = this.#keys.map((key) => {
      const index = columns.findIndex(({ keys }) => keys.includes(key));
      const [one, column] = [series[index], columns[index]];
      if (!one || !column) return null;
      return { series: one, numbers: column.numbers, start: column.keys.indexOf(key) * one.offsets.length };
    });
    for (;;) {
      let time = Number.POSITIVE_INFINITY;
      for (const { due } of series) if (due < time) time = due;
      if (time === Number.POSITIVE_INFINITY) return;
      this.reserve(TIME_BYTES + (NUMBER_BYTES + 1) * cells.length + 3);
      this.#time(at + time);
      for (const one of cells) {
        this.byte(COMMA);
        if (one?.series.due === time) this.decimal(one.numbers.float8(one.start + one.series.next));
      }
      this.byte(COMMA);
      this.bytes(LINE_END);
      for (const one of series) if (one.due === time) one.due = dueAt(one.offsets, (one.next += 1));
    }
  }

  /** As `Date.toISOString`, which costs more than the rest of a line. */
  #time(ts: number): void {
    const hour = Math.floor(ts / HOUR_MS) * HOUR_MS;
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#hourText = Buffer.from(new Date(hour).toISOString().slice(0, -'00:00.000Z'.length));
    }
    this.bytes(this.#hourText);
    const ms = Math.trunc(ts - hour);
    const seconds = Math.trunc(ms / 1000);
    const minutes = Math.trunc(seconds / 60);
    this.digits(minutes, 2);
    this.byte(COLON);
    this.digits(seconds - minutes * 60, 2);
    this.byte(POINT);
    this.digits(ms - seconds * 1000, 3);
    this.byte(Z);
  }
}

/** Instant of a reading, ms after the start of its hour; infinite behind the last. */
function dueAt(offsets: PackedArray, index: number): number {
  return index < offsets.length ? offsets.int4(index) : Number.POSITIVE_INFINITY;
}

/** RFC 4180 with a byte order mark, so that spreadsheets read Chinese; one message a line, its time in ISO 8601. The last column names the keys whose values lie outside their range. */
export async function* csvLines(
  keys: readonly string[],
  pages: AsyncIterable<readonly MessageRow[] | PackedMessages>,
): AsyncGenerator<Buffer> {
  const writer = new CsvWriter(keys);
  yield writer.take();
  for await (const page of pages) {
    if ('columns' in page) writer.hour(page);
    else for (const row of page) writer.row(row);
    if (writer.length >= CHUNK_BYTES) yield writer.take();
  }
  if (writer.length > 0) yield writer.take();
}
