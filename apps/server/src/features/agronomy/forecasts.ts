import type { Condition } from '@farm3d/api';
import { type AlarmThreshold, type Forecast, forecastSeries, type NoForecast } from '@farm3d/agronomy';
import type { AlarmSettingRow } from '../alarms/setting-repository.ts';
import type { ProductAttributeRow } from '../product-models/repository.ts';
import type { Bucket } from './hourly-readings.ts';
import { englishName, seriesKindOf } from './quantities.ts';

/** Bounds that a condition sets on a key: its simple comparisons, also in nested groups but not under `not`. */
function bounds(condition: Condition, key: string): { op: AlarmThreshold['op']; threshold: number }[] {
  if ('all' in condition) return condition.all.flatMap((part) => bounds(part, key));
  if ('any' in condition) return condition.any.flatMap((part) => bounds(part, key));
  if (!('op' in condition) || condition.key !== key || condition.deviceId !== undefined) return [];
  const { op, value, than } = condition;
  if (than !== undefined || typeof value !== 'number' || op === '==' || op === '!=') return [];
  return [{ op, threshold: value }];
}

/** Thresholds of the enabled alarm settings of a device for a key. */
function thresholdsOf(settings: readonly AlarmSettingRow[], key: string): AlarmThreshold[] {
  return settings
    .filter(({ enabled }) => enabled)
    .flatMap(({ id, rule }) => bounds(rule.condition, key).map((bound) => ({ settingId: id, ...bound })));
}

/** Forecast of each key with its interval, and the alarms that it may raise. */
export function forecastsOf(input: {
  now: number;
  keys: readonly string[];
  buckets: readonly Bucket[];
  attributes: readonly ProductAttributeRow[];
  settings: readonly AlarmSettingRow[];
  stepMinutes: 5 | 10 | 30 | 60;
  horizonHours: number;
  timeZone: string;
}): (Forecast | NoForecast)[] {
  const parameters = new Map(
    input.attributes.flatMap(({ identify, name, parameters: all }) => {
      const [first] = all;
      return first ? [[identify, { name, ...first }] as const] : [];
    }),
  );
  return input.keys.map((key) => {
    const parameter = parameters.get(key);
    return forecastSeries({
      key,
      name: parameter?.name ?? key,
      nameEn: englishName(key),
      unit: parameter?.unit ?? '',
      points: input.buckets
        .filter((bucket) => bucket.key === key)
        .map(({ last, median }) => [last, median] as const),
      now: input.now,
      stepMinutes: input.stepMinutes,
      horizonHours: input.horizonHours,
      kind: seriesKindOf(key),
      min: parameter?.min ?? null,
      max: parameter?.max ?? null,
      thresholds: thresholdsOf(input.settings, key),
      timeZone: input.timeZone,
    });
  });
}
