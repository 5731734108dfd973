import type {
  Comparison,
  ComparisonOperator,
  ComparisonReference,
  Condition,
  ParameterType,
} from '@farm3d/api';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Whether all parts must hold, or any. */
export type Match = 'all' | 'any';

/** A comparison or a silence in the editor: numbers are texts while they are typed. */
export interface PartForm {
  readonly kind: 'comparison' | 'silence';
  /** Empty: not chosen yet. */
  readonly deviceId: string;
  /** Empty: not chosen yet; of a silence: any reading. */
  readonly key: string;
  readonly type: ParameterType;
  readonly op: ComparisonOperator;
  /** What a number is compared with: a fixed one, another reading, its own of some time ago, or what was forecast then. */
  readonly than: 'fixed' | 'key' | 'past' | 'forecast';
  /** 'true' or 'false' of a switch; beside another reading: what is added to it, empty for nothing. */
  readonly value: string;
  /** The other reading. Empty: not chosen yet. */
  readonly otherDeviceId: string;
  readonly otherKey: string;
  /** How long ago it was read or forecast. */
  readonly hours: string;
  readonly hysteresis: string;
  /** Of a silence. */
  readonly minutes: string;
}

/** Parts that belong together. */
export interface GroupForm {
  readonly match: Match;
  /** Whether the group must not hold. */
  readonly negated: boolean;
  readonly parts: readonly PartForm[];
}

/** A condition in the editor: groups of parts, or a deeper tree, which is kept as it stands. */
export type ConditionForm =
  | { readonly kind: 'groups'; readonly match: Match; readonly groups: readonly GroupForm[] }
  | { readonly kind: 'kept'; readonly condition: Condition };

export const NO_CONDITION: ConditionForm = { kind: 'groups', match: 'all', groups: [] };

export const EMPTY_PART: PartForm = {
  kind: 'comparison',
  deviceId: '',
  key: '',
  type: 'NUMERIC',
  op: '<',
  than: 'fixed',
  value: '',
  otherDeviceId: '',
  otherKey: '',
  hours: '24',
  hysteresis: '',
  minutes: '10',
};

export const EMPTY_GROUP: GroupForm = { match: 'all', negated: false, parts: [EMPTY_PART] };

/** Whether an operator compares by order: only these have a hysteresis. */
export const isOrder = (op: ComparisonOperator): boolean => op !== '==' && op !== '!=';

/** What a comparison compares with. */
function otherOf({ than, value, deviceId = '' }: Comparison): Partial<PartForm> {
  if (!than) return { value: String(value) };
  const added = value === 0 ? '' : String(value);
  if ('agoMs' in than) return { than: 'past', value: added, hours: String(than.agoMs / HOUR_MS) };
  if ('forecastHours' in than) return { than: 'forecast', value: added, hours: String(than.forecastHours) };
  return { than: 'key', value: added, otherDeviceId: than.deviceId ?? deviceId, otherKey: than.key };
}

/** The other reading of a part; undefined: it compares with a fixed value. */
function referenceOf(part: PartForm): ComparisonReference | undefined {
  const { than, deviceId, otherDeviceId, otherKey, hours } = part;
  if (part.type !== 'NUMERIC' || !isOrder(part.op)) return undefined;
  if (than === 'past') return { agoMs: Math.round(numberOf(hours) * HOUR_MS) };
  if (than === 'forecast') return { forecastHours: Math.round(numberOf(hours)) };
  if (than !== 'key') return undefined;
  return otherDeviceId === deviceId ? { key: otherKey } : { key: otherKey, deviceId: otherDeviceId };
}

function partOf(condition: Condition): PartForm | null {
  if ('all' in condition || 'any' in condition || 'not' in condition) return null;
  const { deviceId = '', key = '' } = condition;
  if ('silentForMs' in condition)
    return {
      ...EMPTY_PART,
      kind: 'silence',
      deviceId,
      key,
      minutes: String(condition.silentForMs / MINUTE_MS),
    };
  const { op, value, hysteresis } = condition;
  const type = typeof value === 'number' ? 'NUMERIC' : typeof value === 'boolean' ? 'BOOLEAN' : 'STRING';
  return {
    ...EMPTY_PART,
    deviceId,
    key,
    type,
    op,
    ...otherOf(condition),
    hysteresis: hysteresis === undefined ? '' : String(hysteresis),
  };
}

function groupOf(condition: Condition): GroupForm | null {
  if ('not' in condition) {
    const group = groupOf(condition.not);
    return group && { ...group, negated: !group.negated };
  }
  const list = 'all' in condition ? condition.all : 'any' in condition ? condition.any : [condition];
  const parts = list.flatMap((one) => partOf(one) ?? []);
  if (parts.length !== list.length) return null;
  return { match: 'any' in condition ? 'any' : 'all', negated: false, parts };
}

/** A stored condition in the editor; null: always. */
export function conditionFormOf(condition: Condition | null): ConditionForm {
  if (condition === null) return NO_CONDITION;
  const whole = groupOf(condition);
  if (whole) return { kind: 'groups', match: 'all', groups: [whole] };
  if ('all' in condition || 'any' in condition) {
    const list = 'all' in condition ? condition.all : condition.any;
    const groups = list.flatMap((one) => groupOf(one) ?? []);
    if (groups.length === list.length)
      return { kind: 'groups', match: 'all' in condition ? 'all' : 'any', groups };
  }
  return { kind: 'kept', condition };
}

function conditionOfPart(part: PartForm): Condition {
  const { deviceId, key, type, op, value, hysteresis, minutes } = part;
  if (part.kind === 'silence') {
    const silentForMs = Math.round(Number(minutes) * MINUTE_MS);
    return key === '' ? { silentForMs, deviceId } : { silentForMs, deviceId, key };
  }
  const than = referenceOf(part);
  const bound = type === 'NUMERIC' ? numberOf(value) : type === 'BOOLEAN' ? value === 'true' : value;
  const comparison: Comparison = than
    ? { deviceId, key, op, value: value.trim() === '' ? 0 : numberOf(value), than }
    : { deviceId, key, op, value: bound };
  return isOrder(op) && hysteresis.trim() !== ''
    ? { ...comparison, hysteresis: numberOf(hysteresis) }
    : comparison;
}

const combined = (match: Match, parts: readonly Condition[]): Condition => {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return match === 'all' ? { all: [...parts] } : { any: [...parts] };
};

/** The condition of the editor; null without a part. */
export function conditionOf(form: ConditionForm): Condition | null {
  if (form.kind === 'kept') return form.condition;
  const groups = form.groups
    .filter(({ parts }) => parts.length > 0)
    .map(({ match, negated, parts }): Condition => {
      const condition = combined(
        match,
        parts.map((part) => conditionOfPart(part)),
      );
      return negated ? { not: condition } : condition;
    });
  return groups.length === 0 ? null : combined(form.match, groups);
}

/** The number of a typed text; NaN: it is none. */
export const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
