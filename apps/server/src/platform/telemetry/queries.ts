import { MAX_HISTORY_LIMIT } from '@farm3d/api';
import type { Pool } from 'pg';
import { platformNow } from '../clock.ts';
import type { JsonValue } from '../json-value.ts';
import type { DeviceReadings } from './device-readings.ts';
import type { HistoryRange } from './history-range.ts';
import { packedHistory, unpack, wholeHours, type PackedHour } from './packed-history.ts';
import type { JsonWriter } from './json-writer.ts';
import { readSpans } from './read-spans.ts';

/** A value at an instant (epoch ms), in its wire form. */
export interface TimedValue {
  readonly ts: number;
  readonly value: JsonValue;
  /** The value lies outside the range that the product model declared when it came. */
  readonly outside?: true;
}

/** A row with the flag of its value, in its wire form. */
function timedValue({
  ts,
  value,
  outside,
}: {
  ts: number;
  value: JsonValue;
  outside: boolean | null;
}): TimedValue {
  return outside ? { ts, value, outside } : { ts, value };
}

/** Whether the value of a key in a message `m` is flagged. */
export const isOutside = (key: string): string =>
  `(m.outside is not null and jsonb_exists(m.outside, ${key}))`;

export type ByKey<T> = Record<string, T[]>;

export interface HistoryOptions {
  readonly limit: number;
  readonly order: 'ASC' | 'DESC';
}

/** Readings of one key, oldest first; the middle part is packed. */
interface Line {
  readonly before: readonly TimedValue[];
  readonly packed: readonly PackedHour[];
  readonly after: readonly TimedValue[];
}

const limitOf = ({ limit }: Pick<HistoryOptions, 'limit'>): number =>
  Math.min(Math.max(1, limit), MAX_HISTORY_LIMIT);

/** The first values up to the limit, in the requested order. */
function limited({ before, packed, after }: Line, options: HistoryOptions): TimedValue[] {
  const line = [...before];
  for (const hour of packed) unpack(hour, (ts, value) => line.push({ ts, value }));
  line.push(...after);
  return (options.order === 'DESC' ? line.reverse() : line).slice(0, limitOf(options));
}

function write(writer: JsonWriter, line: Line, options: HistoryOptions): void {
  const { before, packed, after } = line;
  const count = packed.reduce((sum, { n }) => sum + n, before.length + after.length);
  const one = ({ ts, value, outside }: TimedValue): void =>
    writer.value(ts, JSON.stringify(value), outside ? ',"outside":true' : '');
  writer.open(Math.min(count, MAX_HISTORY_LIMIT));
  // Descending, or above the limit: one by one.
  if (options.order === 'DESC' || count > limitOf(options)) limited(line, options).forEach(one);
  else {
    before.forEach(one);
    for (const hour of packed) unpack(hour, (ts, value) => writer.number(ts, value));
    after.forEach(one);
  }
  writer.close();
}

/** Number of the latest commit, 0 when there is none. A restored backup of an earlier version has no row of its own for it. */
export const LAST_COMMIT_SQL = `select coalesce((select seq from last_commit), (select max(seq) from ts_newest), 0)::float8 as seq`;

/** Reads committed telemetry. Devices are given by their short key; the caller has checked the right to it. */
export class TelemetryQueries {
  readonly #pool: Pool;

  readonly #rolledUntil: () => number;

  /** `rolledUntil`: epoch ms before which packed hours can be used. Default: never. */
  constructor(pool: Pool, rolledUntil: () => number = () => Number.NEGATIVE_INFINITY) {
    this.#pool = pool;
    this.#rolledUntil = rolledUntil;
  }

