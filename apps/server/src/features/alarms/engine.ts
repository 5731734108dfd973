import type { Pool, PoolClient } from 'pg';
import { platformNow } from '../../platform/clock.ts';
import { writeHistory } from './history.ts';
import { AlarmRepository, alarmToWire, writeAlarms, type AlarmRecord } from './repository.ts';
import type { ServerEvents } from '../../platform/events.ts';
import { isDataError } from '../../platform/storage/data-error.ts';
import type { Logger } from '../../platform/logger.ts';
import { leftSamples } from '../../platform/telemetry/sample-outbox.ts';
import type { RuleSample } from '../../platform/events.ts';
import type { WatchIndex } from '../../platform/telemetry/watches.ts';
import { loadPast } from '../../platform/rules/load-past.ts';
import { inTransaction } from '../../platform/storage/transaction.ts';
import { evaluateSample } from './evaluation.ts';
import { AlarmInstance, type InstanceChange } from './instance.ts';
import { loadRules, type LoadedRules } from './load-rules.ts';
import type { DeviceView } from './instance.ts';

/** Interval of the check for due instances, milliseconds. The time of an alarm is the due time itself. */
const SWEEP_INTERVAL_MS = 250;
/** How long readings that changed nothing may stay in the outbox, ms. */
const DROP_INTERVAL_MS = 100;
/** Pauses between attempts while the database is away, milliseconds: doubled from the first to the last. */
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 2_000;

/** Actions of people on an open alarm. */
export type AlarmAction =
  | { readonly kind: 'acknowledge' | 'clear' }
  | { readonly kind: 'shelve'; readonly minutes: number };

interface DeviceRules {
  readonly view: DeviceView;
  readonly instances: readonly AlarmInstance[];
  readonly unwatch: readonly (() => void)[];
}

/**
 * Evaluates alarm settings on committed readings and by time, one step after the other. The changes of a step are
 * written in one transaction with the removal of the readings that caused it, and emitted after it; so a crash at any
 * instant neither loses an alarm nor raises it twice.
 */
export class AlarmEngine {
  readonly #pool: Pool;
  readonly #alarms: AlarmRepository;
  readonly #watches: WatchIndex;
  readonly #events: ServerEvents;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #fence: ((client: PoolClient) => Promise<void>) | undefined;
  readonly #devices = new Map<number, DeviceRules>();
  readonly #giveUp = new AbortController();
  #work: Promise<unknown> = Promise.resolve();
  #sweeper: NodeJS.Timeout | undefined;
  #sweeping = false;
  /** The last commit whose readings changed nothing and are still in the outbox. */
  #unchanged: number | null = null;
  /** Devices whose rules are to be loaded again, together: an import changes thousands. */
  #toReload = new Set<string>();
  #dropping: NodeJS.Timeout | undefined;
  #off: (() => void)[] = [];

  constructor(options: {
    pool: Pool;
    watches: WatchIndex;
    events: ServerEvents;
    log: Logger;
    now?: () => number;
    /** Called in each transaction: throws when another server may have become the leader. */
    fence?: ((client: PoolClient) => Promise<void>) | undefined;
  }) {
    this.#fence = options.fence;
    this.#pool = options.pool;
    this.#alarms = new AlarmRepository(options.pool);
    this.#watches = options.watches;
    this.#events = options.events;
    this.#log = options.log;
    this.#now = options.now ?? platformNow;
  }

