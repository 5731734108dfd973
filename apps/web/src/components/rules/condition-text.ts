import type { ComparisonReference, Condition } from '@farm3d/api';
import { readingText } from '../../platform/readings.ts';
import { t } from './zh-CN.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Name and unit of a key of a condition; `deviceId` is null for the device of the rule. */
export type NameKey = (
  key: string,
  deviceId: string | null,
) => { readonly name: string; readonly unit: string };
/** Name of a device of a condition; only conditions that name devices need it. */
type NameDevice = (deviceId: string) => string;

const asItIs: NameDevice = (deviceId) => deviceId;

/** A condition as a sentence that a farmer reads: 'soil moisture below 12 %'. */
export function conditionText(
  condition: Condition,
  nameKey: NameKey,
  nameDevice: NameDevice = asItIs,
): string {
  const partsText = (parts: readonly Condition[], link: string): string =>
    parts.map((part) => partText(part, nameKey, nameDevice)).join(link);
  if ('all' in condition) return partsText(condition.all, t('rule.and'));
  if ('any' in condition) return partsText(condition.any, t('rule.or'));
  if ('not' in condition)
    return t('rule.not', { condition: conditionText(condition.not, nameKey, nameDevice) });
  const deviceId = condition.deviceId ?? null;
  if ('silentForMs' in condition) {
    const minutes = readingText(condition.silentForMs / MINUTE_MS);
    const name =
      condition.key !== undefined
        ? nameKey(condition.key, deviceId).name
        : deviceId === null
          ? t('rule.anyReading')
          : t('rule.anyReadingOf', { device: nameDevice(deviceId) });
    return t('rule.silent', { name, minutes });
  }
  const { name, unit } = nameKey(condition.key, deviceId);
  const { than, value: bound } = condition;
  const withUnit = (reading: string): string => (unit === '' ? reading : `${reading} ${unit}`);
  const value =
    than && typeof bound === 'number'
      ? shiftedText(
          otherText(than, (key, other) => nameKey(key, other ?? deviceId).name),
          bound,
          withUnit(readingText(Math.abs(bound))),
        )
      : withUnit(readingText(bound));
  const text = t(`rule.op.${condition.op}`, { name, value });
  return condition.hysteresis ? `${text}${t('rule.hysteresis', { value: condition.hysteresis })}` : text;
}

/** A part of a combination: combinations inside it are in brackets. */
function partText(part: Condition, nameKey: NameKey, nameDevice: NameDevice): string {
  const text = conditionText(part, nameKey, nameDevice);
  return 'all' in part || 'any' in part ? t('rule.brackets', { text }) : text;
}

/** What a comparison takes its bound from. */
function otherText(
  than: ComparisonReference,
  nameOf: (key: string, deviceId: string | undefined) => string,
): string {
  if ('agoMs' in than) return t('rule.before', { hours: readingText(than.agoMs / HOUR_MS) });
  if ('forecastHours' in than) return t('rule.forecast', { hours: than.forecastHours });
  return nameOf(than.key, than.deviceId);
}

/** Another reading, and what is added to it. */
function shiftedText(other: string, added: number, amount: string): string {
  if (added === 0) return other;
  return t(added > 0 ? 'rule.plus' : 'rule.minus', { other, amount });
}

const DAY_MS = 24 * HOUR_MS;

/** A length of time, milliseconds, in its two largest units. */
export function durationText(ms: number): string {
  const [days, hours, minutes] = [
    Math.floor(ms / DAY_MS),
    Math.floor((ms % DAY_MS) / HOUR_MS),
    Math.floor((ms % HOUR_MS) / MINUTE_MS),
  ];
  if (days > 0) return t('rule.duration.days', { days, hours });
  if (hours > 0) return t('rule.duration.hours', { hours, minutes });
  if (minutes > 0) return t('rule.duration.minutes', { minutes });
  return t('rule.duration.seconds', { seconds: Math.max(0, Math.round(ms / 1000)) });
}