  /**
   * The latest value of each key (all keys when none are named), as `{identify: [{ts, value}]}`; of a page those behind
   * `after`, at most `limit`.
   */
  async latest(
    device: number,
    keys?: readonly string[],
    { after, limit }: { after?: string | undefined; limit?: number | undefined } = {},
  ): Promise<ByKey<TimedValue>> {
    const { rows } = await this.#pool.query<{ key: string; ts: number; value: JsonValue; outside: boolean }>({
      name: 'telemetry-latest',
      text: `select key, (extract(epoch from ts) * 1000)::float8 as ts, value, outside from ts_latest
             where device = $1 and ($2::text[] is null or key = any($2)) and ($3::text is null or key > $3)
             order by key limit $4`,
      values: [device, keys ?? null, after ?? null, limit ?? null],
    });
    return Object.fromEntries(rows.map((row) => [row.key, [timedValue(row)]]));
  }

  /** Latest values of these devices that commits after `seq` wrote, for a client that resumes. */
  async changedSince(
    devices: readonly number[],
    seq: number,
  ): Promise<(DeviceReadings & { readonly seq: number })[]> {
    const { rows } = await this.#pool.query<DeviceReadings & { readonly seq: number }>({
      name: 'telemetry-changed-since',
      text: `select device, (extract(epoch from ts) * 1000)::float8 as ts, seq::float8 as seq,
               json_object_agg(key, value order by key) as values,
               coalesce(array_agg(key) filter (where outside), '{}') as outside
             from ts_latest where device = any($1::int[]) and seq > $2
             group by device, ts, seq order by device, ts, seq`,
      values: [devices, seq],
    });
    return rows;
  }

  /** Number of the latest commit (0 when there is none): the cursor of a client that starts now. */
  async currentSeq(): Promise<number> {
    const { rows } = await this.#pool.query<{ seq: number }>(LAST_COMMIT_SQL);
    return rows[0]?.seq ?? 0;
  }

  /**
   * Values of each key in the range. `order` ASC begins with the oldest, DESC with the newest; at
   * most `limit` (1 … MAX_HISTORY_LIMIT) values a key.
   */
  async history(device: number, range: HistoryRange, options: HistoryOptions): Promise<ByKey<TimedValue>> {
    const result = new Map<string, TimedValue[]>();
    for (const key of new Set(range.keys)) {
      result.set(key, limited(await this.#line(device, key, range, options), options));
    }
    return Object.fromEntries(result);
  }

  /** As `history`, written as JSON. */
  async writeHistory(
    writer: JsonWriter,
    device: number,
    range: HistoryRange,
    options: HistoryOptions,
  ): Promise<void> {
    let mark = '{';
    for (const key of new Set(range.keys)) {
      const line = await this.#line(device, key, range, options);
      writer.text(`${mark}${JSON.stringify(key)}:`);
      write(writer, line, options);
      mark = ',';
    }
    writer.text(mark === '{' ? '{}' : '}');
  }

  /**
   * Whole hours from packed ones, both ends from the readings; all from the readings where packed hours are missing.
   */
  async #line(device: number, key: string, range: HistoryRange, options: HistoryOptions): Promise<Line> {
    const hours = wholeHours(range, this.#rolledUntil());
    const packed = hours && (await packedHistory(this.#pool, device, key, hours));
    if (hours && packed) {
      const all = { limit: MAX_HISTORY_LIMIT, order: 'ASC' } as const;
      const before = await this.#readings(device, key, { startTs: range.startTs, endTs: hours.from }, all);
      const after = await this.#readings(device, key, { startTs: hours.to, endTs: range.endTs }, all);
      // Above the limit of a query the newest may be missing.
      if (before.length < MAX_HISTORY_LIMIT && after.length < MAX_HISTORY_LIMIT)
        return { before, packed, after };
    }
    const readings = await this.#readings(device, key, range, options);
    return { before: options.order === 'DESC' ? readings.reverse() : readings, packed: [], after: [] };
  }

  async #readings(
    device: number,
    key: string,
    { startTs, endTs }: Pick<HistoryRange, 'startTs' | 'endTs'>,
    { limit, order }: HistoryOptions,
  ): Promise<TimedValue[]> {
    const direction = order === 'DESC' ? 'desc' : 'asc';
    const readings: TimedValue[] = [];
    for (const span of readSpans({ startTs, endTs }, { now: platformNow(), mostDays: 32, order })) {
      const left = limitOf({ limit }) - readings.length;
      if (left === 0) break;
      const { rows } = await this.#pool.query<{ ts: number; value: JsonValue; outside: boolean }>({
        name: `telemetry-history-${direction}`,
        text: `select (extract(epoch from m.ts) * 1000)::float8 as ts, m.values -> $2 as value,
                 ${isOutside('$2')} as outside
               from ts_readings($1, $3, $4, array[$2]) m where jsonb_exists(m.values, $2)
               order by m.ts ${direction} limit $5`,
        values: [device, key, new Date(span.startTs), new Date(span.endTs), left],
      });
      for (const row of rows) readings.push(timedValue(row));
    }
    return readings;
  }

  /** Flagged values of the range, the newest first, and how many there are; all keys when none are named. */
  async outside(
    device: number,
    { keys, startTs, endTs }: HistoryRange,
    limit: number,
  ): Promise<{ items: { key: string; ts: number; value: number }[]; total: number }> {
    const { rows } = await this.#pool.query<{ key: string; ts: number; value: number; total: number }>({
      name: 'telemetry-outside',
      text: `select o.key, (extract(epoch from m.ts) * 1000)::float8 as ts, (m.values ->> o.key)::float8 as value,
               count(*) over ()::float8 as total
             from (
               select ts, values, outside from ts_message
               where device = $1 and ts >= $2 and ts < $3 and outside is not null
               union all
               select t.ts, r.line -> 1, nullif(r.line -> 2, 'null')
               from ts_archive a cross join lateral jsonb_array_elements(a.rest) as r(line)
               cross join lateral (select a.day + (r.line ->> 0)::int * interval '1 millisecond' as ts) t
               where a.device = $1 and a.day > $2 - interval '24 hours' and a.day < $3 and t.ts >= $2 and t.ts < $3
             ) m cross join lateral jsonb_object_keys(m.outside) as o(key)
             where (cardinality($4::text[]) = 0 or o.key = any($4))
             order by m.ts desc, o.key limit $5`,
      values: [device, new Date(startTs), new Date(endTs), keys, limit],
    });
    const items = rows.map(({ key, ts, value }) => ({ key, ts, value }));
    return { items, total: rows[0]?.total ?? 0 };
  }

  /**
   * Instants that the platform gave readings while its time was wrong, the newest first, and how many there are.
   * @param keys only of readings that have one of these; null: of all
   */
  async misdated(
    device: number,
    { keys, startTs, endTs }: { keys: ReadonlySet<string> | null; startTs: number; endTs: number },
    limit: number,
  ): Promise<{ items: { ts: number; aheadMs: number | null }[]; total: number }> {
    const { rows } = await this.#pool.query<{ ts: number; aheadMs: number | null; total: number }>({
      name: 'telemetry-misdated',
      text: `select (extract(epoch from w.ts) * 1000)::float8 as ts, w.ahead_ms::float8 as "aheadMs",
               count(*) over ()::float8 as total
             from ts_misdated w where w.device = $1 and w.ts >= $2 and w.ts < $3
               and ($4::text[] is null or exists (
                 select from ts_readings($1, w.ts, w.ts + interval '1 millisecond', $4) m where jsonb_exists_any(m.values, $4)))
             order by w.ts desc limit $5`,
      values: [device, new Date(startTs), new Date(endTs), keys && [...keys], limit],
    });
    return {
      items: rows.map(({ ts, aheadMs }) => ({ ts, aheadMs })),
      total: rows[0]?.total ?? 0,
    };
  }

  /** Number of stored messages of this device, in a range if given. */
  async count(device: number, range?: { startTs: number; endTs: number }): Promise<number> {
    const { rows } = await this.#pool.query<{ count: number }>({
      name: 'telemetry-count',
      text: `select count(*)::float8 as count
             from ts_readings($1, coalesce($2::timestamptz, '-infinity'), coalesce($3::timestamptz, 'infinity'), '{}')`,
      values: [device, range ? new Date(range.startTs) : null, range ? new Date(range.endTs) : null],
    });
    return rows[0]?.count ?? 0;
  }
}
