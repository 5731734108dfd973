import { hostname } from 'node:os';
import { machineClock, platformNow } from '../clock.ts';
import type { ReleasedClient, StatementClient } from '../storage/statement-thread.ts';
import type { RuleSample } from '../events.ts';
import { int4Array, textArray, timestamptzArray } from '../storage/binary-arrays.ts';
import type { Batch } from './batch.ts';
import type { DeviceReadings } from './device-readings.ts';
import { flagsText, NewestWriter } from './newest.ts';
import { mayBeArchived } from './kept-days.ts';
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
  write(client: StatementClient, batch: Batch): Promise<RuleSample[]>;
}

/** In a cluster: orders the numbers of commits, and announces them; cluster/commit-relay.ts. */
export interface CommitOrder {
  order(client: StatementClient): Promise<unknown>;
  announce(client: StatementClient): Promise<unknown>;
}

/** Gives connections that send statements without waiting for the answers to those before. */
export interface Connections {
  connect(): ReleasedClient;
}

/** The connection of batches that are under way together. */
interface Shared {
  readonly client: ReleasedClient;
  batches: number;
  /** Number of the batch sent last. */
  last: number;
  broken?: Error;
}

/**
 * Writes one batch in one transaction. When `write` resolves, the transaction is on the disk. A batch that is given while
 * another is under way is sent behind it on the same connection, so that the database need not wait for the next; it is
 * refused when the one before it fails.
 */
export class TelemetryStore {
  readonly #connections: Connections;
  readonly #samples: SampleWriter | undefined;
  readonly #cluster: CommitOrder | undefined;
  readonly #newest = new NewestWriter();
  readonly #activityWritten = new Map<number, number>();
  #shared: Shared | undefined;
  #number = 0;

  constructor(connections: Connections, samples?: SampleWriter, cluster?: CommitOrder) {
    this.#connections = connections;
    this.#cluster = cluster;
    this.#samples = samples;
  }

