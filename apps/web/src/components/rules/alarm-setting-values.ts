import type {
  AlarmSetting,
  AlarmSettingDraft,
  AlarmSeverity,
  Condition,
  ParameterType,
  ProductAttribute,
} from '@farm3d/api';
import type { FormValues } from '@farm3d/ui';
import { conditionKeys, conditionOf, conditionValues, shownParts, textOf } from './alarm-condition-values.ts';
import { t } from './zh-CN.ts';
import { term } from '../../platform/locale.ts';
import { readingLines } from '../../platform/readings.ts';

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

const DAY_MS = 24 * 60 * MINUTE_MS;

type Written = Omit<AlarmSettingDraft, 'name' | 'condition'>;

interface AlarmTemplateRule extends Written {
  readonly id: 'dry' | 'frost' | 'heat' | 'cooler' | 'wind' | 'battery' | 'silent';
  /** Keys that it is about, the best first, and their unit; without: any reading of the device. */
  readonly of?: { readonly keys: readonly RegExp[]; readonly unit: string };
  readonly condition: (key: string) => Condition;
}

const AIR = { keys: [/^(?:air|indoor)Temperature$/i, /temperature/i], unit: '℃' } as const;

/** What farms watch most; thresholds are a beginning, which the trial on the past helps to adjust. */
const RULES: readonly AlarmTemplateRule[] = [
  {
    id: 'dry',
    of: { keys: [/^soilMoisture20$/, /soilMoisture/i], unit: '%' },
    condition: (key) => ({ key, op: '<', value: 12, hysteresis: 2 }),
    severity: 'MAJOR',
    durationMs: 30 * MINUTE_MS,
  },
  {
    id: 'frost',
    of: AIR,
    condition: (key) => ({ key, op: '<', value: 2, hysteresis: 1 }),
    severity: 'CRITICAL',
    reminderMs: 30 * MINUTE_MS,
  },
  {
    id: 'heat',
    of: AIR,
    condition: (key) => ({ key, op: '>', value: 35, hysteresis: 2 }),
    severity: 'MAJOR',
    durationMs: 10 * MINUTE_MS,
  },
  {
    id: 'cooler',
    of: AIR,
    condition: (key) => ({ key, op: '<', value: -8, than: { agoMs: DAY_MS } }),
    severity: 'MINOR',
    durationMs: 10 * MINUTE_MS,
  },
  {
    id: 'wind',
    of: { keys: [/^windSpeed$/i], unit: 'm/s' },
    condition: (key) => ({ key, op: '>', value: 14, hysteresis: 3 }),
    severity: 'MAJOR',
  },
  {
    id: 'battery',
    of: { keys: [/^batteryVoltage$/i], unit: 'V' },
    condition: (key) => ({ key, op: '<', value: 3.4, hysteresis: 0.1 }),
    severity: 'WARNING',
    repeat: 3,
    workOrder: true,
  },
  {
    id: 'silent',
    condition: () => ({ silentForMs: 120 * MINUTE_MS }),
    severity: 'MINOR',
  },
];

/** A usual alarm setting that fits what a device measures. */
export interface AlarmTemplate {
  readonly id: AlarmTemplateRule['id'];
  readonly setting: AlarmSettingDraft;
}

/** The key that a template is about: the best of those that are measured in its unit. */
function keyOf({ of }: AlarmTemplateRule, watched: readonly WatchedKey[]): string | undefined {
  const usable = watched.filter(({ type, unit }) => type === 'NUMERIC' && unit === of?.unit);
  for (const wanted of of?.keys ?? []) {
    const found = usable.find(({ key }) => wanted.test(key));
    if (found) return found.key;
  }
  return undefined;
}

/** The templates that fit these keys, in the present language. */
export function alarmTemplates(watched: readonly WatchedKey[]): readonly AlarmTemplate[] {
  return RULES.flatMap((rule): AlarmTemplate[] => {
    const key = keyOf(rule, watched);
    if (rule.of && key === undefined) return [];
    const { id, of: _of, condition, ...written } = rule;
    return [{ id, setting: { name: t(`rule.template.${id}`), ...written, condition: condition(key ?? '') } }];
  });
}

/** The values of attributes as alarm settings watch them, in the present language. */
export function watchedKeys(attributes: readonly ProductAttribute[]): WatchedKey[] {
  const types = new Map(
    attributes.flatMap(({ parameters }) => parameters.map(({ key, type }) => [key, type] as const)),
  );
  return readingLines(attributes).map(({ key, name, unit }) => ({
    key,
    name: term(key, name),
    unit,
    type: types.get(key) ?? 'NUMERIC',
  }));
}
