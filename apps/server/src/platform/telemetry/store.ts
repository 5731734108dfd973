import type { Pool, PoolClient } from 'pg';
import type { RuleSample } from '../events.ts';
import { int4Array, textArray, timestamptzArray } from '../storage/binary-arrays.ts';
import type { Batch } from './batch.ts';
import { withKeys, type DeviceReadings } from './device-readings.ts';
import { ROLLUP_LOCK_KEY } from './rollups.ts';
import { recordProblems } from './device-problems.ts';
import { insertRejections, type RecordedRejection } from './rejections.ts';

/** `device.last_activity_at` is written at most this often a device, milliseconds; the sessions know it exactly. */
const ACTIVITY_WRITE_INTERVAL_MS = 10_000;
const HOUR_MS = 3_600_000;

/** Changes of a commit. */
export interface CommitResult {
  readonly seq: number;
  /** The readings of the batch that became the latest of their device and key. */
  readonly advanced: readonly DeviceReadings[];
  readonly rejections: readonly RecordedRejection[];
  /** The part that rules watch. */
  readonly samples?: readonly RuleSample[];
}

/** Writes the part that rules watch in the same transaction; telemetry/sample-outbox.ts. */
export interface SampleWriter {
  write(client: PoolClient, batch: Batch): Promise<RuleSample[]>;
}

/** In a cluster: orders the numbers of commits, and announces them; cluster/commit-relay.ts. */
export interface CommitOrder {
  order(client: PoolClient): Promise<unknown>;
  announce(client: PoolClient): Promise<unknown>;
}

/** Writes one batch in one transaction. When `write` resolves, the transaction is on the disk. */
export class TelemetryStore {
  readonly #pool: Pool;
  readonly #samples: SampleWriter | undefined;
  readonly #cluster: CommitOrder | undefined;
  readonly #activityWritten = new Map<number, number>();

  /** @param pool of connections with pipelines: openPipelined of storage/database-provider.ts */
  constructor(pool: Pool, samples?: SampleWriter, cluster?: CommitOrder) {
    this.#pool = pool;
    this.#cluster = cluster;
    this.#samples = samples;
  }

