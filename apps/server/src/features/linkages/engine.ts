import type { Condition } from '@farm3d/api';
import type { Pool } from 'pg';
import type { AccessChange } from '../../platform/auth/grants/access-change.ts';
import { platformNow } from '../../platform/clock.ts';
import type { OutgoingCalls } from '../../platform/outgoing/guarded-fetch.ts';
import type { RanLinkage } from './actions.ts';
import { LinkagePerformer } from './performer.ts';
import { LinkageRuns, type LinkageRow, type LinkageRunRow } from './runs.ts';
import { nextRunOf } from './schedule.ts';
import type { ServerEvents } from '../../platform/events.ts';
import type { Logger } from '../../platform/logger.ts';
import type { DeviceRpc } from '../commands/device-rpc.ts';
import {
  compileCondition,
  type CompiledCondition,
  type ConditionSource,
} from '../../platform/rules/condition.ts';
import type { RuleSample } from '../../platform/events.ts';
import type { WatchIndex } from '../../platform/telemetry/watches.ts';
import { AutomationSwitch } from './automation-switch.ts';
import { applySample, TelemetryTrigger, traceOf } from './evaluation.ts';
import { loadDevices, sourceOf, type LinkedDevice } from './device-views.ts';
import { WaitingRuns } from './waiting-runs.ts';

/** Interval of the check for due linkages, milliseconds. */
const SWEEP_INTERVAL_MS = 500;
/** A cron time missed by more than this (the server was down) is skipped. */
const MISSED_AFTER_MS = 60_000;

interface Loaded {
  readonly row: LinkageRow;
  /** Null of a linkage with other triggers. */
  readonly telemetry: TelemetryTrigger | null;
  /** Devices that its condition reads. */
  readonly deviceIds: ReadonlySet<string>;
  nextRunAt: number | null;
}

/** What set a linkage off, and when, epoch ms. */
interface SetOff {
  readonly trigger: string;
  readonly at: number;
  readonly userId: string | null;
  /** How many linkages ran one another before. */
  readonly depth: number;
}

/**
 * Runs linkages: when a condition begins to hold, an alarm or a device changes, or at cron times. A run is recorded
 * before its actions begin, so that none is repeated after a crash. While automations are switched off runs are only
 * recorded.
 */
export class LinkageEngine {
  readonly #pool: Pool;
  readonly #runs: LinkageRuns;
  readonly #performer: LinkagePerformer;
  readonly #watches: WatchIndex;
  readonly #events: ServerEvents;
  readonly #log: Logger;
  #linkages: Loaded[] = [];
  #devices = new Map<string, LinkedDevice>();
  #unwatch: (() => void)[] = [];
  #off: (() => void)[] = [];
  #work: Promise<unknown> = Promise.resolve();
  readonly #running = new Set<Promise<unknown>>();
  #sweeper: NodeJS.Timeout | undefined;
  #sweeping = false;
  /** Whether there may be runs triggered by alarms that have not begun. */
  #left = false;
  #cannotResume = false;

