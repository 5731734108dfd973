import type { Condition } from '@farm3d/api';
import type { RuleSample } from '../../platform/events.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import {
  compileCondition,
  currentBound,
  type CompiledCondition,
  type ConditionSource,
} from '../../platform/rules/condition.ts';
import type { LinkedDevice } from './device-views.ts';

/** What one part of a condition saw. */
export interface PartTrace {
  readonly deviceId: string | null;
  readonly key: string | null;
  readonly actual: JsonValue;
  /** What it was compared with, where that is another value; null: that is unknown. */
  readonly bound?: number | null;
  /** Null: unknown. */
  readonly holds: boolean | null;
}

/** Takes a reading over into the view of its device; returns the keys whose value is new. */
export function applySample(
  device: LinkedDevice,
  { at, values }: Pick<RuleSample, 'at' | 'values'>,
): readonly string[] {
  device.lastReportAt = Math.max(device.lastReportAt, at);
  const fresh = Object.keys(values).filter((name) => at >= (device.values.get(name)?.ts ?? -Infinity));
  for (const name of fresh) {
    const value = values[name] ?? null;
    device.values.set(name, { ts: at, value });
    device.past.get(name)?.add(at, value);
  }
  return fresh;
}

/** Comparisons and silences of a condition, in their order. */
export function partsOf(condition: Condition | null): Condition[] {
  if (condition === null) return [];
  if ('all' in condition) return condition.all.flatMap(partsOf);
  if ('any' in condition) return condition.any.flatMap(partsOf);
  if ('not' in condition) return partsOf(condition.not);
  return [condition];
}

/** Values of each part of a condition: why it ran, or did not. */
export function traceOf(condition: Condition | null, source: ConditionSource, at: number): PartTrace[] {
  return partsOf(condition).map((part) => {
    const { deviceId = null, key = null } = 'key' in part || 'silentForMs' in part ? part : {};
    return {
      deviceId,
      key,
      actual: key === null ? null : (source.value(deviceId, key) ?? null),
      ...('than' in part && { bound: currentBound(part, source, at) ?? null }),
      holds: compileCondition(part).holds(source, at, false) ?? null,
    };
  });
}

/** A telemetry trigger: it fires when its condition begins to hold, and again only after that ended with its hysteresis. */
export class TelemetryTrigger {
  readonly condition: CompiledCondition;
  readonly source: ConditionSource;
  holding: boolean;
  /** Keys that it depends on, by device; null: every report. */
  readonly #keys: ReadonlyMap<string, ReadonlySet<string | null>>;
  /** Time of the last evaluation, epoch ms. */
  #at: number;

  constructor(condition: CompiledCondition, source: ConditionSource, holding: boolean, at: number) {
    this.condition = condition;
    this.source = source;
    this.holding = holding;
    this.#at = at;
    const watches = Map.groupBy(condition.watches, ({ deviceId }) => deviceId ?? '');
    this.#keys = new Map([...watches].map(([id, keys]) => [id, new Set(keys.map(({ key }) => key))]));
  }

  /** Whether it depends on one of these keys of a device; without keys, on anything of it. */
  concerns(deviceId: string, keys?: readonly string[]): boolean {
    const watched = this.#keys.get(deviceId);
    if (!watched) return false;
    return keys === undefined || watched.has(null) || keys.some((key) => watched.has(key));
  }

  /** Whether it would change at this instant: true when it begins to hold, false when it ends; else null. */
  change(at: number): boolean | null {
    const holds = this.condition.holds(this.source, Math.max(this.#at, at), this.holding);
    return holds === undefined || holds === this.holding ? null : holds;
  }

  /** Takes a change over, when what it causes is stored. */
  settle(at: number, change: boolean | null): void {
    this.#at = Math.max(this.#at, at);
    this.holding = change ?? this.holding;
  }

  /** The next instant before `at` at which time alone may change it; null: none. */
  dueBefore(at: number): number | null {
    const due = this.condition.nextChange(this.source, this.#at);
    return due !== null && due < at ? due : null;
  }
}
