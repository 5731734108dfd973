import type { Comparison, Condition } from '@farm3d/api';
import type { JsonValue } from '../json-value.ts';

/** Input of a condition. A device id of null is the device of the rule. */
export interface ConditionSource {
  /** The latest value of a key; undefined while there is none. */
  value(deviceId: string | null, key: string): JsonValue | undefined;
  /** Last report of the key, or of any (null); without one the start of the rule. */
  lastReportAt(deviceId: string | null, key: string | null): number;
}

/** -1 strict, +1 relaxed by its hysteresis, 0 as it stands. */
type Relaxation = -1 | 0 | 1;
type Evaluate = (source: ConditionSource, at: number, relaxation: Relaxation) => boolean | undefined;

/** A key that a condition depends on; null: every report of the device. */
interface WatchedKey {
  readonly deviceId: string | null;
  readonly key: string | null;
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
}

/** Compiles a condition to closures once, so that its evaluation at every reading needs no interpretation. */
export function compileCondition(condition: Condition): CompiledCondition {
  const watches: WatchedKey[] = [];
  const silences: ((source: ConditionSource) => number)[] = [];
  const evaluate = compile(condition, watches, silences);
  return {
    watches,
    holds: (source, at, relaxed) => evaluate(source, at, relaxed ? 1 : 0),
    nextChange(source, at) {
      let next: number | null = null;
      for (const dueAt of silences) {
        const due = dueAt(source);
        if (due > at && (next === null || due < next)) next = due;
      }
      return next;
    },
  };
}

function compile(
  condition: Condition,
  watches: WatchedKey[],
  silences: ((source: ConditionSource) => number)[],
): Evaluate {
  if ('all' in condition) {
    const parts = condition.all.map((part) => compile(part, watches, silences));
    return (source, at, relaxation) => kleene(parts, false, source, at, relaxation);
  }
  if ('any' in condition) {
    const parts = condition.any.map((part) => compile(part, watches, silences));
    return (source, at, relaxation) => kleene(parts, true, source, at, relaxation);
  }
  if ('not' in condition) {
    const part = compile(condition.not, watches, silences);
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
    watches.push({ deviceId, key });
    silences.push((source) => source.lastReportAt(deviceId, key) + silentForMs);
    return (source, at) => at - source.lastReportAt(deviceId, key) >= silentForMs;
  }
  watches.push({ deviceId, key: condition.key });
  const compare = comparison(condition);
  return (source, _at, relaxation) => {
    const value = source.value(deviceId, condition.key);
    return value === undefined ? undefined : compare(value, relaxation);
  };
}

/**
 * Kleene logic: all (decided by one false) or any (decided by one true); undefined when the unknown parts could
 * decide.
 */
function kleene(
  parts: readonly Evaluate[],
  deciding: boolean,
  source: ConditionSource,
  at: number,
  relaxation: Relaxation,
): boolean | undefined {
  let unknown = false;
  for (const part of parts) {
    const holds = part(source, at, relaxation);
    if (holds === deciding) return deciding;
    if (holds === undefined) unknown = true;
  }
  return unknown ? undefined : !deciding;
}

function comparison({
  op,
  value,
  hysteresis = 0,
}: Comparison): (actual: JsonValue, relaxation: Relaxation) => boolean {
  if (op === '==') return (actual) => actual === value;
  if (op === '!=') return (actual) => actual !== value;
  const bound = Number(value);
  const compare = ORDER[op];
  const direction = op === '>' || op === '>=' ? -1 : 1;
  return (actual, relaxation) =>
    typeof actual === 'number' && compare(actual, bound + direction * relaxation * hysteresis);
}

const ORDER: Record<'>' | '>=' | '<' | '<=', (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
};
