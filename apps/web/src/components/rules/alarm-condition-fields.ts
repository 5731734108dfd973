import type { FormField, FormValues } from '@farm3d/ui';
import {
  ANY_KEY,
  BOUNDS,
  isOrdered,
  isPartOn,
  operatorOf,
  operatorsOf,
  partField,
  PARTS,
  textOf,
} from './alarm-condition-values.ts';
import type { WatchedKey } from './alarm-setting-values.ts';
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
export function conditionFields(
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