  async write(batch: Batch): Promise<CommitResult> {
    const shared = (this.#shared ??= { client: this.#connections.connect(), batches: 0, last: 0 });
    const before = shared.batches > 0 ? shared.last : 0;
    const own = (shared.last = this.#number += 1);
    shared.batches += 1;
    try {
      return await this.#transact(shared.client, batch, own, before);
    } catch (error) {
      await shared.client.query('rollback').catch((reason: unknown) => {
        shared.broken = reason instanceof Error ? reason : new Error(String(reason));
      });
      throw error;
    } finally {
      shared.batches -= 1;
      if (shared.batches === 0) {
        this.#shared = undefined;
        // A connection that cannot roll back is not reused.
        shared.client.release(shared.broken);
      }
    }
  }

  /**
   * Sends all statements at once: the database executes them in this order, and the answers are read together. After one
   * that fails, it refuses the others and rolls back where it is told to commit.
   * @param before the batch that must have been committed; 0: none is under way
   */
  async #transact(client: StatementClient, batch: Batch, own: number, before: number): Promise<CommitResult> {
    const sent: Promise<unknown>[] = [];
    const send = <T>(answer: Promise<T>): Promise<T> => {
      answer.catch(() => undefined);
      sent.push(answer);
      return answer;
    };
    const statements = () => {
      void send(client.query('begin'));
      if (before > 0) void send(requireBatch(client, before));
      // Other servers write their messages in parallel; from the number on they wait for the commit.
      void send(markStale(client, batch));
      // Most of the newest values are those of a message: its text is written once.
      const texts = new Map<DeviceReadings['values'], string>();
      const textOf = (values: DeviceReadings['values']) => texts.get(values) ?? JSON.stringify(values);
      void send(upsertMessages(client, batch, texts));
      if (machineClock.step) void send(markMisdated(client, batch));
      if (this.#cluster) void send(this.#cluster.order(client));
      const number = send(nextSeq(client, own));
      const latest = send(this.#newest.write(client, batch.latest, textOf));
      const devices = send(this.#updateDevices(client, batch));
      const watched = send(this.#samples?.write(client, batch) ?? Promise.resolve([]));
      if (this.#cluster) void send(this.#cluster.announce(client));
      const refused = send(insertRejections(client, batch.rejections));
      void send(recordProblems(client, batch));
      void send(client.query('commit'));
      return [number, latest, devices, refused, watched] as const;
    };
    let answers: ReturnType<typeof statements>;
    try {
      answers = statements();
    } catch (error) {
      // At once, before another batch is sent: the transaction is open.
      void client.query('rollback').catch(() => undefined);
      throw error;
    }
    // The first failure is the cause: after it every statement is refused.
    await Promise.all(sent);
    const [seq, advanced, activity, rejections, samples] = await Promise.all(answers);
    for (const [device, at] of activity) this.#activityWritten.set(device, at);
    return { seq, advanced, rejections, samples };
  }

  #updateDevices(client: StatementClient, batch: Batch): Promise<Map<number, number>> {
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

/** Divides by zero when the batch before was rolled back, and its number on this connection with it. */
function requireBatch(client: StatementClient, before: number): Promise<unknown> {
  return client.query({
    name: 'ingest-after',
    text: `select 1 / (current_setting('farm3d.batch', true) is not distinct from $1)::int`,
    values: [String(before)],
  });
}

function nextSeq(client: StatementClient, batch: number): Promise<number> {
  const numbered = client.query<{ seq: number }>({
    name: 'ingest-number',
    // A restored backup of an earlier version has no row.
    text: `insert into last_commit (seq) values (nextval('ingest_seq'))
           on conflict (only_one) do update set seq = excluded.seq returning seq::float8 as seq, set_config('farm3d.batch', $1, false)`,
    values: [String(batch)],
  });
  return numbered.then(({ rows }) => rows[0]?.seq ?? 0);
}

/** A reading in a closed hour marks its rollup as stale, in the same transaction; its day is no longer packed. */
function markStale(client: StatementClient, { messages }: Batch): Promise<unknown> {
  const hours = hoursOf(messages);
  const parameters = (of: typeof hours) => [
    int4Array(of.map(({ device }) => device)),
    timestamptzArray(of.map(({ hour }) => hour)),
  ];
  // Shared with other batches; telemetry/rollups.ts closes an hour only between batches.
  const locked = client.query({
    name: 'ingest-begin',
    text: 'select pg_advisory_xact_lock_shared($1)',
    values: [ROLLUP_LOCK_KEY],
  });
  const old = hours.filter(({ hour }) => mayBeArchived(hour, platformNow()));
  const unarchive = () =>
    old.length > 0 &&
    client.query({ name: 'ingest-old', text: 'select ts_unarchive($1, $2)', values: parameters(old) });
  const unarchived = unarchive();
  const marked = client.query({
    name: 'ingest-stale',
    text: `insert into ts_stale (device, hour)
           select u.device, u.hour from unnest($1::int4[], $2::timestamptz[]) as u(device, hour), rollup_state s
           where u.hour < s.closed_until order by 1, 2
           on conflict (device, hour) do update set marks = ts_stale.marks + 1`,
    values: parameters(hours),
  });
  // Again: the marks wait for a transaction that is packing the day.
  return Promise.all([locked, unarchived, marked, unarchive()]);
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

function upsertMessages(
  client: StatementClient,
  { messages }: Batch,
  texts: Map<DeviceReadings['values'], string>,
): Promise<unknown> {
  if (messages.length === 0) return Promise.resolve();
  for (const { values } of messages) texts.set(values, JSON.stringify(values));
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
      textArray(messages.map(({ values }) => texts.get(values) ?? '')),
      textArray(messages.map(({ outside }) => flagsText(outside))),
    ],
  });
}

/** Readings that got their time here, while it may be wrong: a step of the machine's clock waits for its confirmation. */
function markMisdated(client: StatementClient, { entries }: Batch): Promise<unknown> {
  const dated = entries.filter(({ readings, receivedAt }) => readings.some(({ ts }) => ts === receivedAt));
  return client.query({
    name: 'ingest-misdated',
    text: `insert into ts_misdated (device, ts, server)
           select u.device, u.ts, $3 from unnest($1::int4[], $2::timestamptz[]) as u(device, ts) on conflict do nothing`,
    values: [
      int4Array(dated.map(({ device }) => device.key)),
      timestamptzArray(dated.map(({ receivedAt }) => receivedAt)),
      hostname(),
    ],
  });
}
