import type { Comparison, Condition } from '@farm3d/api';
import type { JsonValue } from '../json-value.ts';
import { forecastNeedsMs } from './past-forecasts.ts';

/** Input of a condition. A device id of null is the device of the rule. */
export interface ConditionSource {
  /** The latest value of a key; undefined while there is none. */
  value(deviceId: string | null, key: string): JsonValue | undefined;
  /** The value at an instant of the past, epoch ms, of the keys in `history`. */
  valueAt(deviceId: string | null, key: string, at: number): JsonValue | undefined;
  /** The next instant after `at` at which `valueAt` gives another value; null: none yet. */
  nextValueAt(deviceId: string | null, key: string, at: number): number | null;
  /** What was forecast for an instant, epoch ms, so many hours before, of the keys in `history`. */
  forecastAt(deviceId: string | null, key: string, at: number, hours: number): number | undefined;
  /** Last report of the key, or of any (null); without one the start of the rule. */
  lastReportAt(deviceId: string | null, key: string | null): number;
}

const HOUR_MS = 3_600_000;

/** -1 strict, +1 relaxed by its hysteresis, 0 as it stands. */
type Relaxation = -1 | 0 | 1;
type Evaluate = (source: ConditionSource, at: number, relaxation: Relaxation) => boolean | undefined;

/** A key that a condition depends on; null: every report of the device. */
interface WatchedKey {
  readonly deviceId: string | null;
  readonly key: string | null;
}

/** A key whose past values a condition needs, and how far back, milliseconds. */
interface NeededHistory {
  readonly deviceId: string | null;
  readonly key: string;
  readonly agoMs: number;
}

export interface CompiledCondition {
  /**
   * Whether it holds at this instant; undefined while a deciding value is unknown. `relaxed` widens comparisons by
   * their hysteresis.
   */
  holds(source: ConditionSource, at: number, relaxed: boolean): boolean | undefined;
  /** The next instant at which it changes by time alone; null: none. */
  nextChange(source: ConditionSource, at: number): number | null;
  readonly watches: readonly WatchedKey[];
  readonly history: readonly NeededHistory[];
  /** Whether it compares with forecasts, each of which takes a while. */
  readonly forecasts: boolean;
}

/** Compiles a condition to closures once, so that its evaluation at every reading needs no interpretation. */
export function compileCondition(condition: Condition): CompiledCondition {
  const needs: Needs = { watches: [], history: [], changes: [], forecasts: false };
  const evaluate = compile(condition, needs);
  const { watches, history, changes } = needs;
  return {
    watches,
    history,
    forecasts: needs.forecasts,
    holds: (source, at, relaxed) => evaluate(source, at, relaxed ? 1 : 0),
    nextChange(source, at) {
      let next: number | null = null;
      for (const change of changes) {
        const due = change(source, at);
        if (due !== null && due > at && (next === null || due < next)) next = due;
      }
      return next;
    },
  };
}

/** What a condition depends on, filled while it is compiled. */
interface Needs {
  readonly watches: WatchedKey[];
  readonly history: NeededHistory[];
  /** Instants after `at` at which a part may change by time alone. */
  readonly changes: ((source: ConditionSource, at: number) => number | null)[];
  forecasts: boolean;
}

function compile(condition: Condition, needs: Needs): Evaluate {
  if ('all' in condition) {
    const parts = condition.all.map((part) => compile(part, needs));
    return kleene(parts, false);
  }
  if ('any' in condition) {
    const parts = condition.any.map((part) => compile(part, needs));
    return kleene(parts, true);
  }
  if ('not' in condition) {
    const part = compile(condition.not, needs);
    return (source, at, relaxation) => {
      // To relax a negation its operand must be stricter.
      const holds = part(source, at, relaxation === 0 ? 0 : relaxation === 1 ? -1 : 1);
      return holds === undefined ? undefined : !holds;
    };
  }
  const deviceId = condition.deviceId ?? null;
  if ('silentForMs' in condition) {
    const key = condition.key ?? null;
    const { silentForMs } = condition;
    needs.watches.push({ deviceId, key });
    needs.changes.push((source) => source.lastReportAt(deviceId, key) + silentForMs);
    return (source, at) => at - source.lastReportAt(deviceId, key) >= silentForMs;
  }
  needs.watches.push({ deviceId, key: condition.key });
  const compare = comparison(condition);
  const bound = boundOf(condition, needs);
  return (source, at, relaxation) => {
    const value = source.value(deviceId, condition.key);
    if (value === undefined) return undefined;
    if (!bound) return compare(value, condition.value, relaxation);
    const other = bound(source, at);
    return other === undefined ? undefined : compare(value, other, relaxation);
  };
}

type Bound = (source: ConditionSource, at: number) => number | undefined;

/** The bound of a comparison with another value; null: its own value is the bound. */
function boundOf({ key, deviceId: own, value, than }: Comparison, needs: Needs): Bound | null {
  if (!than) return null;
  const deviceId = own ?? null;
  const plus = (other: JsonValue | undefined): number | undefined =>
    typeof other === 'number' ? other + Number(value) : undefined;
  if ('agoMs' in than) {
    const { agoMs } = than;
    needs.history.push({ deviceId, key, agoMs });
    needs.changes.push((source, at) => {
      const next = source.nextValueAt(deviceId, key, at - agoMs);
      return next === null ? null : next + agoMs;
    });
    return (source, at) => plus(source.valueAt(deviceId, key, at - agoMs));
  }
  if ('forecastHours' in than) {
    const { forecastHours } = than;
    needs.history.push({ deviceId, key, agoMs: forecastNeedsMs(forecastHours) });
    needs.forecasts = true;
    needs.changes.push((_source, at) => (Math.floor(at / HOUR_MS) + 1) * HOUR_MS);
    return (source, at) => plus(source.forecastAt(deviceId, key, at, forecastHours));
  }
  const other = { deviceId: than.deviceId ?? deviceId, key: than.key };
  needs.watches.push(other);
  return (source) => plus(source.value(other.deviceId, other.key));
}

/** The bound of a comparison with another value at this instant; undefined: unknown, or it is fixed. */
export function currentBound(condition: Comparison, source: ConditionSource, at: number): number | undefined {
  return boundOf(condition, { watches: [], history: [], changes: [], forecasts: false })?.(source, at);
}

/**
 * Kleene logic: all (decided by one false) or any (decided by one true); undefined when the unknown parts could
 * decide. The part that decided last is looked at first: readings mostly leave it as it is.
 */
function kleene(parts: readonly Evaluate[], deciding: boolean): Evaluate {
  let last = 0;
  return (source, at, relaxation) => {
    let unknown = false;
    for (let n = 0, index = last; n < parts.length; n += 1, index += 1) {
      if (index === parts.length) index = 0;
      const holds = parts[index]!(source, at, relaxation);
      if (holds === deciding) {
        last = index;
        return deciding;
      }
      if (holds === undefined) unknown = true;
    }
    return unknown ? undefined : !deciding;
  };
}

function comparison({
  op,
  hysteresis = 0,
}: Comparison): (actual: JsonValue, bound: Comparison['value'], relaxation: Relaxation) => boolean {
  if (op === '==') return (actual, bound) => actual === bound;
  if (op === '!=') return (actual, bound) => actual !== bound;
  const compare = ORDER[op];
  const direction = op === '>' || op === '>=' ? -1 : 1;
  return (actual, bound, relaxation) =>
    typeof actual === 'number' && compare(actual, Number(bound) + direction * relaxation * hysteresis);
}

const ORDER: Record<'>' | '>=' | '<' | '<=', (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
};