  /** Continues after the last run: first its unevaluated readings, then new ones. */
  async start(): Promise<void> {
    const left = await leftSamples(this.#pool);
    await this.#load(null, left[0]?.seq ?? null);
    for (const { seq, samples } of left) await this.#evaluate(seq, samples);
    this.#off = [
      this.#events.on(
        'sampled',
        ({ seq, samples }) => void this.#enqueue(() => this.#evaluate(seq, samples)),
      ),
      this.#events.on('device-changed', ({ deviceId }) => {
        this.#toReload.add(deviceId);
        if (this.#toReload.size === 1) void this.#enqueue(() => this.#reloadDevices());
      }),
    ];
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_INTERVAL_MS);
    this.#sweeper.unref();
  }

  /** Finishes the step in progress; unevaluated readings wait for the next start. */
  async stop(): Promise<void> {
    clearInterval(this.#sweeper);
    for (const off of this.#off) off();
    const giveUpTimer = setTimeout(() => this.#giveUp.abort(), 5_000);
    await this.#enqueue(() => this.#dropNow()).catch(() => undefined);
    clearTimeout(giveUpTimer);
  }

  /** Changes settings and applies them to these devices (null: all) before anything else is evaluated. */
  async change(devices: readonly number[] | null, save: () => Promise<void>): Promise<void> {
    await this.#enqueue(async () => {
      await save();
      await this.#load(devices, null);
    });
  }

  /** Applies an action to an open alarm. False when there is no open alarm of this id. */
  async act(organisationId: string, alarmId: string, action: AlarmAction, by: string): Promise<boolean> {
    return this.#enqueue(async () => {
      for (const { instances } of this.#devices.values()) {
        for (const instance of instances) {
          const { alarm } = instance;
          if (alarm?.id !== alarmId || alarm.organisationId !== organisationId) continue;
          const at = this.#now();
          const first =
            action.kind === 'shelve'
              ? instance.feed({
                  kind: 'shelve',
                  at,
                  until: action.minutes > 0 ? at + action.minutes * 60_000 : null,
                  by,
                })
              : instance.feed({ kind: action.kind, at, by });
          const then = instance.feed({ kind: 'tick', at });
          await this.#store([instance], [...first.changes, ...then.changes]);
          return true;
        }
      }
      return false;
    });
  }

  /** One step after the other; only the caller of a failed one receives its error. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#work.then(work);
    this.#work = result.catch((error: unknown) => {
      if (!this.#giveUp.signal.aborted) this.#log.error({ err: error }, 'an alarm could not be evaluated');
    });
    // Callers that await it receive the error; of the others it is in the log.
    result.catch(() => undefined);
    return result;
  }

  async #evaluate(seq: number, samples: readonly RuleSample[]): Promise<void> {
    const changed = new Set<AlarmInstance>();
    const changes: InstanceChange[] = [];
    for (const { device, at, values } of samples) {
      const rules = this.#devices.get(device);
      if (!rules) continue;
      evaluateSample(rules, { at, values }, take);
    }
    if (changed.size + changes.length > 0) await this.#store([...changed], changes, seq);
    else this.#drop(seq);

    function take(instance: AlarmInstance, result: ReturnType<AlarmInstance['feed']>): void {
      if (result.changed) changed.add(instance);
      changes.push(...result.changes);
    }
  }

  /**
   * Readings that changed nothing are dropped some commits together: evaluated again after a crash they would change
   * nothing either.
   */
  #drop(seq: number): void {
    this.#unchanged = seq;
    this.#dropping ??= setTimeout(() => void this.#enqueue(() => this.#dropNow()), DROP_INTERVAL_MS);
  }

  async #dropNow(): Promise<void> {
    clearTimeout(this.#dropping);
    this.#dropping = undefined;
    await this.#store([], []);
  }

  #sweep(): void {
    if (this.#sweeping) return;
    const now = this.#now();
    const isDue = [...this.#devices.values()].some(({ instances }) =>
      instances.some((one) => one.due <= now),
    );
    if (!isDue) return;
    this.#sweeping = true;
    void this.#enqueue(() => this.#tick(now))
      .finally(() => (this.#sweeping = false))
      .catch(() => undefined);
  }

  async #tick(now: number): Promise<void> {
    const changed = new Set<AlarmInstance>();
    const changes: InstanceChange[] = [];
    for (const { instances } of this.#devices.values()) {
      for (const instance of instances) {
        // An instance that is due several times (a silence of days) catches up in few steps.
        for (let step = 0; instance.due <= now && step < 8; step += 1) {
          const before = instance.due;
          const result = instance.feed({ kind: 'tick', at: step < 7 ? before : now });
          if (result.changed) changed.add(instance);
          changes.push(...result.changes);
          // Evaluated when due; nothing more follows before the next reading.
          if (instance.due === before) instance.due = now + SWEEP_INTERVAL_MS;
        }
      }
    }
    await this.#store([...changed], changes);
  }

  async #reloadDevices(): Promise<void> {
    const ids = this.#toReload;
    this.#toReload = new Set();
    const { rows } = await this.#pool.query<{ key: number }>('select key from device where id = any($1)', [
      [...ids],
    ]);
    const known = [...this.#devices.values()].filter(({ view }) => ids.has(view.id));
    const keys = new Set([...rows.map(({ key }) => key), ...known.map(({ view }) => view.key)]);
    if (keys.size > 0) await this.#load([...keys], null);
  }

  /** Loads the rules of these devices (null: all); alarms whose rule was removed end now. */
  async #load(devices: readonly number[] | null, beforeSeq: number | null): Promise<void> {
    const loaded = await loadRules(this.#pool, devices, beforeSeq);
    const views = loaded.map(({ view }) => ({ device: view.key, past: view.past }));
    await loadPast(this.#pool, views, this.#now());
    const open = await this.#alarms.open(devices);
    const known = new Map([...this.#devices].map(([key, { view }]) => [key, view]));
    for (const key of devices ?? [...this.#devices.keys()]) this.#forget(key);
    for (const { view } of loaded) {
      // The database may be ahead of the evaluation: readings that wait must not count as old.
      const before = known.get(view.key);
      for (const [key, value] of before?.values ?? []) view.values.set(key, value);
      view.lastReportAt = before?.lastReportAt ?? view.lastReportAt;
    }
    const applied = this.#apply(loaded, open);
    const now = this.#now();
    const orphans = open
      .filter(({ id }) => !applied.has(id))
      .map((alarm): AlarmRecord => ({ ...alarm, clearedAt: Math.max(now, alarm.raisedAt) }));
    await this.#store(
      [],
      orphans.map((alarm) => ({
        change: 'cleared' as const,
        at: alarm.clearedAt ?? now,
        by: null,
        alarm,
        opensWorkOrder: false,
      })),
    );
  }

  #apply(loaded: LoadedRules, open: readonly AlarmRecord[]): Set<string> {
    const applied = new Set<string>();
    const now = this.#now();
    for (const { view, settings } of loaded) {
      const instances = settings.map(({ setting, state }) => {
        const alarm = open.find((one) => one.settingId === setting.id && one.device === view.key) ?? null;
        if (alarm) applied.add(alarm.id);
        const instance = new AlarmInstance(setting, view, state, alarm);
        instance.begin(now);
        return instance;
      });
      const unwatch = instances.flatMap(({ condition }) =>
        condition.watches.map(({ key }) => this.#watches.watch(view.key, key)),
      );
      this.#devices.set(view.key, { view, instances, unwatch });
    }
    return applied;
  }

  #forget(device: number): void {
    for (const unwatch of this.#devices.get(device)?.unwatch ?? []) unwatch();
    this.#devices.delete(device);
  }

  /** Writes, then emits. While the database is away it tries again: the state machines have advanced already. */
  async #store(
    instances: readonly AlarmInstance[],
    changes: readonly InstanceChange[],
    evaluated: number | null = null,
  ): Promise<void> {
    const seq = evaluated ?? this.#unchanged;
    this.#unchanged = null;
    if (instances.length === 0 && changes.length === 0 && seq === null) return;
    // The last state of each alarm, in the order in which they were raised.
    const alarms = [...new Map(changes.map(({ alarm }) => [alarm.id, alarm])).values()];
    await this.#retry(() =>
      inTransaction(this.#pool, async (client) => {
        await this.#fence?.(client);
        await writeStates(client, instances);
        await writeAlarms(client, alarms);
        await writeHistory(client, changes);
        for (const { alarm, opensWorkOrder } of changes)
          if (opensWorkOrder) await openWorkOrder(client, alarm);
        await setOffLinkages(client, changes);
        if (seq !== null) await client.query('delete from rule_sample where seq <= $1', [seq]);
      }),
    );
    for (const { change, alarm } of changes) {
      this.#events.emit('alarm', {
        deviceId: alarm.deviceId,
        organisationId: alarm.organisationId,
        change,
        alarm: alarmToWire(alarm),
      });
    }
  }

  async #retry(write: () => Promise<void>): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await write();
        return;
      } catch (error) {
        if (this.#giveUp.signal.aborted || isDataError(error)) throw error;
        if (attempt === 0) this.#log.warn({ err: error }, 'alarms could not be stored; trying again');
        await new Promise((resolve) =>
          setTimeout(resolve, Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempt, 10), LAST_RETRY_MS)),
        );
      }
    }
  }
}

