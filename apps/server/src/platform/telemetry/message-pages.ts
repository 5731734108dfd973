import type { Pool } from 'pg';
import { platformNow } from '../clock.ts';
import type { JsonValue } from '../json-value.ts';
import type { HistoryRange } from './history-range.ts';
import { PackedArray } from './packed-history.ts';
import { isOutside } from './queries.ts';
import { readSpans } from './read-spans.ts';

/** Messages of one statement: some ms of evaluation, in which nothing else is answered. */
const PAGE_ROWS = 10_000;
/**
 * Keys that are read as arrays of numbers. The database takes about a microsecond to look a number up and convert it, and
 * the same to write a whole message as JSON: with more keys that is faster.
 */
const COLUMNS_MAX = 2;

/** Messages of a device, oldest first: no object is made for a value. */
export interface MessagePage {
  /** Number of messages. */
  readonly length: number;
  /** Epoch ms. */
  ts(index: number): number;
  /** The value of a key, by its place among those asked for; undefined without one in its declared range. */
  value(column: number, index: number): JsonValue | undefined;
}

/** Range whose messages rules are tried on. */
export interface PageRange extends HistoryRange {
  /** Also messages without any of the keys. */
  readonly everyMessage: boolean;
  /** At most this many messages a page. Default 10,000. */
  readonly pageRows?: number | undefined;
}

/** The messages of a device in the range page by page; `until`: they are all before this instant, epoch ms. */
export async function* messagePages(
  pool: Pool,
  device: number,
  { keys, startTs, endTs, everyMessage, pageRows = PAGE_ROWS }: PageRange,
): AsyncGenerator<{ readonly page: MessagePage; readonly until: number }> {
  let isNumbers = keys.length <= COLUMNS_MAX;
  for (const span of readSpans({ startTs, endTs }, { now: platformNow(), mostDays: 4 })) {
    for (let from = span.startTs; from < span.endTs;) {
      const statement = isNumbers ? numberStatement(keys.length) : JSON_STATEMENT;
      const { rows } = await pool.query<PageRow>({
        ...statement,
        values: [
          device,
          new Date(from),
          new Date(span.endTs),
          keys,
          everyMessage,
          pageRows,
          ...(isNumbers ? keys : []),
        ],
      });
      const [row] = rows;
      if (!row || row.n === 0) break;
      if (row.others > 0) {
        // Texts and booleans among them: from here on whole messages.
        isNumbers = false;
        continue;
      }
      const until = row.n < pageRows ? span.endTs : Math.round(row.last * 1_000) + 1;
      const times = new PackedArray(row.second);
      yield { until, page: isNumbers ? numberPage(times, row, keys.length) : jsonPage(times, row, keys) };
      from = until;
    }
  }
}

interface PageRow {
  readonly n: number;
  /** Values that are no numbers. */
  readonly others: number;
  /** Of the last message, epoch seconds. */
  readonly last: number;
  /** Epoch seconds and numbers, as `array_send` writes them, in base64. */
  readonly second: string;
  readonly c0?: string;
  readonly c1?: string;
  /** Values of the messages, and of those out of their range; null when there are none. */
  readonly messages?: string;
  readonly outside?: string | null;
}

function numberPage(times: PackedArray, { c0, c1 }: PageRow, count: number): MessagePage {
  const columns = [c0, c1].slice(0, count).map((column) => new PackedArray(column ?? ''));
  return {
    length: times.length,
    ts: (index) => Math.round(times.float8(index) * 1_000),
    value(column, index) {
      const number = columns[column]?.float8(index) ?? Number.NaN;
      return Number.isNaN(number) ? undefined : number;
    },
  };
}

function jsonPage(times: PackedArray, row: PageRow, keys: readonly string[]): MessagePage {
  const messages = JSON.parse(row.messages ?? '[]') as Record<string, JsonValue>[];
  const outside = JSON.parse(row.outside ?? '[]') as (object | null)[];
  return {
    length: times.length,
    ts: (index) => Math.round(times.float8(index) * 1_000),
    value(column, index) {
      const message = messages[index];
      const key = keys[column] ?? '';
      const flagged = outside[index];
      if (!message || !Object.hasOwn(message, key) || (flagged && Object.hasOwn(flagged, key)))
        return undefined;
      return message[key];
    },
  };
}

const FROM = `from ts_readings($1, $2, $3, case when not $5::boolean then $4::text[] end) m
  where ($5::boolean or jsonb_exists_any(m.values, $4::text[])) order by m.ts limit $6`;
const TOTALS = `count(*)::int as n, max(second) as last, encode(array_send(array_agg(second)), 'base64') as second`;

const JSON_STATEMENT = {
  name: 'message-pages-json',
  text: `select ${TOTALS}, 0 as others, '[' || string_agg(message, ',') || ']' as messages,
      case when count(outside) > 0 then '[' || string_agg(coalesce(outside, 'null'), ',') || ']' end as outside
    from (select date_part('epoch', m.ts) as second, m.values::text as message, m.outside::text as outside
      ${FROM}) as message`,
};

/** Null marks a value that is no number, NaN one that is missing or out of its range: JSON has no NaN. */
function numberStatement(count: number): { name: string; text: string } {
  const names = ['c0', 'c1'].slice(0, count);
  const columns = names.map((name, n) => {
    const key = `$${n + 7}::text`;
    // Most values are numbers in their range.
    return `, case when jsonb_typeof(m.values -> ${key}) = 'number' and not ${isOutside(key)}
        then (m.values -> ${key})::float8
      when not jsonb_exists(m.values, ${key}) or ${isOutside(key)} then 'NaN'::float8 end as ${name}`;
  });
  const others = names.map((name) => `count(*) - count(${name})`).join(' + ') || '0';
  const arrays = names.map((name) => `, encode(array_send(array_agg(${name})), 'base64') as ${name}`);
  return {
    name: `message-pages-${count}`,
    text: `select ${TOTALS}, (${others})::int as others${arrays.join('')}
      from (select date_part('epoch', m.ts) as second${columns.join('')} ${FROM}) as message`,
  };
}
