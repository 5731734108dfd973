import { given } from './checked.ts';
import type { FieldInput } from './field-input.ts';
import { forecastFactor } from './forecast-bias.ts';
import { dateOfDay, dayNumber } from './local-calendar.ts';

const FORECAST_DAYS = 7;
/** Rain counts for the decision from this probability on. */
const MIN_RELIABLE_CHANCE = 0.5;

/** Where the days ahead come from. */
export type ForecastOrigin = 'forecast' | 'climatology' | 'recent-days';

export interface DaysAhead {
  /** mm by day, from today on. */
  et0: readonly number[];
  rain: readonly number[];
  /** 0–1; null: the amount is the expected one. */
  chance: readonly (number | null)[];
  /** Rain that a decision may rely on, mm: probable, and of a forecast. */
  reliableRain: readonly number[];
  from: ForecastOrigin;
  /** The climatology is that of measurements of earlier years, not the monthly record. */
  fromHistory: boolean;
  /** Factor that fits the provider's ET0 to the station. */
  factor: number;
}

/**
 * The week ahead: the forecast with its ET0 corrected by the station, else the climate of the place, else the recent
 * mean without rain. A forecast does not describe the air in a greenhouse, which uses its own recent mean.
 */
export function daysAhead(
  input: FieldInput,
  today: number,
  recent: number,
  measured: ReadonlyMap<number, number | null>,
): DaysAhead {
  const factor = forecastFactor(
    (input.forecast?.past ?? []).map(({ date, et0: forecast }) => ({
      forecast,
      measured: measured.get(dayNumber(date)) ?? null,
    })),
  );
  const days = Array.from({ length: FORECAST_DAYS }, (_, day) => day);
  const none = days.map(() => 0);
  if (input.greenhouse)
    return {
      et0: days.map(() => recent),
      rain: none,
      chance: days.map(() => null),
      reliableRain: none,
      from: 'recent-days',
      fromHistory: false,
      factor,
    };
  const { forecast } = input;
  const climate = days.map((day) => input.climate?.(dateOfDay(today + day)) ?? null);
  const et0 = days.map((day) => {
    const expected = forecast?.et0?.[day];
    return given(expected) ? factor * expected : (climate[day]?.et0 ?? recent);
  });
  if (forecast?.rain || forecast?.et0) {
    const rain = days.map((day) => forecast.rain?.[day] ?? 0);
    const chance = days.map((day) => forecast.rainChance?.[day] ?? null);
    const reliableRain = rain.map((mm, day) => ((chance[day] ?? 1) >= MIN_RELIABLE_CHANCE ? mm : 0));
    return { et0, rain, chance, reliableRain, from: 'forecast', fromHistory: false, factor };
  }
  const known = climate.some((day) => given(day?.et0) || given(day?.rain));
  return {
    et0,
    rain: climate.map((day) => day?.rain ?? 0),
    chance: climate.map((day) => day?.rainChance ?? null),
    // A monthly mean tells nothing about the rain of a single day.
    reliableRain: none,
    from: known ? 'climatology' : 'recent-days',
    fromHistory: known && climate.some((day) => day?.from === 'history'),
    factor,
  };
}
