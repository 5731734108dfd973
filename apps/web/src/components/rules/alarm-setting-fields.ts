import type { AlarmSeverity } from '@farm3d/api';
import type { FormField, FormValues } from '@farm3d/ui';
import {
  ANY_KEY,
  ESCALATIONS,
  operatorsOf,
  type SettingOperator,
  type WatchedKey,
} from './alarm-setting-values.ts';
import { t } from './texts.ts';

const NAME_MAX = 64;
const WORD_MAX = 256;
/** Characters of a number, as long as JavaScript writes them. */
const NUMBER_LENGTH = 24;
/** A week and 31 days, minutes: the limits of the server. */
const MAX_DURATION = 7 * 24 * 60;
const MAX_SILENCE = 31 * 24 * 60;
/** A little more than a second, the least silence. */
const MIN_SILENCE = 0.02;
const MAX_REPEAT = 1000;
const MAX_BOUND = 1e15;
const SEVERITIES: readonly AlarmSeverity[] = ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING'];

const severities = () => SEVERITIES.map((value) => ({ value, label: t(`alarms.severity.${value}`) }));
const textOf = (values: FormValues, key: string): string => {
  const value = values[key];
  return typeof value === 'string' ? value.trim() : '';
};
const operatorOf = (values: FormValues): SettingOperator => textOf(values, 'op') as SettingOperator;
const isSilent = (values: FormValues): boolean => operatorOf(values) === 'silent';
const isCompared = (values: FormValues): boolean => !isSilent(values);

const minutes = (key: string, label: string, rest: Partial<FormField> = {}): FormField => ({
  key,
  type: 'number',
  decimal: 'any',
  label,
  unit: t('rule.setting.unit.minutes'),
  max: MAX_DURATION,
  maxLength: NUMBER_LENGTH,
  required: true,
  isHalf: true,
  ...rest,
});

/** What is compared: of all types, those of the chosen key are visible. */
function valueFields({ type, unit }: Pick<WatchedKey, 'type' | 'unit'>): readonly FormField[] {
  const of = (wanted: WatchedKey['type']) => ({
    required: true,
    isHalf: true,
    isVisible: (values: FormValues): boolean => type === wanted && isCompared(values),
  });
  const number = { type: 'number', decimal: 'any', unit, max: MAX_BOUND, maxLength: NUMBER_LENGTH } as const;
  return [
    { ...of('NUMERIC'), ...number, key: 'bound', label: t('rule.setting.bound'), min: -MAX_BOUND },
    {
      ...number,
      key: 'hysteresis',
      label: t('rule.setting.hysteresis'),
      hint: t('rule.setting.hysteresis.hint'),
      isHalf: true,
      isVisible: (values) => type === 'NUMERIC' && ['>', '>=', '<', '<='].includes(operatorOf(values)),
    },
    {
      ...of('BOOLEAN'),
      key: 'state',
      type: 'select',
      label: t('rule.setting.state'),
      options: [
        { value: 'true', label: t('common.yes') },
        { value: 'false', label: t('common.no') },
      ],
    },
    {
      ...of('STRING'),
      key: 'word',
      type: 'text',
      label: t('rule.setting.word'),
      maxLength: WORD_MAX,
    },
  ];
}

function conditionFields(keys: readonly WatchedKey[], chosen: WatchedKey | undefined): readonly FormField[] {
  const type = chosen?.type ?? 'NUMERIC';
  const options = keys.map(({ key, name, unit }) => ({ value: key, label: name, note: unit }));
  const shared = { type: 'select', label: t('rule.setting.key'), required: true, isHalf: true } as const;
  return [
    {
      ...shared,
      key: 'key',
      options,
      hint: keys.length === 0 ? t('rule.setting.key.none') : undefined,
      isVisible: isCompared,
    },
    {
      ...shared,
      key: 'silentKey',
      options: [{ value: ANY_KEY, label: t('rule.anyReading') }, ...options],
      isVisible: isSilent,
    },
    {
      key: 'op',
      type: 'select',
      label: t('rule.setting.op'),
      required: true,
      isHalf: true,
      options: operatorsOf(type).map((value) => ({ value, label: t(`rule.setting.op.${value}`) })),
    },
    ...valueFields({ type, unit: chosen?.unit ?? '' }),
    minutes('silentMinutes', t('rule.setting.silentMinutes'), {
      min: MIN_SILENCE,
      max: MAX_SILENCE,
      isVisible: isSilent,
    }),
  ];
}

