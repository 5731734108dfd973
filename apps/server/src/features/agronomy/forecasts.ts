import type { Condition } from '@farm3d/api';
import { type AlarmThreshold, type Forecast, forecastSeries, type NoForecast } from '@farm3d/agronomy';
import type { AlarmSettingRow } from '../alarms/setting-repository.ts';
import type { ProductAttributeRow } from '../product-models/repository.ts';
import type { Bucket } from './hourly-readings.ts';
import { englishName, seriesKindOf } from './quantities.ts';

/** Bounds that a condition puts on a key: its plain comparisons, wherever they stand in the tree but under a not. */
function bounds(condition: Condition, key: string): { op: AlarmThreshold['op']; threshold: number }[] {
  if ('all' in condition) return condition.all.flatMap((part) => bounds(part, key));
  if ('any' in condition) return condition.any.flatMap((part) => bounds(part, key));
  if (!('op' in condition) || condition.key !== key || condition.deviceId !== undefined) return [];
  const { op, value } = condition;
  if (typeof value !== 'number' || op === '==' || op === '!=') return [];
  return [{ op, threshold: value }];
}

/** The thresholds that a device's enabled alarm settings put on a key. */
function thresholdsOf(settings: readonly AlarmSettingRow[], key: string): AlarmThreshold[] {
  return settings
    .filter(({ enabled }) => enabled)
    .flatMap(({ id, rule }) => bounds(rule.condition, key).map((bound) => ({ settingId: id, ...bound })));
}

/** Each key's course in the next hours, its band, and the alarms that it may raise. */
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
