import type {
  AlarmSetting,
  AlarmSettingDraft,
  AlarmSeverity,
  ComparisonOperator,
  Condition,
  ParameterType,
} from '@farm3d/api';
import type { FormValues } from '@farm3d/ui';

const MINUTE_MS = 60_000;

/** A value of a device that alarm settings can watch. */
export interface WatchedKey {
  readonly key: string;
  /** In the present language. */
  readonly name: string;
  readonly unit: string;
  readonly type: ParameterType;
}

/** A comparison, or that no readings come. */
export type SettingOperator = ComparisonOperator | 'silent';

/** In place of a key: any reading of the device. */
export const ANY_KEY = '*';
/** Indices of the escalations that a setting can have. */
export const ESCALATIONS = [0, 1, 2, 3, 4] as const;
const EVERY_DAY = ['1', '2', '3', '4', '5', '6', '7'];

/** Operators by type: only numbers have an order. */
export const operatorsOf = (type: ParameterType): readonly SettingOperator[] =>
  type === 'NUMERIC' ? ['>', '>=', '<', '<=', '==', '!=', 'silent'] : ['==', '!=', 'silent'];

/** Whether the form can change the condition: one comparison with a constant, or one silence. */
export const isSimple = (condition: Condition): boolean =>
  'silentForMs' in condition || ('op' in condition && condition.than === undefined);

const typeOfValue = (value: unknown): ParameterType =>
  typeof value === 'boolean' ? 'BOOLEAN' : typeof value === 'string' ? 'STRING' : 'NUMERIC';

/** The keys to choose from, with the one that the setting watches, which may be none of them. */
export function keysWith(
  keys: readonly WatchedKey[],
  setting: AlarmSetting | null,
  nameKey: (key: string) => { readonly name: string; readonly unit: string },
): readonly WatchedKey[] {
  const condition = setting?.condition;
  const key = condition && 'key' in condition ? condition.key : undefined;
  if (key === undefined || keys.some((one) => one.key === key)) return keys;
  const type = condition && 'value' in condition ? typeOfValue(condition.value) : 'NUMERIC';
  return [...keys, { key, ...nameKey(key), type }];
}

const minutesText = (ms: number): string => String(ms / MINUTE_MS);

function conditionValues(condition: Condition | null, firstKey: string | null): FormValues {
  const comparison = condition && 'op' in condition ? condition : null;
  const silence = condition && 'silentForMs' in condition ? condition : null;
  const value = comparison?.value;
  return {
    key: comparison?.key ?? firstKey,
    op: silence ? 'silent' : (comparison?.op ?? '>'),
    bound: typeof value === 'number' ? String(value) : '',
    state: value === false ? 'false' : 'true',
    word: typeof value === 'string' ? value : '',
    hysteresis: comparison?.hysteresis ? String(comparison.hysteresis) : '',
    silentKey: silence?.key ?? ANY_KEY,
    silentMinutes: silence ? minutesText(silence.silentForMs) : '',
  };
}

/** A setting as values of the form. @param firstKey chosen in a new one */
export function valuesOf(setting: AlarmSetting | null, firstKey: string | null): FormValues {
  const schedule = setting?.schedule ?? null;
  return {
    name: setting?.name ?? '',
    severity: setting?.severity ?? 'WARNING',
    ...conditionValues(setting?.condition ?? null, firstKey),
    duration: minutesText(setting?.durationMs ?? 0),
    repeat: String(setting?.repeat ?? 1),
    clearDuration: minutesText(setting?.clearDurationMs ?? 0),
    scheduled: schedule !== null,
    days: schedule?.days.map(String) ?? EVERY_DAY,
    from: schedule?.from ?? '00:00',
    to: schedule?.to ?? '00:00',
    timeZone: schedule?.timeZone ?? 'Asia/Shanghai',
    reminder: minutesText(setting?.reminderMs ?? 0),
    workOrder: setting?.workOrder ?? false,
    ...Object.fromEntries(
      ESCALATIONS.flatMap((index) => {
        const step = setting?.escalations[index];
        return [
          [`after${index}`, step ? minutesText(step.afterMs) : ''] as const,
          [`afterSeverity${index}`, step?.severity ?? 'CRITICAL'] as const,
        ];
      }),
    ),
  };
}

const text = (values: FormValues, key: string): string => {
  const value = values[key];
  return typeof value === 'string' ? value.trim() : '';
};
const milliseconds = (values: FormValues, key: string): number =>
  Math.round(Number(text(values, key)) * MINUTE_MS);

/** The condition of the form for a key of this type. */
function conditionOf(values: FormValues, type: ParameterType): Condition {
  const op = text(values, 'op') as SettingOperator;
  if (op === 'silent') {
    const key = text(values, 'silentKey');
    const silentForMs = milliseconds(values, 'silentMinutes');
    return key === ANY_KEY || key === '' ? { silentForMs } : { silentForMs, key };
  }
  const key = text(values, 'key');
  if (type === 'BOOLEAN') return { key, op, value: text(values, 'state') === 'true' };
  if (type === 'STRING') return { key, op, value: text(values, 'word') };
  const hysteresis = op === '==' || op === '!=' ? 0 : Number(text(values, 'hysteresis'));
  return { key, op, value: Number(text(values, 'bound')), ...(hysteresis > 0 ? { hysteresis } : {}) };
}

/** The steps up to the first without a time. */
function escalationsOf(values: FormValues): AlarmSetting['escalations'] {
  const end = ESCALATIONS.findIndex((index) => text(values, `after${index}`) === '');
  return ESCALATIONS.slice(0, end < 0 ? undefined : end).map((index) => ({
    afterMs: milliseconds(values, `after${index}`),
    severity: text(values, `afterSeverity${index}`) as AlarmSeverity,
  }));
}

/**
 * The values of a form without errors as a setting.
 * @param before the setting that is changed: its condition stays where the form cannot show it
 */
export function draftOf(
  values: FormValues,
  { before, type }: { readonly before: AlarmSetting | null; readonly type: ParameterType },
): Omit<AlarmSetting, 'id' | 'enabled' | 'inherited'> & AlarmSettingDraft {
  const isKept = before !== null && !isSimple(before.condition);
  const condition = isKept ? before.condition : conditionOf(values, type);
  return {
    name: text(values, 'name'),
    severity: text(values, 'severity') as AlarmSeverity,
    identify: isKept ? before.identify : 'key' in condition ? (condition.key ?? null) : null,
    condition,
    durationMs: milliseconds(values, 'duration'),
    repeat: Number(text(values, 'repeat')),
    clearDurationMs: milliseconds(values, 'clearDuration'),
    schedule:
      values['scheduled'] === true
        ? {
            timeZone: text(values, 'timeZone'),
            days: (values['days'] as readonly string[]).map(Number).toSorted((a, b) => a - b),
            from: text(values, 'from').slice(0, 'HH:mm'.length),
            to: text(values, 'to').slice(0, 'HH:mm'.length),
          }
        : null,
    reminderMs: milliseconds(values, 'reminder'),
    workOrder: values['workOrder'] === true,
    escalations: escalationsOf(values),
  };
}
