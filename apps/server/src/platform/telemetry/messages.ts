import type { Pool } from 'pg';
import { platformNow } from '../clock.ts';
import type { JsonValue } from '../json-value.ts';
import type { HistoryRange } from './history-range.ts';
import { HOUR_MS, PackedArray, wholeHours } from './packed-history.ts';
import { readSpans } from './read-spans.ts';

/** Values of one message. */
export interface MessageRow {
  /** Epoch ms. */
  readonly ts: number;
  readonly values: Readonly<Record<string, JsonValue>>;
  /** Keys whose values lie outside their declared range. */
  readonly outside: readonly string[];
}

/** Numbers of some keys at the same instants of an hour. */
interface PackedColumns {
  readonly keys: readonly string[];
  /** Milliseconds after the start of the hour or day. */
  readonly offsets: PackedArray;
  /** The numbers of the first key, of the second … */
  readonly numbers: PackedArray;
}

/** Messages of an hour, or of a part of an old day, whose values are numbers in their range. */
export interface PackedMessages {
  /** What the offsets of its columns count from, epoch ms. */
  readonly at: number;
  readonly columns: readonly PackedColumns[];
}

/** Messages of one page that is read from the readings. */
const PAGE_ROWS = 1_000;
/** Values of one page of packed hours: some ms of work, in which nothing else is answered. */
const PAGE_VALUES = 20_000;
/** Length of the first page, and bounds of those after it. */
const FIRST_PAGE_HOURS = 6;
const MAX_PAGE_HOURS = 240;

/** Pages that the database reads while one is written. */
const PAGES_AHEAD = 2;

interface Span {
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
}

/** An hour of a page, or the part of an old day that lies in it. */
interface PageHour extends PackedMessages {
  readonly columns: PackedColumns[];
  /** Its end, epoch ms. */
  readonly ends: number;
  /** It must be read from the readings: it changed since it was packed, or has other values than numbers in their range. */
  isUnpacked: boolean;
}

interface Page {
  /** Epoch ms. */
  readonly from: number;
  /** In ascending order. */
  readonly hours: readonly PageHour[];
  /** Number of packed values. */
  readonly values: number;
}

interface PageRow {
  readonly at: number;
  readonly ends: number;
  readonly keys: readonly string[];
  readonly offsets: string;
  /** Null without any. */
  readonly numbers: string | null;
  readonly others: number;
}

/** Messages of devices page by page, so that a year of them costs the server no more than a page at a time. */
export class TelemetryMessages {
  readonly #pool: Pool;
  readonly #rolledUntil: () => number;

  /** `rolledUntil`: epoch ms before which packed hours can be used. */
  constructor(pool: Pool, rolledUntil: () => number) {
    this.#pool = pool;
    this.#rolledUntil = rolledUntil;
  }

  /** Messages in the range with one of the keys, oldest first. */
  async *pages(device: number, range: HistoryRange): AsyncGenerator<readonly MessageRow[] | PackedMessages> {
    const { startTs, endTs, keys } = range;
    const span = wholeHours(range, this.#rolledUntil());
    if (!span) {
      yield* this.#read(device, range);
      return;
    }
    yield* this.#read(device, { keys, startTs, endTs: span.from });
    for await (const { from, hours } of this.#packed(device, keys, span)) {
      for (let i = 0; i < hours.length; i += 1) {
        const hour = hours[i];
        if (!hour) continue;
        if (!hour.isUnpacked) {
          yield hour;
          continue;
        }
        // Neighbouring hours that are not packed are read together.
        let end = hour.ends;
        for (let next = hours[i + 1]; next?.at === end && next.isUnpacked; next = hours[i + 1]) {
          end = next.ends;
          i += 1;
        }
        yield* this.#read(device, { keys, startTs: Math.max(hour.at, from), endTs: end });
      }
    }
    yield* this.#read(device, { keys, startTs: Math.max(startTs, span.to), endTs });
  }

  /** Pages of packed hours; the next ones are read by the database while the present one is written. */
  async *#packed(device: number, keys: readonly string[], { from, to }: Span): AsyncGenerator<Page> {
    const ahead: Promise<Page>[] = [];
    let length = FIRST_PAGE_HOURS;
    let at = from;
    for (;;) {
      while (at < to && ahead.length < PAGES_AHEAD) {
        const end = Math.min(at + length * HOUR_MS, to);
        const page = this.#page(device, keys, { from: at, to: end });
        // Nobody waits for it when the export is cut off.
        page.catch(() => undefined);
        ahead.push(page);
        at = end;
      }
      const page = await ahead.shift();
      if (!page) return;
      if (page.values > PAGE_VALUES) length = Math.max(1, Math.floor(length / 2));
      else if (page.values < PAGE_VALUES / 2) length = Math.min(length * 2, MAX_PAGE_HOURS);
      yield page;
    }
  }

