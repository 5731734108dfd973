import { Cron } from 'croner';
import type { Condition } from '@farm3d/api';
import type { Pool } from 'pg';
import { LinkageRuns, type LinkageRow, type LinkageRunRow } from './runs.ts';
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
import { perform } from './actions.ts';
import { loadDevices, sourceOf, type LinkedDevice } from './device-views.ts';

/** Interval of the check for due linkages, milliseconds. */
const SWEEP_INTERVAL_MS = 500;
/** A cron time missed by more than this (the server was down) is skipped. */
const MISSED_AFTER_MS = 60_000;

interface Loaded {
  readonly row: LinkageRow;
  readonly condition: CompiledCondition | null;
  holding: boolean;
  nextRunAt: number | null;
}

/**
 * Runs linkages: when a condition begins to hold, an alarm or a device changes, or at cron times. A run is recorded
 * before its actions begin, so that none is repeated after a crash.
 */
export class LinkageEngine {
  readonly #pool: Pool;
  readonly #runs: LinkageRuns;
  readonly #rpc: DeviceRpc;
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

  constructor(options: {
    pool: Pool;
    rpc: DeviceRpc;
    watches: WatchIndex;
    events: ServerEvents;
    log: Logger;
  }) {
    this.#pool = options.pool;
    this.#runs = new LinkageRuns(options.pool);
    this.#rpc = options.rpc;
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
          const { trigger } = row.definition;
          if (trigger.type === 'online' && trigger.deviceId === deviceId && trigger.online === online)
            this.#launch(row, 'online');
        }
      }),
      // The device may have another owner: its values are another organisation's from the next sample on.
      this.#events.on('access-changed', ({ deviceId, userId }) => {
        if (userId === null && this.#devices.has(deviceId)) void this.reload().catch(() => undefined);
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

  /** Loads the linkages again after one was created, changed or removed. */
  async reload(): Promise<void> {
    await this.#enqueue(async () => {
      const rows = await this.#runs.enabled();
      const linkages = rows.map((row): Loaded => ({
        row,
        condition: row.definition.condition && compileCondition(row.definition.condition),
        holding: row.holding,
        nextRunAt: row.nextRunAt,
      }));
      const watched = linkages.flatMap(({ condition }) => condition?.watches ?? []);
      const ids = [...new Set(watched.flatMap(({ deviceId }) => deviceId ?? []))];
      const devices = await loadDevices(this.#pool, ids);
      for (const unwatch of this.#unwatch) unwatch();
      this.#unwatch = watched.flatMap(({ deviceId, key }) => {
        const device = devices.get(deviceId ?? '');
        return device ? [this.#watches.watch(device.key, key)] : [];
      });
      this.#linkages = linkages;
      this.#devices = devices;
      // Conditions that began to hold before the start.
      for (const linkage of linkages) await this.#evaluate(linkage);
    });
  }

  /**
   * Runs one on request, enabled or not, if its condition holds; resolves after its actions. Undefined when there is
   * no such linkage.
   */
  async runNow(organisationId: string, id: string, userId: string): Promise<LinkageRunRow | undefined> {
    const row = await this.#runs.find(organisationId, id);
    if (!row) return undefined;
    const devices = await loadDevices(this.#pool, devicesOf(row.definition.condition));
    const runId = await this.#run(row, 'manual', devices, userId);
    return this.#runs.run(runId);
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
    for (const { device: key, at, values } of samples) {
      const device = byKey.get(key);
      if (!device) continue;
      device.lastReportAt = Math.max(device.lastReportAt, at);
      const fresh = Object.keys(values).filter((name) => at >= (device.values.get(name)?.ts ?? -Infinity));
      for (const name of fresh) device.values.set(name, { ts: at, value: values[name] ?? null });
      for (const linkage of this.#linkages) {
        const concerned = linkage.condition?.watches.some(
          (watch) => watch.deviceId === device.id && (watch.key === null || fresh.includes(watch.key)),
        );
        if (concerned) await this.#evaluate(linkage);
      }
    }
  }

  /** A telemetry trigger runs when its condition begins to hold; it ends with its hysteresis. */
  async #evaluate(linkage: Loaded): Promise<void> {
    const { row, condition } = linkage;
    if (row.definition.trigger.type !== 'telemetry' || !condition) return;
    const source = sourceOf(row.organisationId, this.#devices);
    const holds = condition.holds(source, Date.now(), linkage.holding);
    if (holds === undefined || holds === linkage.holding) return;
    if (holds) {
      // The run sets its mark in the database, too: both or none.
      const seen = traceOf(row.definition.condition, source);
      const run = { trigger: 'telemetry', state: 'running' as const, condition: seen, userId: null };
      const runId = await this.#runs.beginRun(row, run);
      this.#track(this.#perform(row, runId, null));
    } else {
      await this.#runs.setHolding(row.id, false);
    }
    linkage.holding = holds;
  }

  #sweep(): void {
    if (this.#sweeping) return;
    this.#sweeping = true;
    void this.#enqueue(async () => {
      const now = Date.now();
      // Runs that could not begin when the alarm was raised: the database was away.
      if (this.#left) await this.#takeDue();
      for (const linkage of this.#linkages) {
        if (linkage.row.definition.trigger.type === 'cron') await this.#clock(linkage, now);
        // Silences begin by time alone.
        else {
          const source = sourceOf(linkage.row.organisationId, this.#devices);
          if (linkage.condition?.nextChange(source, 0) != null) await this.#evaluate(linkage);
        }
      }
    })
      .catch(() => undefined)
      .finally(() => (this.#sweeping = false));
  }

  async #clock(linkage: Loaded, now: number): Promise<void> {
    const { trigger } = linkage.row.definition;
    if (trigger.type !== 'cron') return;
    const due = linkage.nextRunAt;
    if (due !== null && due > now) return;
    const next = nextRun(trigger.expression, trigger.timeZone, now);
    // Only one of several servers advances it.
    const isClaimed = await this.#runs.claim(linkage.row.id, due, next);
    linkage.nextRunAt = next;
    if (isClaimed && due !== null && now - due < MISSED_AFTER_MS) this.#launch(linkage.row, 'cron');
  }

  /** Begins the runs that alarms triggered. They were recorded in the transaction of the alarm. */
  async #takeDue(): Promise<void> {
    this.#left = false;
    try {
      for (const { dueId, linkage } of await this.#runs.due()) {
        if (!linkage.enabled) {
          await this.#runs.dropDue(dueId);
          continue;
        }
        const { condition } = linkage.definition;
        const known = this.#linkages.some(({ row }) => row.id === linkage.id);
        const devices = known ? this.#devices : await loadDevices(this.#pool, devicesOf(condition));
        const source = sourceOf(linkage.organisationId, devices);
        const holds = holdsNow(condition, source);
        const runId = await this.#runs.beginDue(dueId, {
          state: holds ? 'running' : 'skipped',
          condition: traceOf(condition, source),
        });
        if (holds && runId !== undefined) this.#track(this.#perform(linkage, runId, null));
      }
    } catch (error) {
      this.#left = true;
      throw error;
    }
  }

  #launch(row: LinkageRow, trigger: 'online' | 'cron'): void {
    this.#track(this.#run(row, trigger, this.#devices, null));
  }

  #track(run: Promise<unknown>): void {
    const tracked: Promise<unknown> = run
      .catch((error: unknown) => this.#log.error({ err: error }, 'a linkage could not be run'))
      .finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  async #run(
    row: LinkageRow,
    trigger: string,
    devices: ReadonlyMap<string, LinkedDevice>,
    userId: string | null,
  ): Promise<string> {
    const { condition } = row.definition;
    const source = sourceOf(row.organisationId, devices);
    const holds = holdsNow(condition, source);
    const runId = await this.#runs.beginRun(row, {
      trigger,
      state: holds ? 'running' : 'skipped',
      condition: traceOf(condition, source),
      userId,
    });
    if (holds) await this.#perform(row, runId, userId);
    return runId;
  }

  async #perform(row: LinkageRow, runId: string, userId: string | null): Promise<void> {
    const { organisationId, definition } = row;
    const services = { pool: this.#pool, rpc: this.#rpc, events: this.#events, log: this.#log };
    const results = await perform(definition.actions, { organisationId, runId, userId }, services);
    await this.#runs.endRun(runId, results);
  }
}

