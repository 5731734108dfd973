import { isRounded } from '../exact-json.ts';
import type { JsonValue } from '../json-value.ts';
import { MAX_NUMBER, ROUNDED_INTEGER, type Problem, type Reading } from './reading.ts';

/** Declaration of one key in a product model. */
export interface KeyRule {
  readonly type: 'NUMERIC' | 'BOOLEAN' | 'STRING';
  /** Smallest and greatest number, both included; null = no bound. */
  readonly min: number | null;
  readonly max: number | null;
}

export type KeyRules = ReadonlyMap<string, KeyRule>;

/**
 * Validates readings against a product model. A declared key must have its type; a number outside its declared range
 * is stored and flagged; undeclared keys are stored as they are (readings 27). Valid keys of a message are stored when
 * others are invalid: a broken rain gauge must not cost the temperature beside it. Each invalid or flagged key becomes
 * a problem that the response names. The values are changed in place: they belong to the caller's message.
 *
 * Text that contains a number ("26", " 6.5 ") counts as the number where a number is declared, as in ThingsBoard; 0
 * and 1 count as booleans.
 */
export function validateReadings(
  readings: readonly Reading[],
  rules: KeyRules,
): { readings: readonly Reading[]; problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const kept: Reading[] = [];
  for (const { ts, values } of readings) {
    const outside: string[] = [];
    for (const key in values) {
      const rule = rules.get(key);
      if (!rule) continue;
      const sent = values[key] ?? null;
      const value = asDeclared(sent, rule);
      if (value === undefined) {
        const rounds = rule.type === 'NUMERIC' && typeof sent === 'string' && isRounded(sent);
        problems.push({ field: key, reason: rounds ? ROUNDED_INTEGER : REFUSALS[rule.type] });
        delete values[key];
        continue;
      }
      if (value !== sent) values[key] = value;
      if (typeof value === 'number' && isOutside(value, rule)) {
        const reason = `must lie between ${rule.min ?? '-∞'} and ${rule.max ?? '∞'}, was ${value}`;
        problems.push({ field: key, reason, outside: true });
        outside.push(key);
      }
    }
    // A message whose keys were all invalid leaves nothing to store.
    if (hasKeys(values)) kept.push(outside.length > 0 ? { ts, values, outside } : { ts, values });
  }
  return { readings: kept, problems };
}

const REFUSALS = {
  NUMERIC: 'must be a number',
  BOOLEAN: 'must be true or false',
  STRING: 'must be text',
} as const;

/** The value in its declared type; undefined: it is refused. */
function asDeclared(value: JsonValue, { type }: KeyRule): JsonValue | undefined {
  if (type === 'STRING') return typeof value === 'string' ? value : undefined;
  if (type === 'BOOLEAN') return SWITCH_POSITIONS.get(value);
  const isNumberText = typeof value === 'string' && NUMBER_TEXT.test(value) && !isRounded(value);
  const number = isNumberText ? Number(value) : value;
  return typeof number === 'number' && Math.abs(number) <= MAX_NUMBER ? number : undefined;
}

function isOutside(value: number, { min, max }: KeyRule): boolean {
  return (min !== null && value < min) || (max !== null && value > max);
}

function hasKeys(values: Reading['values']): boolean {
  for (const _key in values) return true;
  return false;
}

/** Blanks around it are ignored; `.5` and `5.` are numbers, hexadecimal forms are not. */
const NUMBER_TEXT = /^\s{0,8}[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?\s{0,8}$/;
const SWITCH_POSITIONS = new Map<JsonValue, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['1', true],
  ['0', false],
  ['true', true],
  ['false', false],
]);
