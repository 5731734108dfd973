import type { Pool } from 'pg';
import type { HistoryRange } from './history-range.ts';

export const HOUR_MS = 3_600_000;
/** Shorter ranges are as fast from the readings. */
const MIN_HOURS = 12;

/** The packed readings of one key in an hour, or in a part of an old day. */
export interface PackedHour {
  /** Start of the hour or day, epoch ms. */
  readonly at: number;
  /** Number of readings. */
  readonly n: number;
  /** Milliseconds after the start, and numbers: int4[] and float8[] in PostgreSQL's binary format, in base64. */
  readonly offsets: string;
  readonly numbers: string;
}

/** Bytes of an array in PostgreSQL's binary format before its dimensions, of each dimension, and of the length before each element. */
const ARRAY_HEADER_BYTES = 12;
const DIMENSION_BYTES = 8;
const LENGTH_BYTES = 4;

/** Whole closed hours of a range, epoch ms; null when there are too few of them. */
export function wholeHours(
  { startTs, endTs }: Pick<HistoryRange, 'startTs' | 'endTs'>,
  rolledUntil: number,
): { from: number; to: number } | null {
  const from = Math.ceil(startTs / HOUR_MS) * HOUR_MS;
  const to = Math.floor(Math.min(endTs, rolledUntil) / HOUR_MS) * HOUR_MS;
  return to - from >= MIN_HOURS * HOUR_MS ? { from, to } : null;
}

/** Whether the packed hours match the readings: none of them changed since. */
export async function isFresh(
  pool: Pool,
  device: number,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const staleHours = await pool.query({
    name: 'telemetry-stale',
    text: 'select 1 from ts_stale where device = $1 and hour >= $2 and hour < $3 limit 1',
    values: [device, new Date(from), new Date(to)],
  });
  return staleHours.rowCount === 0;
}

/**
 * Elements of an array that PostgreSQL sent in its binary format, by their index over all dimensions. Writing ten
 * thousand numbers as text and parsing them again would cost more than the rest.
 */
export class PackedArray {
  readonly #view: DataView;
  readonly #start: number;
  /** Number of elements. */
  readonly length: number;

  /** Of base64. */
  constructor(base64: string) {
    const { buffer, byteOffset, byteLength } = Buffer.from(base64, 'base64');
    this.#view = new DataView(buffer, byteOffset, byteLength);
    const dimensions = this.#view.getInt32(0);
    this.#start = ARRAY_HEADER_BYTES + dimensions * DIMENSION_BYTES + LENGTH_BYTES;
    let length = dimensions > 0 ? 1 : 0;
    for (let i = 0; i < dimensions; i += 1)
      length *= this.#view.getInt32(ARRAY_HEADER_BYTES + i * DIMENSION_BYTES);
    this.length = length;
  }

  int4(index: number): number {
    return this.#view.getInt32(this.#start + index * (LENGTH_BYTES + 4));
  }

  float8(index: number): number {
    return this.#view.getFloat64(this.#start + index * (LENGTH_BYTES + 8));
  }
}

/** Emits the readings one by one. */
export function unpack(
  { at, offsets, numbers }: PackedHour,
  emit: (ts: number, value: number) => void,
): void {
  const times = new PackedArray(offsets);
  const values = new PackedArray(numbers);
  for (let i = 0; i < times.length; i += 1) emit(at + times.int4(i), values.float8(i));
}

/**
 * The packed readings of one key in whole closed hours, oldest first. Null when they are incomplete: an hour is
 * stale, or contains other values than numbers.
 */
export async function packedHistory(
  pool: Pool,
  device: number,
  key: string,
  hours: { from: number; to: number },
): Promise<PackedHour[] | null> {
  // The check for stale hours comes first: later changes are outside this query.
  if (!(await isFresh(pool, device, hours))) return null;
  const { rows } = await pool.query<PackedHour & { others: number }>({
    name: 'telemetry-packed',
    text: `select (extract(epoch from at) * 1000)::float8 as at, others, cardinality(offsets) as n,
             encode(array_send(offsets), 'base64') as offsets, encode(array_send(numbers), 'base64') as numbers
           from ts_packed_between($1, $2, $3, array[$4]) order by at`,
    values: [device, new Date(hours.from), new Date(hours.to), key],
  });
  return rows.some(({ others }) => others > 0) ? null : rows;
}
