import type { Condition, LinkageOnce } from '@farm3d/api';
import type { JsonValue } from '../../platform/json-value.ts';
import { compileCondition, type ConditionSource } from '../../platform/rules/condition.ts';
import { pastOf } from '../../platform/rules/past-values.ts';
import { sourceOf, type LinkedDevice } from './device-views.ts';
import { onceSince } from './schedule.ts';
import { applySample, partsOf, TelemetryTrigger, traceOf, type PartTrace } from './evaluation.ts';

/** An instant at which a linkage would have run, or only looked at its condition. */
export interface TrialRun {
  /** Epoch ms. */
  readonly at: number;
  /** Whether its condition held. */
  readonly holds: boolean;
  /** Why it would have done nothing; null: it would have run. */
  readonly reason: 'condition' | 'once' | null;
  readonly condition: readonly PartTrace[];
}

/** How long a part of the condition held. */
export interface TrialPart {
  readonly deviceId: string | null;
  readonly key: string | null;
  readonly heldMs: number;
}

interface Part {
  readonly condition: Condition;
  readonly holds: (at: number) => boolean;
  /** Since when it holds, epoch ms; null: it does not. */
  since: number | null;
  /** How long it held before. */
  heldMs: number;
}

/** Whether a part may change by time alone. */
const isTimed = (part: Condition): boolean =>
  'silentForMs' in part || ('than' in part && part.than !== undefined && !('key' in part.than));

/** All devices of a trial are of its organisation. */
const ORGANISATION = '';

/**
 * A linkage tried on the past by the evaluation of the live engine: readings of its devices in the order of time, and
 * the instants at which another trigger than telemetry fires. Values before the first reading are unknown; a silence
 * counts from `startTs`.
 */
export class LinkageTrial {
  readonly #condition: Condition | null;
  readonly #source: ConditionSource;
  readonly #devices: ReadonlyMap<string, LinkedDevice>;
  readonly #trigger: TelemetryTrigger | null;
  readonly #firesByTelemetry: boolean;
  readonly #parts: readonly Part[];
  /** Those that may change by a reading of a device, and by time alone. */
  readonly #partsOfDevice: ReadonlyMap<string, readonly Part[]>;
  readonly #timedParts: readonly Part[];
  readonly #runs: TrialRun[] = [];
  readonly #startTs: number;
  readonly #once: LinkageOnce | null;
  /** What set off its last run with actions, epoch ms. */
  #lastSetOffAt = -Infinity;
  #at: number;

  constructor(
    {
      triggers,
      condition,
      once,
    }: {
      readonly triggers: readonly { readonly type: string }[];
      readonly condition: Condition | null;
      readonly once: LinkageOnce | null;
    },
    deviceIds: readonly string[],
    startTs: number,
  ) {
    this.#at = startTs;
    this.#startTs = startTs;
    this.#condition = condition;
    this.#once = once;
    const compiled = condition && compileCondition(condition);
    const history = Map.groupBy(compiled?.history ?? [], ({ deviceId }) => deviceId ?? '');
    this.#devices = new Map(
      deviceIds.map((id, key) => [
        id,
        {
          id,
          key,
          organisationId: ORGANISATION,
          values: new Map(),
          past: pastOf(history.get(id) ?? []),
          since: startTs,
          lastReportAt: startTs,
        },
      ]),
    );
    this.#source = sourceOf(ORGANISATION, this.#devices);
    this.#firesByTelemetry = triggers.some(({ type }) => type === 'telemetry');
    const source = this.#source;
    this.#trigger = compiled && new TelemetryTrigger(compiled, source, false, startTs);
    const partsOfDevice = new Map<string, Part[]>();
    this.#parts = partsOf(condition).map((part) => {
      const alone = compileCondition(part);
      const holds = (at: number): boolean => alone.holds(source, at, false) === true;
      const made: Part = { condition: part, holds, since: null, heldMs: 0 };
      for (const id of new Set(alone.watches.map(({ deviceId }) => deviceId ?? '')))
        partsOfDevice.set(id, [...(partsOfDevice.get(id) ?? []), made]);
      return made;
    });
    this.#partsOfDevice = partsOfDevice;
    this.#timedParts = this.#parts.filter((part) => isTimed(part.condition));
    this.#moveTo(startTs, this.#parts);
    // As the live engine when it takes a linkage over.
    this.#evaluate(startTs);
  }

  /** When its readings begin, epoch ms: those before `startTs` are only past values that it compares with. */
  get fromTs(): number {
    const past = [...this.#devices.values()].flatMap((device) => [...device.past.values()]);
    return this.#startTs - Math.max(0, ...past.map(({ keepMs }) => keepMs));
  }

  /** A reading of one of its devices. */
  add(deviceId: string, at: number, values: Readonly<Record<string, JsonValue>>): void {
    const device = this.#devices.get(deviceId);
    if (!device) return;
    if (at < this.#startTs) {
      for (const [key, value] of Object.entries(values)) device.past.get(key)?.add(at, value);
      return;
    }
    this.#tickBefore(at);
    const fresh = applySample(device, { at, values });
    if (!this.#trigger?.concerns(deviceId, fresh)) return;
    this.#moveTo(at, this.#partsOfDevice.get(deviceId) ?? []);
    this.#evaluate(at);
  }

  /** A cron time, or an alarm: it looks at its condition. */
  fire(at: number): void {
    this.#tickBefore(at + 1);
    const holds = this.#trigger === null || this.#trigger.condition.holds(this.#source, at, false) === true;
    this.#run(at, holds);
  }

  #run(at: number, holds: boolean): void {
    const since = onceSince(this.#once, at);
    const isRepeated = since !== null && this.#lastSetOffAt >= since;
    const reason = holds ? (isRepeated ? 'once' : null) : 'condition';
    if (reason === null) this.#lastSetOffAt = Math.max(this.#lastSetOffAt, at);
    this.#runs.push({ at, holds, reason, condition: traceOf(this.#condition, this.#source, at) });
  }

  /** The result, with what time alone changes until `endTs`. */
  end(endTs: number): { readonly runs: readonly TrialRun[]; readonly parts: readonly TrialPart[] } {
    this.#tickBefore(endTs);
    this.#moveTo(endTs, this.#timedParts);
    const parts = this.#parts.map(({ condition, since, heldMs }) => {
      const { deviceId = null, key = null } =
        'all' in condition || 'any' in condition || 'not' in condition ? {} : condition;
      return { deviceId, key, heldMs: heldMs + (since === null ? 0 : this.#at - since) };
    });
    return { runs: this.#runs, parts };
  }

  #tickBefore(at: number): void {
    const trigger = this.#trigger;
    for (let due = trigger?.dueBefore(at); due != null; due = trigger?.dueBefore(at)) this.#evaluate(due);
  }

  #evaluate(at: number): void {
    this.#moveTo(at, this.#timedParts);
    const trigger = this.#trigger;
    if (!trigger) return;
    const change = trigger.change(at);
    if (change === true && this.#firesByTelemetry) this.#run(at, true);
    trigger.settle(at, change);
  }

  /** Sees which of these parts begin or cease to hold now. */
  #moveTo(at: number, parts: readonly Part[]): void {
    this.#at = Math.max(this.#at, at);
    for (const part of parts) {
      const holds = part.holds(at);
      if (holds && part.since === null) part.since = this.#at;
      if (holds || part.since === null) continue;
      part.heldMs += this.#at - part.since;
      part.since = null;
    }
  }
}
