import type { Pool } from 'pg';
import type { HistoryRange } from './history-range.ts';

const HOUR_MS = 3_600_000;
/** Shorter ranges are as fast from the readings. */
const MIN_HOURS = 12;

/** The packed readings of one key in an hour. */
export interface PackedHour {
  /** Start of the hour, epoch ms. */
  readonly at: number;
  /** Number of readings. */
  readonly n: number;
  /** Milliseconds after the start, and numbers: int4[] and float8[] in PostgreSQL's binary format, in base64. */
  readonly offsets: string;
  readonly numbers: string;
}

/** Bytes of an array before its first element, and of the length before each. */
const ARRAY_HEADER_BYTES = 20;
const MEMBER_HEAD = 4;

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
  const stale = await pool.query({
    name: 'telemetry-stale',
    text: 'select 1 from ts_stale where device = $1 and hour >= $2 and hour < $3 limit 1',
    values: [device, new Date(from), new Date(to)],
  });
  return stale.rowCount === 0;
}

/**
 * Emits the readings one by one. Writing ten thousand numbers as text and parsing them again would cost more than the
 * rest.
 */
export function unpack(
  { at, n, offsets, numbers }: PackedHour,
  emit: (ts: number, value: number) => void,
): void {
  if (n === 0) return;
  const times = Buffer.from(offsets, 'base64');
  const values = Buffer.from(numbers, 'base64');
  const doubles = new DataView(values.buffer, values.byteOffset, values.byteLength);
  for (let i = 0; i < n; i += 1) {
    emit(
      at + times.readInt32BE(ARRAY_HEADER_BYTES + i * (MEMBER_HEAD + 4) + MEMBER_HEAD),
      doubles.getFloat64(ARRAY_HEADER_BYTES + i * (MEMBER_HEAD + 8) + MEMBER_HEAD),
    );
  }
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
           from ts_packed where device = $1 and key = $4 and at >= $2 and at < $3 order by at`,
    values: [device, new Date(hours.from), new Date(hours.to), key],
  });
  return rows.some(({ others }) => others > 0) ? null : rows;
}