/** Ids of the devices of a condition. */
function devicesOf(condition: Condition | null): string[] {
  return condition ? compileCondition(condition).watches.flatMap(({ deviceId }) => deviceId ?? []) : [];
}

function holdsNow(condition: Condition | null, source: ConditionSource): boolean {
  return condition === null || compileCondition(condition).holds(source, Date.now(), false) === true;
}

/**
 * The next time of a cron expression after `after`, epoch ms; null: never.
 * @throws when the expression is invalid
 */
export function nextRun(expression: string, timeZone: string, after: number): number | null {
  return (
    new Cron(expression, { timezone: timeZone, paused: true }).nextRun(new Date(after))?.getTime() ?? null
  );
}

/** Values of each part of a condition: why it ran, or did not. */
function traceOf(condition: Condition | null, source: ConditionSource): unknown[] {
  if (condition === null) return [];
  if ('all' in condition) return condition.all.flatMap((part) => traceOf(part, source));
  if ('any' in condition) return condition.any.flatMap((part) => traceOf(part, source));
  if ('not' in condition) return traceOf(condition.not, source);
  const deviceId = condition.deviceId ?? null;
  const key = condition.key ?? null;
  return [
    {
      deviceId,
      key,
      actual: key === null ? null : (source.value(deviceId, key) ?? null),
      holds: compileCondition(condition).holds(source, Date.now(), false) ?? null,
    },
  ];
}
