import type {
  Comparison,
  ComparisonOperator,
  ComparisonReference,
  Condition,
  ParameterType,
} from '@farm3d/api';
import type { FormValues } from '@farm3d/ui';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** A comparison, or that no readings come. */
export type SettingOperator = ComparisonOperator | 'silent';
/** What a number is compared with: a fixed one, another reading, its own of some time ago, or what was forecast of it. */
export const BOUNDS = ['fixed', 'key', 'past', 'forecast'] as const;

/** In place of a key: any reading of the device. */
export const ANY_KEY = '*';
/** Indices of the parts that the form can show: comparisons and silences. */
export const PARTS = [0, 1, 2, 3, 4] as const;

/** Key of a field of a part: those of the first have no number. */
export const partField = (field: string, part: number): string => (part === 0 ? field : `${field}${part}`);

/** Operators by type: only numbers have an order. */
export const operatorsOf = (type: ParameterType): readonly SettingOperator[] =>
  type === 'NUMERIC' ? ['>', '>=', '<', '<=', '==', '!=', 'silent'] : ['==', '!=', 'silent'];

/** Whether the operator compares by order: only these have a hysteresis and another bound than a fixed one. */
const isOrder = (op: SettingOperator): boolean => ['>', '>=', '<', '<='].includes(op);

/** Text of a field; '' for none. */
export const textOf = (values: FormValues, key: string): string => {
  const value = values[key];
  return typeof value === 'string' ? value.trim() : '';
};
export const operatorOf = (values: FormValues, part: number): SettingOperator =>
  textOf(values, partField('op', part)) as SettingOperator;
/** Whether the part has another bound than a fixed one, or may have. */
export const isOrdered = (values: FormValues, part: number, type: ParameterType): boolean =>
  type === 'NUMERIC' && isOrder(operatorOf(values, part));
/** Whether the form shows the part. */
export const isPartOn = (values: FormValues, part: number): boolean =>
  PARTS.slice(1, part + 1).every((at) => values[partField('more', at)] === true);

const isCombination = (condition: Condition): boolean =>
  'all' in condition || 'any' in condition || 'not' in condition;

/** The parts of a condition that the form can change: comparisons and silences, all or any of them; else null. */
export function shownParts(condition: Condition): readonly Condition[] | null {
  if (!isCombination(condition)) return [condition];
  const parts = 'all' in condition ? condition.all : 'any' in condition ? condition.any : [];
  const isFlat = parts.length > 1 && parts.length <= PARTS.length;
  return isFlat && !parts.some((part) => isCombination(part)) ? parts : null;
}

const hoursText = (ms: number): string => String(ms / HOUR_MS);

/** What a comparison is compared with. */
function boundValues({ value, than }: Partial<Comparison>): Readonly<Record<string, string>> {
  const amount = typeof value === 'number' ? String(value) : '';
  return {
    bound: than ? '' : amount,
    added: than && value !== 0 ? amount : '',
    than: !than ? 'fixed' : 'key' in than ? 'key' : 'agoMs' in than ? 'past' : 'forecast',
    otherKey: than && 'key' in than ? than.key : '',
    agoHours: than && 'agoMs' in than ? hoursText(than.agoMs) : '24',
    forecastHours: than && 'forecastHours' in than ? String(than.forecastHours) : '24',
  };
}

function partValues(condition: Condition | undefined, firstKey: string | null): FormValues {
  const comparison = condition && 'op' in condition ? condition : undefined;
  const silence = condition && 'silentForMs' in condition ? condition : undefined;
  const { otherKey = '', ...bound } = boundValues(comparison ?? {});
  return {
    key: comparison?.key ?? firstKey,
    op: silence ? 'silent' : (comparison?.op ?? '>'),
    ...bound,
    otherKey: otherKey === '' ? null : otherKey,
    state: comparison?.value === false ? 'false' : 'true',
    word: typeof comparison?.value === 'string' ? comparison.value : '',
    hysteresis: comparison?.hysteresis ? String(comparison.hysteresis) : '',
    silentKey: silence?.key ?? ANY_KEY,
    silentMinutes: silence ? String(silence.silentForMs / MINUTE_MS) : '',
  };
}

/** A condition as values of the form; null: a new one. */
export function conditionValues(condition: Condition | null, firstKey: string | null): FormValues {
  const parts = condition === null ? [] : (shownParts(condition) ?? []);
  const fields = PARTS.flatMap((at) => [
    ...Object.entries(partValues(parts[at], firstKey)).map(
      ([field, value]) => [partField(field, at), value] as const,
    ),
    ...(at === 0 ? [] : [[partField('more', at), at < parts.length] as const]),
  ]);
  return { ...Object.fromEntries(fields), match: condition && 'any' in condition ? 'any' : 'all' };
}

/** The bound of a part that is not a fixed number. */
function referenceOf(values: FormValues, part: number): ComparisonReference | null {
  const text = (field: string): string => textOf(values, partField(field, part));
  switch (text('than')) {
    case 'key':
      return { key: text('otherKey') };
    case 'past':
      return { agoMs: Math.round(Number(text('agoHours')) * HOUR_MS) };
    case 'forecast':
      return { forecastHours: Number(text('forecastHours')) };
    default:
      return null;
  }
}

function partOf(values: FormValues, part: number, type: ParameterType): Condition {
  const text = (field: string): string => textOf(values, partField(field, part));
  const op = operatorOf(values, part);
  if (op === 'silent') {
    const key = text('silentKey');
    const silentForMs = Math.round(Number(text('silentMinutes')) * MINUTE_MS);
    return key === ANY_KEY || key === '' ? { silentForMs } : { silentForMs, key };
  }
  const key = text('key');
  if (type === 'BOOLEAN') return { key, op, value: text('state') === 'true' };
  if (type === 'STRING') return { key, op, value: text('word') };
  if (!isOrder(op)) return { key, op, value: Number(text('bound')) };
  const than = referenceOf(values, part);
  const hysteresis = Number(text('hysteresis'));
  return {
    key,
    op,
    value: Number(text(than ? 'added' : 'bound')),
    ...(than && { than }),
    ...(hysteresis > 0 && { hysteresis }),
  };
}

/** The condition of the form, with the types of the keys of its parts. */
export function conditionOf(values: FormValues, types: readonly ParameterType[]): Condition {
  const parts = PARTS.filter((at) => isPartOn(values, at)).map((at) =>
    partOf(values, at, types[at] ?? 'NUMERIC'),
  );
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return values['match'] === 'any' ? { any: parts } : { all: parts };
}

/** Keys of the comparisons and silences of a condition, each once, as they stand; not those that they are compared with. */
export function conditionKeys(condition: Condition): readonly string[] {
  if ('all' in condition) return [...new Set(condition.all.flatMap(conditionKeys))];
  if ('any' in condition) return [...new Set(condition.any.flatMap(conditionKeys))];
  if ('not' in condition) return conditionKeys(condition.not);
  return condition.key === undefined ? [] : [condition.key];
}
