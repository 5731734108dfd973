import type { AlarmSeverity } from '@farm3d/api';
import type { FormField, FormValues } from '@farm3d/ui';
import { conditionFields } from './alarm-condition-fields.ts';
import { partField, PARTS, textOf } from './alarm-condition-values.ts';
import { ESCALATIONS, type WatchedKey } from './alarm-setting-values.ts';
import { t } from './zh-CN.ts';

const NAME_MAX = 64;
/** Characters of a number, as long as JavaScript writes them. */
const NUMBER_LENGTH = 24;
/** A week, minutes: the limit of the server. */
const MAX_DURATION = 7 * 24 * 60;
const MAX_REPEAT = 1000;
const SEVERITIES: readonly AlarmSeverity[] = ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING'];

const severities = () => SEVERITIES.map((value) => ({ value, label: t(`alarms.severity.${value}`) }));

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
  /** The compared key of each part; its type and unit are those of the threshold. */
  readonly chosen: readonly (WatchedKey | undefined)[];
  /** The condition is a combination that the form does not show: more than all or any of a few parts. */
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
  agoMs: 'agoHours',
};

/** Key of the form's field for a field of the call, such as 'settingRequests.2.escalations.0.afterMs'. */
export function settingField(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const step = /escalations\.(\d)\.(afterMs|severity)$/.exec(path);
  if (step) return `${step[2] === 'afterMs' ? 'after' : 'afterSeverity'}${step[1]}`;
  const last = path.split('.').at(-1) ?? '';
  const field = BODY_FIELDS[last] ?? last;
  const part = PARTS.find((at) => path.includes(`.all.${at}.`) || path.includes(`.any.${at}.`));
  return part === undefined ? field : partField(field, part);
}