const lastingFields = (): readonly FormField[] => [
  minutes('duration', t('rule.setting.duration'), { hint: t('rule.setting.duration.hint') }),
  {
    key: 'repeat',
    type: 'number',
    label: t('rule.setting.repeat'),
    hint: t('rule.setting.repeat.hint'),
    min: 1,
    max: MAX_REPEAT,
    required: true,
    isHalf: true,
  },
  minutes('clearDuration', t('rule.setting.clearDuration'), { hint: t('rule.setting.clearDuration.hint') }),
];

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function scheduleFields(): readonly FormField[] {
  const isVisible = (values: FormValues): boolean => values['scheduled'] === true;
  const time = { type: 'time', required: true, isHalf: true, isVisible } as const;
  return [
    { key: 'scheduled', type: 'switch', label: t('rule.setting.scheduled') },
    {
      key: 'days',
      type: 'select',
      multiple: true,
      maxLength: 7,
      label: t('rule.setting.days'),
      required: true,
      isVisible,
      options: (['1', '2', '3', '4', '5', '6', '7'] as const).map((value) => ({
        value,
        label: t(`rule.day.${value}`),
      })),
    },
    { ...time, key: 'from', label: t('rule.setting.from') },
    { ...time, key: 'to', label: t('rule.setting.to'), hint: t('rule.setting.to.hint') },
    {
      key: 'timeZone',
      type: 'text',
      label: t('rule.setting.timeZone'),
      required: true,
      isVisible,
      check: (value) =>
        typeof value === 'string' && isTimeZone(value.trim()) ? null : t('rule.setting.timeZone.wrong'),
    },
  ];
}

/** A step appears when the one before it has a time. */
function escalationFields(): readonly FormField[] {
  return ESCALATIONS.flatMap((index): FormField[] => {
    const before = (values: FormValues): string => textOf(values, `after${index - 1}`);
    const isVisible = (values: FormValues): boolean =>
      ESCALATIONS.slice(0, index).every((earlier) => textOf(values, `after${earlier}`) !== '');
    const n = index + 1;
    return [
      minutes(`after${index}`, t('rule.setting.after', { n }), {
        hint: t('rule.setting.after.hint'),
        required: false,
        isVisible,
        check: (value, values) =>
          index === 0 || value === '' || Number(value) > Number(before(values))
            ? null
            : t('rule.setting.after.later'),
      }),
      {
        key: `afterSeverity${index}`,
        type: 'select',
        label: t('rule.setting.afterSeverity', { n }),
        isHalf: true,
        options: severities(),
        isVisible: (values) => isVisible(values) && textOf(values, `after${index}`) !== '',
      },
    ];
  });
}

interface SettingFields {
  readonly keys: readonly WatchedKey[];
  /** The compared one; its type and unit are those of the threshold. */
  readonly chosen: WatchedKey | undefined;
  /** The condition is a combination, which the form does not show. */
  readonly isCombined: boolean;
}

/** Every field of an alarm setting, in the present language. */
export const alarmSettingFields = ({ keys, chosen, isCombined }: SettingFields): readonly FormField[] => [
  {
    key: 'name',
    type: 'text',
    label: t('rule.setting.name'),
    required: true,
    maxLength: NAME_MAX,
  },
  ...(isCombined ? [] : conditionFields(keys, chosen)),
  {
    key: 'severity',
    type: 'select',
    label: t('rule.setting.severity'),
    required: true,
    isHalf: true,
    options: severities(),
  },
  ...lastingFields(),
  ...scheduleFields(),
  minutes('reminder', t('rule.setting.reminder'), {
    hint: t('rule.setting.reminder.hint'),
    isHalf: false,
    check: (value) => (Number(value) === 0 || Number(value) >= 1 ? null : t('rule.setting.reminder.wrong')),
  }),
  ...escalationFields(),
  { key: 'workOrder', type: 'switch', label: t('rule.setting.workOrder') },
];

/** Keys of the fields that do not change when an alarm is active. */
const UNTRIED = /^(?:name|severity|reminder|workOrder|after.*)$/;
/** Whether a setting with these errors can still be tried. */
export const canBeTried = (errors: Readonly<Record<string, string>>): boolean =>
  Object.keys(errors).every((key) => UNTRIED.test(key));

const BODY_FIELDS: Readonly<Record<string, string>> = {
  durationMs: 'duration',
  clearDurationMs: 'clearDuration',
  reminderMs: 'reminder',
  silentForMs: 'silentMinutes',
  value: 'bound',
};

/** Key of the form's field for a field of the call, such as 'settingRequests.2.escalations.0.afterMs'. */
export function settingField(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const step = /escalations\.(\d)\.(afterMs|severity)$/.exec(path);
  if (step) return `${step[2] === 'afterMs' ? 'after' : 'afterSeverity'}${step[1]}`;
  const last = path.split('.').at(-1) ?? '';
  return BODY_FIELDS[last] ?? last;
}
