import { given } from './checked.ts';
import type { WeatherHour } from './daily-weather.ts';
import type { FieldAdvice } from './field-advice.ts';
import type { DaysAhead } from './field-forecast.ts';
import type { FieldInput } from './field-input.ts';
import { dateOfDay } from './local-calendar.ts';
import type { PlotWater } from './plot-water.ts';
import { reason, type Reason } from './reason.ts';

/** Days without ET0 that are not reported: the first and the last are rarely complete. */
const MAX_UNREPORTED_DAYS = 2;
/** Share of the root zone from which probes decide. */
export const MIN_PROBED_SHARE = 0.5;

/** Days by their date, and the window of irrigation in dates. */
export function datedWater(water: PlotWater, planted: number, today: number): FieldAdvice['water'] {
  const { series, ahead, today: last, irrigation, probes, ...rest } = water;
  const depletion = ahead[0]?.start ?? 0;
  const dateOf = (day: number) => dateOfDay(planted + day);
  const within = (offset: number | null) => (offset === null ? null : dateOfDay(today + offset));
  return {
    ...rest,
    probes: probes.map((probe) => ({
      ...probe,
      faults: probe.faults.map(({ fault, day }) => ({ fault, date: dateOf(day) })),
    })),
    series: series.map(({ day, ...one }) => ({ date: dateOf(day), ...one })),
    ahead: ahead.map(({ day, both, raw }) => ({ date: dateOf(day), both, raw })),
    depletion: last?.both ?? { mean: depletion, low: depletion, high: depletion },
    irrigation: {
      earliest: within(irrigation.earliest),
      likely: within(irrigation.likely),
      latest: within(irrigation.latest),
      chance: irrigation.chance,
    },
  };
}

/** Unknown inputs, and what replaces them. */
export function missingOf(
  input: FieldInput,
  et0: FieldAdvice['et0'],
  water: PlotWater,
  ahead: DaysAhead,
): readonly Reason[] {
  const missing: Reason[] = [];
  if (water.probed === 0) {
    const none = (input.probes ?? input.sensors ?? []).length === 0;
    missing.push(reason(none ? 'no_soil_moisture' : 'stale_soil_moisture'));
  } else if (water.probed < MIN_PROBED_SHARE) missing.push(reason('few_probes', 'soilMoisture'));
  if (water.probes.some(({ faults }) => faults.length > 0))
    missing.push(reason('probe_faults', 'soilMoisture'));
  if (et0.length === 0) missing.push(reason('no_weather', 'weather'));
  if (et0.some(({ methods }) => methods?.rs === 'filled'))
    missing.push(reason('radiation_filled', 'radiation'));
  if (et0.filter((day) => day.reason?.code === 'too_few_hours').length > MAX_UNREPORTED_DAYS) {
    missing.push(reason('too_few_hours', 'weather'));
  }
  const has = (pick: (hour: WeatherHour) => number | null | undefined) =>
    input.weather.some((hour) => given(pick(hour)));
  if (!has((hour) => hour.rh)) missing.push(reason('no_humidity', 'rh'));
  if (!has((hour) => hour.radiation)) missing.push(reason('no_radiation', 'radiation'));
  if (!has((hour) => hour.rain) && !input.greenhouse) missing.push(reason('no_rainfall', 'rain'));
  if (ahead.from === 'climatology')
    missing.push(reason(ahead.fromHistory ? 'history_forecast' : 'climatology_forecast', 'forecast'));
  if (ahead.from === 'recent-days') missing.push(reason('no_forecast', 'forecast'));
  return missing;
}