  constructor(options: {
    pool: Pool;
    rpc: DeviceRpc;
    outgoing: Pick<OutgoingCalls, 'fetch'>;
    watches: WatchIndex;
    events: ServerEvents;
    log: Logger;
  }) {
    this.#pool = options.pool;
    this.#runs = new LinkageRuns(options.pool);
    this.#performer = new LinkagePerformer(this.#runs, new WaitingRuns(options.pool), {
      ...options,
      automations: new AutomationSwitch(options.pool),
      runLinkage: (...of) => this.#runForOther(...of),
    });
    this.#watches = options.watches;
    this.#events = options.events;
    this.#log = options.log;
  }

  async start(): Promise<void> {
    await this.#runs.closeCutOff();
    this.#off = [
      this.#events.on('sampled', ({ samples }) => void this.#enqueue(() => this.#onSamples(samples))),
      this.#events.on('alarm', () => {
        if (this.#left) return;
        this.#left = true;
        void this.#enqueue(() => this.#takeDue());
      }),
      this.#events.on('device-state', ({ deviceId, organisationId, online }) => {
        for (const { row } of this.#linkages) {
          if (row.organisationId !== organisationId) continue;
          const isSetOff = row.definition.triggers.some(
            (trigger) =>
              trigger.type === 'online' && trigger.deviceId === deviceId && trigger.online === online,
          );
          if (isSetOff) void this.#enqueue(() => this.#launch(row, 'online', platformNow()));
        }
      }),
    ];
    await this.reload();
    await this.#enqueue(() => this.#takeDue());
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_INTERVAL_MS);
    this.#sweeper.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#sweeper);
    for (const off of this.#off) off();
    await this.#work;
    await Promise.all(this.#running);
  }

  /** The device may have another owner: its values are another organisation's from the next sample on. */
  async end(change: AccessChange): Promise<void> {
    if (change.of === 'everything' || (change.of === 'device' && this.#devices.has(change.id)))
      await this.reload();
  }

  /** Loads the linkages again after one was created, changed or removed. */
  async reload(): Promise<void> {
    await this.#enqueue(async () => {
      await this.#performer.cancel();
      const rows = await this.#runs.enabled();
      const conditions = rows.flatMap(({ definition }) => compiled(definition.condition));
      const devices = await loadDevices(this.#pool, conditions);
      const watched = conditions.flatMap(({ watches }) => watches);
      const linkages = rows.map((row): Loaded => ({
        row,
        telemetry: telemetryOf(row, devices),
        deviceIds: devicesOf(row.definition.condition),
        nextRunAt: row.nextRunAt,
      }));
      for (const unwatch of this.#unwatch) unwatch();
      this.#unwatch = watched.flatMap(({ deviceId, key }) => {
        const device = devices.get(deviceId ?? '');
        return device ? [this.#watches.watch(device.key, key)] : [];
      });
      this.#linkages = linkages;
      this.#devices = devices;
      const now = platformNow();
      for (const linkage of linkages) {
        if (linkage.nextRunAt === null) await this.#schedule(linkage, now);
        // Conditions that began to hold before the start.
        await this.#evaluate(linkage, now);
      }
    });
  }

  /**
   * Runs one on request, enabled or not, if its condition holds; resolves after its actions, or when it waits. Undefined
   * when there is no such linkage.
   */
  async runNow(organisationId: string, id: string, userId: string): Promise<LinkageRunRow | undefined> {
    const row = await this.#runs.find(organisationId, id);
    if (!row) return undefined;
    const devices = await loadDevices(this.#pool, compiled(row.definition.condition));
    const { id: runId, begins } = await this.#begin(
      row,
      { trigger: 'manual', at: platformNow(), userId, depth: 0 },
      devices,
    );
    if (begins) await this.#performer.perform(row, { id: runId, userId, depth: 0 });
    return this.#runs.run(runId);
  }

  /** Runs one as an action of another, if it is on and its condition holds. */
  async #runForOther(organisationId: string, id: string, depth: number): Promise<RanLinkage> {
    const row = await this.#runs.find(organisationId, id);
    if (!row) return 'missing';
    if (!row.enabled) return 'disabled';
    const devices = await loadDevices(this.#pool, compiled(row.definition.condition));
    const setOff = { trigger: 'linkage', at: platformNow(), userId: null, depth };
    const { id: runId, begins } = await this.#begin(row, setOff, devices);
    if (begins) await this.#performer.perform(row, { id: runId, userId: null, depth });
    return (await this.#runs.run(runId)) ?? 'missing';
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const result = this.#work.then(work);
    this.#work = result.catch((error: unknown) =>
      this.#log.error({ err: error }, 'a linkage could not be looked at'),
    );
    result.catch(() => undefined);
    return result;
  }

  async #onSamples(samples: readonly RuleSample[]): Promise<void> {
    const byKey = new Map([...this.#devices.values()].map((device) => [device.key, device]));
    for (const sample of samples) {
      const device = byKey.get(sample.device);
      if (!device) continue;
      // What was due before this reading is evaluated on the values before it.
      const concerned = this.#linkages.filter(({ deviceIds }) => deviceIds.has(device.id));
      for (const linkage of concerned) {
        await this.#clock(linkage, Math.min(sample.at - 1, platformNow()));
        await this.#evaluateDue(linkage, sample.at);
      }
      const fresh = applySample(device, sample);
      for (const linkage of concerned)
        if (linkage.telemetry?.concerns(device.id, fresh)) await this.#evaluate(linkage, sample.at);
    }
  }

  /** A silence begins by time, without a reading. */
  async #evaluateDue(linkage: Loaded, before: number): Promise<void> {
    const { telemetry } = linkage;
    for (let due = telemetry?.dueBefore(before); due != null; due = telemetry?.dueBefore(before))
      await this.#evaluate(linkage, due);
  }

  /** A telemetry trigger runs when its condition begins to hold; it ends with its hysteresis. */
  async #evaluate({ row, telemetry }: Loaded, at: number): Promise<void> {
    if (!telemetry) return;
    const change = telemetry.change(at);
    if (change === true) {
      // The run sets its mark in the database, too: both or none.
      const condition = traceOf(row.definition.condition, telemetry.source, at);
      const { once } = row.definition;
      // A device whose clock is ahead does not use up the runs of the days to come.
      const setOff = Math.min(at, platformNow());
      const run = { trigger: 'telemetry', at: setOff, once, holds: true, condition, userId: null, depth: 0 };
      const { id, begins } = await this.#runs.beginRun(row.id, run);
      if (begins) this.#track(this.#performer.perform(row, { id, userId: null, depth: 0 }));
    } else if (change === false) {
      await this.#runs.setHolding(row.id, false);
    }
    telemetry.settle(at, change);
  }

  #sweep(): void {
    if (this.#sweeping) return;
    this.#sweeping = true;
    void this.#enqueue(async () => {
      const now = platformNow();
      // Runs that could not begin when the alarm was raised: the database was away.
      if (this.#left) await this.#takeDue();
      await this.#resume(now);
      for (const linkage of this.#linkages) {
        await this.#clock(linkage, now);
        await this.#evaluateDue(linkage, now + 1);
      }
    })
      .catch(() => undefined)
      .finally(() => (this.#sweeping = false));
  }

  /** Goes on with the runs whose wait is over; those of now wait on while the database is away. */
  async #resume(now: number): Promise<void> {
    try {
      for (const goOn of await this.#performer.resume(now)) this.#track(goOn());
      this.#cannotResume = false;
    } catch (error) {
      // Once, not with every sweep.
      if (!this.#cannotResume) this.#log.error({ err: error }, 'linkages that wait could not go on');
      this.#cannotResume = true;
    }
  }

  /** Runs what the clock sets off until `until`, epoch ms. */
  async #clock(linkage: Loaded, until: number): Promise<void> {
    const due = linkage.nextRunAt;
    if (due === null || due > until) return;
    // A silence that began before is a run before.
    await this.#evaluateDue(linkage, due + 1);
    const isClaimed = await this.#schedule(linkage, until);
    if (isClaimed && platformNow() - due < MISSED_AFTER_MS) await this.#launch(linkage.row, 'cron', due);
  }

  /** Sets the next time of the cron triggers. Whether this server did it: only one of several does. */
  async #schedule(linkage: Loaded, after: number): Promise<boolean> {
    const { id, definition } = linkage.row;
    const next = nextRunOf(definition.triggers, after);
    const due = linkage.nextRunAt;
    if (next === due) return false;
    const isClaimed = await this.#runs.claim(id, due, next);
    linkage.nextRunAt = next;
    return isClaimed;
  }

  /** Begins the runs that alarms triggered. They were recorded in the transaction of the alarm. */
  async #takeDue(): Promise<void> {
    this.#left = false;
    try {
      for (const { dueId, at, linkage } of await this.#runs.due()) {
        if (!linkage.enabled) {
          await this.#runs.dropDue(dueId);
          continue;
        }
        const { condition, once } = linkage.definition;
        const known = this.#linkages.some(({ row }) => row.id === linkage.id);
        const devices = known ? this.#devices : await loadDevices(this.#pool, compiled(condition));
        const source = sourceOf(linkage.organisationId, devices);
        const now = platformNow();
        const holds = holdsAt(condition, source, now);
        const run = await this.#runs.beginDue(dueId, {
          at,
          once,
          holds,
          condition: traceOf(condition, source, now),
        });
        if (run?.begins)
          this.#track(this.#performer.perform(linkage, { id: run.id, userId: null, depth: 0 }));
      }
    } catch (error) {
      this.#left = true;
      throw error;
    }
  }

  /** Records a run and begins its actions; does not wait for these. */
  async #launch(row: LinkageRow, trigger: 'online' | 'cron', at: number): Promise<void> {
    const { id, begins } = await this.#begin(row, { trigger, at, userId: null, depth: 0 }, this.#devices);
    if (begins) this.#track(this.#performer.perform(row, { id, userId: null, depth: 0 }));
  }

  #track(run: Promise<unknown>): void {
    const tracked: Promise<unknown> = run
      .catch((error: unknown) => this.#log.error({ err: error }, 'a linkage could not be run'))
      .finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  #begin(
    row: LinkageRow,
    { trigger, at, userId, depth }: SetOff,
    devices: ReadonlyMap<string, LinkedDevice>,
  ): Promise<{ id: string; begins: boolean }> {
    const { condition, once } = row.definition;
    const source = sourceOf(row.organisationId, devices);
    return this.#runs.beginRun(row.id, {
      trigger,
      at,
      once,
      holds: holdsAt(condition, source, at),
      condition: traceOf(condition, source, at),
      userId,
      depth,
    });
  }
}

function compiled(condition: Condition | null): CompiledCondition[] {
  return condition ? [compileCondition(condition)] : [];
}

function telemetryOf(
  { definition: { triggers, condition }, organisationId, holding }: LinkageRow,
  devices: ReadonlyMap<string, LinkedDevice>,
): TelemetryTrigger | null {
  if (!condition || !triggers.some(({ type }) => type === 'telemetry')) return null;
  return new TelemetryTrigger(compileCondition(condition), sourceOf(organisationId, devices), holding, 0);
}

function holdsAt(condition: Condition | null, source: ConditionSource, at: number): boolean {
  return condition === null || compileCondition(condition).holds(source, at, false) === true;
}

function devicesOf(condition: Condition | null): ReadonlySet<string> {
  return new Set(
    compiled(condition).flatMap(({ watches }) => watches.flatMap(({ deviceId }) => deviceId ?? [])),
  );
}