/** In the transaction of the alarm: both are visible or none. */
async function openWorkOrder(client: PoolClient, alarm: AlarmRecord): Promise<void> {
  await client.query(
    `with made as (
       insert into work_order (organisation_id, title, content, source, source_id, device_id)
       select $1, $2, $3, 'alarm', $4, d.id from device d where d.id = $5 returning id)
     insert into work_order_log (work_order_id, action, to_state) select id, 'create', '0' from made`,
    [
      alarm.organisationId,
      `${alarm.deviceName}：${alarm.name}`.slice(0, 64),
      Object.entries(alarm.values)
        .map(([key, value]) => `${key}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
        .join('\n'),
      alarm.id,
      alarm.deviceId,
    ],
  );
}

/** In the transaction of the alarms: after a crash before the run the next start finds it. */
async function setOffLinkages(client: PoolClient, changes: readonly InstanceChange[]): Promise<void> {
  if (changes.length === 0) return;
  await client.query(
    `insert into linkage_due (linkage_id)
     select l.id from unnest($1::text[], $2::text[]) with ordinality as c(device, change, n)
     join linkage l on l.enabled and l.definition -> 'triggers' @>
       jsonb_build_array(jsonb_build_object('type', 'alarm', 'deviceId', c.device, 'change', c.change))
     order by c.n`,
    [changes.map(({ alarm }) => alarm.deviceId), changes.map(({ change }) => change)],
  );
}

async function writeStates(client: PoolClient, instances: readonly AlarmInstance[]): Promise<void> {
  if (instances.length === 0) return;
  await client.query(
    `insert into alarm_state (setting_id, device, state)
     select s.id, d.key, u.state from jsonb_to_recordset($1::jsonb) as u(setting uuid, device int, state jsonb)
     join alarm_setting s on s.id = u.setting join device d on d.key = u.device
     on conflict (setting_id, device) do update set state = excluded.state`,
    [
      JSON.stringify(
        instances.map(({ setting, device, state }) => ({ setting: setting.id, device: device.key, state })),
      ),
    ],
  );
}