  /** Stale hours and packed ones come from one statement, so from one state of the database. */
  async #page(device: number, keys: readonly string[], { from, to }: Span): Promise<Page> {
    const { rows } = await this.#pool.query<{ stale: number[] } & (PageRow | { keys: null })>({
      name: 'telemetry-packed-page',
      text: `select s.hours as stale, p.*
             from (select array(select date_part('epoch', hour) * 1000 from ts_stale
                                where device = $1 and hour >= $2 and hour < $3) as hours) s
             left join (
               select date_part('epoch', at) * 1000 as at, date_part('epoch', ends) * 1000 as ends, array_agg(key) as keys, sum(others)::int as others,
                 encode(array_send(offsets), 'base64') as offsets,
                 encode(array_send(array_agg(numbers) filter (where cardinality(numbers) > 0)), 'base64') as numbers
               from ts_packed_between($1, $2, $3, $4) group by at, ends, offsets
             ) p on true`,
      values: [device, new Date(from), new Date(to), keys],
    });
    const hours = new Map<number, PageHour>();
    const hourAt = (at: number, ends: number): PageHour => {
      let hour = hours.get(at);
      if (!hour) hours.set(at, (hour = { at, ends, columns: [], isUnpacked: false }));
      return hour;
    };
    let values = 0;
    for (const row of rows) {
      if (row.keys === null) continue;
      const hour = hourAt(row.at, row.ends);
      if (row.others > 0) hour.isUnpacked = true;
      if (row.numbers === null) continue;
      const numbers = new PackedArray(row.numbers);
      values += numbers.length;
      hour.columns.push({ keys: row.keys, offsets: new PackedArray(row.offsets), numbers });
    }
    for (const at of rows[0]?.stale ?? []) hourAt(at, at + HOUR_MS).isUnpacked = true;
    return { from, hours: [...hours.values()].sort((one, other) => one.at - other.at), values };
  }

  async *#read(
    device: number,
    { keys, startTs, endTs }: HistoryRange,
  ): AsyncGenerator<readonly MessageRow[]> {
    for (const span of readSpans({ startTs, endTs }, { now: platformNow(), mostDays: 1 }))
      yield* this.#readSpan(device, keys, span);
  }

  async *#readSpan(
    device: number,
    keys: readonly string[],
    { startTs, endTs }: Pick<HistoryRange, 'startTs' | 'endTs'>,
  ): AsyncGenerator<readonly MessageRow[]> {
    let from = startTs;
    while (from < endTs) {
      const { rows } = await this.#pool.query<MessageRow>({
        name: 'telemetry-messages',
        text: `select (extract(epoch from ts) * 1000)::float8 as ts, values,
                 coalesce(array(select jsonb_object_keys(outside)), '{}') as outside
               from ts_readings($1, $2, $3, $4) where jsonb_exists_any(values, $4)
               order by ts limit $5`,
        values: [device, new Date(from), new Date(endTs), keys, PAGE_ROWS],
      });
      yield rows;
      const last = rows.at(-1);
      if (!last || rows.length < PAGE_ROWS) return;
      from = last.ts + 1;
    }
  }
}
