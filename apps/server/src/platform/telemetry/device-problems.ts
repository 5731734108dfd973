import type { StatementClient } from '../storage/statement-thread.ts';
import type { Pool } from 'pg';
import { int4Array, textArray, timestamptzArray } from '../storage/binary-arrays.ts';
import type { Batch, EntryProblem } from './batch.ts';
import { printable } from './reading.ts';

/** Kinds of problems kept for a device, those that occurred last: field names are the device's own. */
const KEPT_PER_DEVICE = 200;
/** Longest field name that is kept, characters. */
const FIELD_LENGTH = 64;

/** What is wrong with messages of a device, counted. */
export interface DeviceProblem {
  /** 'outside': stored and flagged. */
  readonly kind: 'refused' | 'outside';
  readonly field: string;
  /** Of the last message that had it; one English sentence. */
  readonly reason: string;
  readonly count: number;
  /** First and last occurrence, epoch ms. */
  readonly firstTs: number;
  readonly lastTs: number;
  /** Begin of the last message that had it. */
  readonly excerpt: string | null;
}

interface Counted {
  device: number;
  kind: DeviceProblem['kind'];
  field: string;
  pattern: string;
  count: number;
  firstAt: number;
  last: EntryProblem;
}

/** Counts the problems of a batch in its transaction: they are committed before the acknowledgement. */
export function recordProblems(
  client: StatementClient,
  { rejections, flagged }: Pick<Batch, 'rejections' | 'flagged'>,
): Promise<unknown> {
  if (rejections.length + flagged.length === 0) return Promise.resolve();
  const rows = [...counted([...rejections, ...flagged])];
  // Joined with device: a deleted one is left out. Ordered like all writers, against deadlocks.
  const recorded = client.query({
    name: 'ingest-problems',
    text: `insert into device_problem as p
             (device, kind, field, pattern, reason, source, excerpt, count, first_at, last_at)
           select u.device, u.kind, u.field, u.pattern, u.reason, u.source, u.excerpt, u.n, u.first_at, u.last_at
           from unnest($1::int4[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
             $8::int4[], $9::timestamptz[], $10::timestamptz[])
             as u(device, kind, field, pattern, reason, source, excerpt, n, first_at, last_at)
           where exists (select from device d where d.key = u.device)
           order by 1, 2, 3, 4
           on conflict (device, kind, field, pattern) do update set count = p.count + excluded.count,
             reason = excluded.reason, source = excluded.source, excerpt = excluded.excerpt,
             last_at = greatest(p.last_at, excluded.last_at)`,
    values: [
      int4Array(rows.map(({ device }) => device)),
      textArray(rows.map(({ kind }) => kind)),
      textArray(rows.map(({ field }) => field)),
      textArray(rows.map(({ pattern }) => pattern)),
      textArray(rows.map(({ last }) => last.problem.reason)),
      textArray(rows.map(({ last }) => last.entry.source)),
      textArray(rows.map(({ last }) => last.entry.excerpt ?? null)),
      int4Array(rows.map(({ count }) => count)),
      timestamptzArray(rows.map(({ firstAt }) => firstAt)),
      timestamptzArray(rows.map(({ last }) => last.entry.receivedAt)),
    ],
  });
  const trimmed = client.query({
    name: 'ingest-problems-trim',
    text: `delete from device_problem p using (
             select ctid as row, row_number() over (partition by device order by last_at desc, count desc) as place
             from device_problem where device = any($1::int4[])) as ranked
           where p.ctid = ranked.row and ranked.place > $2`,
    values: [int4Array([...new Set(rows.map(({ device }) => device))]), KEPT_PER_DEVICE],
  });
  return Promise.all([recorded, trimmed]);
}

/** One row for each device, kind, field and reason without its numbers. */
function counted(problems: readonly EntryProblem[]): Iterable<Counted> {
  const rows = new Map<string, Counted>();
  for (const one of problems) {
    const { entry, problem } = one;
    const device = entry.device.key;
    const kind = problem.outside ? 'outside' : 'refused';
    const field = printable(problem.field.replaceAll(/\[\d+\]/g, '[]'), FIELD_LENGTH);
    const pattern = problem.reason.replaceAll(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi, '#');
    const name = `${device} ${kind} ${pattern} ${field}`;
    const known = rows.get(name);
    if (known) {
      known.count += 1;
      known.last = one;
    } else {
      rows.set(name, { device, kind, field, pattern, count: 1, firstAt: entry.receivedAt, last: one });
    }
  }
  return rows.values();
}

/** The problems of a device, the latest first. */
export async function problemsOf(pool: Pool, device: number): Promise<DeviceProblem[]> {
  const { rows } = await pool.query<DeviceProblem>(
    `select kind, field, reason, count::float8 as count, excerpt,
       (extract(epoch from first_at) * 1000)::float8 as "firstTs",
       (extract(epoch from last_at) * 1000)::float8 as "lastTs"
     from device_problem where device = $1 order by last_at desc, count desc, field`,
    [device],
  );
  return rows;
}

/** Removes the problems of a device after they were solved. */
export async function forgetProblems(pool: Pool, device: number): Promise<void> {
  await pool.query('delete from device_problem where device = $1', [device]);
}
