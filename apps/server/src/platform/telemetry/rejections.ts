import type { StatementClient } from '../storage/statement-thread.ts';
import type { Pool } from 'pg';
import { int4Array, textArray, timestamptzArray } from '../storage/binary-arrays.ts';
import type { Batch } from './batch.ts';
import { printable } from './reading.ts';

/** Most stored rejections of a device, so that a faulty one does not fill the disk; the count continues. */
const KEPT_PER_DEVICE = 100;

export interface RecordedRejection {
  readonly deviceId: string;
  readonly organisationId: string;
  /** Rejections of this device so far. */
  readonly count: number;
  readonly ts: number;
  readonly reason: string;
  readonly field: string | null;
  /** Every refused part of the batch, each field and reason once. */
  readonly problems: readonly { readonly field: string; readonly reason: string; readonly count: number }[];
}

/** The last refused message of a device. */
export interface LastRejection {
  readonly ts: number;
  readonly reason: string;
  readonly field: string | null;
  readonly excerpt: string | null;
}

/** Records and counts rejections in the transaction of the batch: they are committed before the acknowledgement. */
export function insertRejections(
  client: StatementClient,
  rejections: Batch['rejections'],
): Promise<RecordedRejection[]> {
  if (rejections.length === 0) return Promise.resolve([]);
  const devices = rejections.map(({ entry }) => entry.device.key);
  // Joined with device: a deleted one is left out.
  const inserted = client.query({
    name: 'ingest-rejections',
    text: `insert into device_rejection (device, received_at, source, reason, field, excerpt)
           select u.device, u.at, u.source, u.reason, u.field, u.excerpt
           from unnest($1::int4[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[])
             as u(device, at, source, reason, field, excerpt)
           where exists (select from device d where d.key = u.device)`,
    values: [
      int4Array(devices),
      timestamptzArray(rejections.map(({ entry }) => entry.receivedAt)),
      textArray(rejections.map(({ entry }) => entry.source)),
      textArray(rejections.map(({ problem }) => problem.reason)),
      textArray(rejections.map(({ problem }) => problem.field)),
      textArray(rejections.map(({ entry }) => entry.excerpt ?? null)),
    ],
  });
  const counted = client.query<{ key: number; count: number }>({
    name: 'ingest-rejection-counts',
    text: `update device d set rejected_count = d.rejected_count + u.n
           from (select k, count(*) as n from unnest($1::int4[]) as k group by k) u
           where d.key = u.k returning d.key, d.rejected_count::float8 as count`,
    values: [int4Array(devices)],
  });
  const trimmed = client.query({
    name: 'ingest-rejection-trim',
    text: `delete from device_rejection r using unnest($1::int4[]) as k
           where r.device = k and r.id <= (select id from device_rejection
             where device = k order by id desc offset $2 limit 1)`,
    values: [int4Array([...new Set(devices)]), KEPT_PER_DEVICE],
  });
  return Promise.all([counted, inserted, trimmed]).then(([{ rows }]) => recordedOf(rejections, rows));
}

function recordedOf(
  rejections: Batch['rejections'],
  rows: readonly { readonly key: number; readonly count: number }[],
): RecordedRejection[] {
  const counts = new Map(rows.map((row) => [row.key, row.count]));
  const newest = new Map(rejections.map((rejection) => [rejection.entry.device.key, rejection]));
  return [...newest]
    .filter(([key]) => counts.has(key))
    .map(([key, { entry, problem }]) => ({
      deviceId: entry.device.id,
      organisationId: entry.device.organisationId,
      count: counts.get(key) ?? 0,
      ts: entry.receivedAt,
      reason: problem.reason,
      field: printable(problem.field, 64),
      problems: eachOnce(rejections.filter((one) => one.entry.device.key === key)),
    }));
}

/** Most problems of one event. */
const MOST_IN_EVENT = 50;

function eachOnce(rejections: Batch['rejections']): RecordedRejection['problems'] {
  const once = new Map<string, { field: string; reason: string; count: number }>();
  for (const { problem } of rejections) {
    const field = printable(problem.field, 64);
    const known = once.get(`${field} ${problem.reason}`);
    if (known) known.count += 1;
    else if (once.size < MOST_IN_EVENT)
      once.set(`${field} ${problem.reason}`, { field, reason: problem.reason, count: 1 });
  }
  return [...once.values()];
}

/** The newest rejection of a device, or null. */
export async function lastRejection(pool: Pool, device: number): Promise<LastRejection | null> {
  const { rows } = await pool.query<LastRejection>(
    `select (extract(epoch from received_at) * 1000)::float8 as ts, reason, field, excerpt
     from device_rejection where device = $1 order by id desc limit 1`,
    [device],
  );
  return rows[0] ?? null;
}
