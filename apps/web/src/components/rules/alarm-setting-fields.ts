import type { AlarmSeverity } from '@farm3d/api';
import type { FormField, FormValues } from '@farm3d/ui';
import {
  ANY_KEY,
  BOUNDS,
  PARTS,
  isOrdered,
  isPartOn,
  operatorOf,
  operatorsOf,
  partField,
  textOf,
} from './alarm-condition-values.ts';
import { ESCALATIONS, type WatchedKey } from './alarm-setting-values.ts';
import { t } from './zh-CN.ts';

const WORD_MAX = 256;
/** Characters of a number, as long as JavaScript writes them. */
const NUMBER_LENGTH = 24;
const MAX_BOUND = 1e15;
/** A little more than a second, the least silence, and 31 days, minutes: the limits of the server. */
const MIN_SILENCE = 0.02;
const MAX_SILENCE = 31 * 24 * 60;
/** A minute and a week, hours. */
const MIN_AGO = 0.02;
const MAX_AGO = 7 * 24;
const MAX_FORECAST = 24;

type Visible = (values: FormValues) => boolean;
type MakeField = (field: string, label: string, rest: Omit<FormField, 'key' | 'label'>) => FormField;

const number = { type: 'number', decimal: 'any', maxLength: NUMBER_LENGTH, isHalf: true } as const;

/** What a number is compared with. */
function boundFields(
  make: MakeField,
  at: number,
  chosen: WatchedKey | undefined,
  keys: readonly WatchedKey[],
): readonly FormField[] {
  const type = chosen?.type ?? 'NUMERIC';
  const unit = chosen?.unit ?? '';
  const isNumber: Visible = (values) => type === 'NUMERIC' && operatorOf(values, at) !== 'silent';
  const hasOrder: Visible = (values) => isOrdered(values, at, type);
  const isThan =
    (bound: (typeof BOUNDS)[number]): Visible =>
    (values) =>
      hasOrder(values) && textOf(values, partField('than', at)) === bound;
  const isFixed: Visible = (values) => isNumber(values) && (!hasOrder(values) || isThan('fixed')(values));
  const others = keys.filter((one) => one.type === 'NUMERIC' && one.key !== chosen?.key);
  return [
    make('than', t('rule.setting.than'), {
      type: 'select',
      required: true,
      isHalf: true,
      options: BOUNDS.map((value) => ({ value, label: t(`rule.setting.than.${value}`) })),
      isVisible: hasOrder,
    }),
    make('otherKey', t('rule.setting.otherKey'), {
      type: 'select',
      required: true,
      isHalf: true,
      options: others.map(({ key, name, unit: note }) => ({ value: key, label: name, note })),
      isVisible: isThan('key'),
    }),
    make('agoHours', t('rule.setting.agoHours'), {
      ...number,
      required: true,
      unit: t('rule.setting.unit.hours'),
      min: MIN_AGO,
      max: MAX_AGO,
      isVisible: isThan('past'),
    }),
    make('forecastHours', t('rule.setting.forecastHours'), {
      type: 'number',
      required: true,
      isHalf: true,
      unit: t('rule.setting.unit.hours'),
      min: 1,
      max: MAX_FORECAST,
      isVisible: isThan('forecast'),
    }),
    make('bound', t('rule.setting.bound'), {
      ...number,
      required: true,
      unit,
      min: -MAX_BOUND,
      max: MAX_BOUND,
      isVisible: isFixed,
    }),
    make('added', t('rule.setting.added'), {
      ...number,
      hint: t('rule.setting.added.hint'),
      unit,
      min: -MAX_BOUND,
      max: MAX_BOUND,
      isVisible: (values) => hasOrder(values) && !isFixed(values),
    }),
    make('hysteresis', t('rule.setting.hysteresis'), {
      ...number,
      hint: t('rule.setting.hysteresis.hint'),
      unit,
      max: MAX_BOUND,
      isVisible: hasOrder,
    }),
  ];
}

/** One comparison or silence. */
function partFields(
  make: MakeField,
  at: number,
  chosen: WatchedKey | undefined,
  keys: readonly WatchedKey[],
): readonly FormField[] {
  const type = chosen?.type ?? 'NUMERIC';
  const options = keys.map(({ key, name, unit }) => ({ value: key, label: name, note: unit }));
  const isSilent: Visible = (values) => operatorOf(values, at) === 'silent';
  const isCompared: Visible = (values) => !isSilent(values);
  const select = { type: 'select', required: true, isHalf: true } as const;
  return [
    make('key', t('rule.setting.key'), {
      ...select,
      options,
      hint: keys.length === 0 ? t('rule.setting.key.none') : undefined,
      isVisible: isCompared,
    }),
    make('silentKey', t('rule.setting.key'), {
      ...select,
      options: [{ value: ANY_KEY, label: t('rule.anyReading') }, ...options],
      isVisible: isSilent,
    }),
    make('op', t('rule.setting.op'), {
      ...select,
      options: operatorsOf(type).map((value) => ({ value, label: t(`rule.setting.op.${value}`) })),
    }),
    ...boundFields(make, at, chosen, keys),
    make('state', t('rule.setting.state'), {
      ...select,
      options: [
        { value: 'true', label: t('common.yes') },
        { value: 'false', label: t('common.no') },
      ],
      isVisible: (values) => type === 'BOOLEAN' && isCompared(values),
    }),
    make('word', t('rule.setting.word'), {
      type: 'text',
      required: true,
      isHalf: true,
      maxLength: WORD_MAX,
      isVisible: (values) => type === 'STRING' && isCompared(values),
    }),
    make('silentMinutes', t('rule.setting.silentMinutes'), {
      ...number,
      required: true,
      unit: t('rule.setting.unit.minutes'),
      min: MIN_SILENCE,
      max: MAX_SILENCE,
      isVisible: isSilent,
    }),
  ];
}

/**
 * The condition: one part, and a further one for each switch that is on.
 * @param chosen the compared key of each part; its type and unit are those of the threshold
 */
function conditionFields(
  keys: readonly WatchedKey[],
  chosen: readonly (WatchedKey | undefined)[],
): readonly FormField[] {
  return PARTS.flatMap((at): FormField[] => {
    const make: MakeField = (field, label, { isVisible, ...rest }) => ({
      ...rest,
      key: partField(field, at),
      label: at === 0 ? label : t('rule.setting.nth', { n: at + 1, field: label }),
      isVisible: (values) => isPartOn(values, at) && (isVisible?.(values) ?? true),
    });
    const fields = partFields(make, at, chosen[at], keys);
    if (at === 0) return [...fields];
    return [
      {
        key: partField('more', at),
        type: 'switch',
        label: t('rule.setting.more', { n: at + 1 }),
        isVisible: (values) => isPartOn(values, at - 1),
      },
      ...(at > 1
        ? []
        : [
            {
              key: 'match',
              type: 'select',
              label: t('rule.setting.match'),
              required: true,
              options: (['all', 'any'] as const).map((value) => ({
                value,
                label: t(`rule.setting.match.${value}`),
              })),
              isVisible: (values: FormValues) => isPartOn(values, 1),
            } as const,
          ]),
      ...fields,
    ];
  });
}

const NAME_MAX = 64;
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
