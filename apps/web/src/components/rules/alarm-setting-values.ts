import type { AlarmSetting, AlarmSettingDraft, AlarmSeverity, Condition, ParameterType } from '@farm3d/api';
import type { FormValues } from '@farm3d/ui';
import { conditionKeys, conditionOf, conditionValues, shownParts, textOf } from './alarm-condition-values.ts';

const MINUTE_MS = 60_000;

/** A value of a device that alarm settings can watch. */
export interface WatchedKey {
  readonly key: string;
  /** In the present language. */
  readonly name: string;
  readonly unit: string;
  readonly type: ParameterType;
}

/** Indices of the escalations that a setting can have. */
export const ESCALATIONS = [0, 1, 2, 3, 4] as const;
const EVERY_DAY = ['1', '2', '3', '4', '5', '6', '7'];

const typeOfValue = (value: unknown): ParameterType =>
  typeof value === 'boolean' ? 'BOOLEAN' : typeof value === 'string' ? 'STRING' : 'NUMERIC';

/** The keys to choose from, with those that the setting watches, which may be none of them. */
export function keysWith(
  keys: readonly WatchedKey[],
  setting: AlarmSetting | null,
  nameKey: (key: string) => { readonly name: string; readonly unit: string },
): readonly WatchedKey[] {
  const missing = new Map<string, ParameterType>();
  const add = (key: string | undefined, value: unknown): void => {
    if (key !== undefined && !missing.has(key) && keys.every((one) => one.key !== key))
      missing.set(key, typeOfValue(value));
  };
  for (const part of setting === null ? [] : (shownParts(setting.condition) ?? [])) {
    if ('key' in part) add(part.key, 'value' in part ? part.value : undefined);
    if ('than' in part && part.than && 'key' in part.than) add(part.than.key, undefined);
  }
  return missing.size === 0
    ? keys
    : [...keys, ...[...missing].map(([key, type]) => ({ key, ...nameKey(key), type }))];
}

const minutesText = (ms: number): string => String(ms / MINUTE_MS);

/** A setting as values of the form. @param firstKey chosen in a new one */
export function valuesOf(setting: AlarmSettingDraft | null, firstKey: string | null): FormValues {
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
        const step = setting?.escalations?.[index];
        return [
          [`after${index}`, step ? minutesText(step.afterMs) : ''] as const,
          [`afterSeverity${index}`, step?.severity ?? 'CRITICAL'] as const,
        ];
      }),
    ),
  };
}

const milliseconds = (values: FormValues, key: string): number =>
  Math.round(Number(textOf(values, key)) * MINUTE_MS);

/** The attribute of a setting: of several the one that it had. */
function identifyOf(condition: Condition, before: AlarmSetting | null): string | null {
  const keys = conditionKeys(condition);
  const known = before?.identify ?? null;
  return known !== null && keys.length > 1 && keys.includes(known) ? known : (keys[0] ?? null);
}

/** The steps up to the first without a time. */
function escalationsOf(values: FormValues): AlarmSetting['escalations'] {
  const end = ESCALATIONS.findIndex((index) => textOf(values, `after${index}`) === '');
  return ESCALATIONS.slice(0, end < 0 ? undefined : end).map((index) => ({
    afterMs: milliseconds(values, `after${index}`),
    severity: textOf(values, `afterSeverity${index}`) as AlarmSeverity,
  }));
}

/**
 * The values of a form without errors as a setting.
 * @param before the setting that is changed: its condition stays where the form cannot show it
 * @param types of the keys of the parts
 */
export function draftOf(
  values: FormValues,
  { before, types }: { readonly before: AlarmSetting | null; readonly types: readonly ParameterType[] },
): Omit<AlarmSetting, 'id' | 'enabled' | 'inherited'> & AlarmSettingDraft {
  const isKept = before !== null && shownParts(before.condition) === null;
  const condition = isKept ? before.condition : conditionOf(values, types);
  return {
    name: textOf(values, 'name'),
    severity: textOf(values, 'severity') as AlarmSeverity,
    identify: isKept ? before.identify : identifyOf(condition, before),
    condition,
    durationMs: milliseconds(values, 'duration'),
    repeat: Number(textOf(values, 'repeat')),
    clearDurationMs: milliseconds(values, 'clearDuration'),
    schedule:
      values['scheduled'] === true
        ? {
            timeZone: textOf(values, 'timeZone'),
            days: (values['days'] as readonly string[]).map(Number).toSorted((a, b) => a - b),
            from: textOf(values, 'from').slice(0, 'HH:mm'.length),
            to: textOf(values, 'to').slice(0, 'HH:mm'.length),
          }
        : null,
    reminderMs: milliseconds(values, 'reminder'),
    workOrder: values['workOrder'] === true,
    escalations: escalationsOf(values),
  };
}