  async write(batch: Batch): Promise<CommitResult> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    try {
      // All statements are sent at once: the database executes them in this order, and the answers are read together.
      // After one that fails, it refuses the others and rolls back where it is told to commit. What throws here has not
      // sent its statement: none of these functions is async, so that the commit is not sent either.
      const sent: Promise<unknown>[] = [];
      const send = <T>(answer: Promise<T>): Promise<T> => {
        answer.catch(() => undefined);
        sent.push(answer);
        return answer;
      };
      void send(client.query('begin'));
      // Other servers write their messages in parallel; from the number on they wait for the commit.
      void send(markStale(client, batch));
      void send(upsertMessages(client, batch));
      if (this.#cluster) void send(this.#cluster.order(client));
      const number = send(nextSeq(client));
      const latest = send(upsertLatest(client, batch));
      const devices = send(this.#updateDevices(client, batch));
      const watched = this.#samples && send(this.#samples.write(client, batch));
      if (this.#cluster) void send(this.#cluster.announce(client));
      const refused = send(insertRejections(client, batch.rejections));
      void send(recordProblems(client, batch));
      void send(client.query('commit'));
      // The first failure is the cause: after it every statement is refused.
      await Promise.all(sent);
      const [seq, advanced, activity] = await Promise.all([number, latest, devices]);
      const [rejections, samples = []] = await Promise.all([refused, watched]);
      for (const [device, at] of activity) this.#activityWritten.set(device, at);
      return { seq, advanced, rejections, samples };
    } catch (error) {
      await client.query('rollback').catch((reason: unknown) => {
        broken = reason instanceof Error ? reason : new Error(String(reason));
      });
      throw error;
    } finally {
      // A connection that cannot roll back is not reused.
      client.release(broken);
    }
  }

  #updateDevices(client: PoolClient, batch: Batch): Promise<Map<number, number>> {
    const due = new Map(
      [...batch.activity].filter(
        ([device, at]) => at - (this.#activityWritten.get(device) ?? 0) >= ACTIVITY_WRITE_INTERVAL_MS,
      ),
    );
    const keys = [...new Set([...due.keys(), ...batch.attributes.keys()])].sort((a, b) => a - b);
    if (keys.length === 0) return Promise.resolve(due);
    const updated = client.query({
      name: 'ingest-device',
      text: `update device d
             set last_activity_at = greatest(d.last_activity_at, u.at), attributes = d.attributes || u.attributes::jsonb
             from unnest($1::int4[], $2::timestamptz[], $3::text[]) as u(key, at, attributes) where d.key = u.key`,
      values: [
        int4Array(keys),
        timestamptzArray(keys.map((key) => batch.activity.get(key) ?? 0)),
        textArray(keys.map((key) => JSON.stringify(batch.attributes.get(key) ?? {}))),
      ],
    });
    return updated.then(() => due);
  }
}

function nextSeq(client: PoolClient): Promise<number> {
  const numbered = client.query<{ seq: number }>({
    name: 'ingest-number',
    // A restored backup of an earlier version has no row.
    text: `insert into last_commit (seq) values (nextval('ingest_seq'))
           on conflict (only_one) do update set seq = excluded.seq returning seq::float8 as seq`,
  });
  return numbered.then(({ rows }) => rows[0]?.seq ?? 0);
}

/** A reading in a closed hour marks its rollup as stale, in the same transaction. */
function markStale(client: PoolClient, { messages }: Batch): Promise<unknown> {
  const hours = hoursOf(messages);
  const values = [
    int4Array(hours.map(({ device }) => device)),
    timestamptzArray(hours.map(({ hour }) => hour)),
  ];
  // Shared with other batches; telemetry/rollups.ts closes an hour only between batches.
  const locked = client.query({
    name: 'ingest-begin',
    text: 'select pg_advisory_xact_lock_shared($1)',
    values: [ROLLUP_LOCK_KEY],
  });
  const marked = client.query({
    name: 'ingest-stale',
    text: `insert into ts_stale (device, hour)
           select u.device, u.hour from unnest($1::int4[], $2::timestamptz[]) as u(device, hour), rollup_state s
           where u.hour < s.closed_until order by 1, 2
           on conflict (device, hour) do update set marks = ts_stale.marks + 1`,
    values,
  });
  return Promise.all([locked, marked]);
}

/** The hours of the readings of each device, each once. The messages of a device follow each other. */
function hoursOf(messages: Batch['messages']): { readonly device: number; readonly hour: number }[] {
  const hours: { device: number; hour: number }[] = [];
  const seen = new Set<number>();
  let of: number | undefined;
  for (const { device, ts } of messages) {
    if (device !== of) seen.clear();
    of = device;
    const hour = Math.floor(ts / HOUR_MS) * HOUR_MS;
    if (!seen.has(hour)) hours.push({ device, hour });
    seen.add(hour);
  }
  return hours;
}

function upsertMessages(client: PoolClient, { messages }: Batch): Promise<unknown> {
  if (messages.length === 0) return Promise.resolve();
  return client.query({
    name: 'ingest-messages',
    text: `insert into ts_message as m (device, ts, values, outside)
           select u.device, u.ts, u.values::jsonb, u.outside::jsonb
           from unnest($1::int4[], $2::timestamptz[], $3::text[], $4::text[]) as u(device, ts, values, outside)
           on conflict (device, ts) do update set values = m.values || excluded.values,
             -- A key that is sent again has the flag of its new value.
             outside = case when m.outside is null and excluded.outside is null then null else nullif(
               (coalesce(m.outside, '{}') - array(select jsonb_object_keys(excluded.values)))
               || coalesce(excluded.outside, '{}'), '{}') end`,
    values: [
      int4Array(messages.map((row) => row.device)),
      timestamptzArray(messages.map((row) => row.ts)),
      textArray(messages.map((row) => JSON.stringify(row.values))),
      textArray(
        messages.map(({ outside }) =>
          outside ? JSON.stringify(Object.fromEntries(outside.map((key) => [key, true]))) : null,
        ),
      ),
    ],
  });
}

/** In the transaction that took its number. */
function upsertLatest(client: PoolClient, { latest }: Batch): Promise<readonly DeviceReadings[]> {
  if (latest.length === 0) return Promise.resolve([]);
  const columns = {
    device: [] as number[],
    key: [] as string[],
    ts: [] as number[],
    value: [] as string[],
    outside: [] as (string | null)[],
  };
  for (const { device, ts, values, outside } of latest) {
    for (const key in values) {
      columns.outside.push(outside?.includes(key) ? 'outside' : null);
      columns.device.push(device);
      columns.key.push(key);
      columns.ts.push(ts);
      columns.value.push(JSON.stringify(values[key] ?? null));
    }
  }
  const upserted = client.query<{ n: number; device: number | null; key: string }>({
    name: 'ingest-latest',
    // The keys are named only where some did not advance, which is rare.
    text: `with advanced as (insert into ts_latest as l (device, key, ts, value, outside, seq)
           select u.device, u.key, u.ts, u.value::jsonb, u.outside is not null, (select currval('ingest_seq'))
           from unnest($1::int4[], $2::text[], $3::timestamptz[], $4::text[], $5::text[])
             as u(device, key, ts, value, outside)
           on conflict (device, key) do update
             set ts = excluded.ts, value = excluded.value, outside = excluded.outside, seq = excluded.seq
             where excluded.ts >= l.ts
           returning l.device, l.key)
           select n, device, key from (select count(*)::int as n from advanced) as counted
           left join advanced on n < cardinality($1)`,
    values: [
      int4Array(columns.device),
      textArray(columns.key),
      timestamptzArray(columns.ts),
      textArray(columns.value),
      textArray(columns.outside),
    ],
  });
  return upserted.then(({ rows }) => (rows[0]?.n === columns.key.length ? latest : onlyKeys(latest, rows)));
}

/** The values of `readings` whose device and key are named. */
function onlyKeys(
  readings: readonly DeviceReadings[],
  rows: readonly { readonly device: number | null; readonly key: string }[],
): DeviceReadings[] {
  const named = new Set(rows.map((row) => `${row.device}:${row.key}`));
  return readings.flatMap((row) => {
    const keys = Object.keys(row.values).filter((key) => named.has(`${row.device}:${key}`));
    return keys.length === 0 ? [] : [withKeys(row, keys)];
  });
}
