import { given, RANGES } from './checked.ts';
import { DAY_MS, dateOfDay, dayOfYear, DEFAULT_TIME_ZONE, HOUR_MS, localClockMs } from './local-calendar.ts';
import { raBetween } from './radiation.ts';

/** One hour of a weather station. A missing measurement is null or absent. */
export interface WeatherHour {
  /** Epoch ms of its start. */
  ts: number;
  /** °C: mean or median of the hour, with its least and greatest reading where known. */
  t?: number | null;
  tMin?: number | null;
  tMax?: number | null;
  /** %, likewise. */
  rh?: number | null;
  rhMin?: number | null;
  rhMax?: number | null;
  /** Solar radiation, W/m². */
  radiation?: number | null;
  /** m/s. */
  wind?: number | null;
  /** mm in the hour. */
  rain?: number | null;
}

/** Measured share, 0–1, of the decisive part of a day, for each quantity. */
export interface DayCoverage {
  /** The lesser of the shares of the warm afternoon (maximum) and of the cold morning (minimum). */
  temperature: number;
  humidity: number;
  /** Of the daylight, each hour weighted by its extraterrestrial radiation. */
  radiation: number;
  wind: number;
  /** Of the 24 hours. */
  rain: number;
}

/** A local day as input of the daily equations. Null: not measured well enough. */
export interface WeatherDay {
  date: string;
  /** Days since 1970-01-01. */
  dayNumber: number;
  doy: number;
  tmax: number | null;
  tmin: number | null;
  rhMax: number | null;
  rhMin: number | null;
  /** MJ m⁻² d⁻¹. */
  rs: number | null;
  /** m/s, daily mean. */
  wind: number | null;
  /** mm, of the hours that were measured; null when none was. */
  rain: number | null;
  /** Hours with a possible temperature. */
  hours: number;
  coverage: DayCoverage;
  /** Quantities of which a part of the day was filled in from the rest of it. */
  filled: readonly ('radiation' | 'wind')[];
}

/** Where the hours were measured: the course of the sun there gives the weights of the radiation hours. */
export interface WeatherPlace {
  /** Degrees north. */
  lat: number;
  /** Degrees east; without it the clock is taken as solar time. */
  lon?: number | null;
}

/** Latitude used where the place is unknown: the middle of China's farmland. */
const UNKNOWN_LATITUDE = 35;
/** W/m² in an hour: pyranometers read a little below zero at night. */
const HOURLY_RADIATION = [-20, 1600] as const;
/** mm. The record for an hour is 305 (Holt, Missouri, 1947). */
const HOURLY_RAIN = [0, 400] as const;
/** Solar hours in which a day's maximum and minimum fall, [from, to). */
const WARM_HOURS = [12, 17] as const;
const COLD_HOURS = [3, 8] as const;
/** Share of these hours that an extreme needs; the smaller one is enough when most of the day is measured. */
const SURE_SHARE = 0.8;
const MIN_SHARE = 0.6;
const MAJORITY_OF_DAY_HOURS = 18;
/** Weighted share of the daylight from which radiation counts as measured, and from which the rest is filled in. */
const MEASURED_SUN = 0.95;
const MIN_SUN = 0.7;
/** Solar hours of the windier half of the day, and the hours that each half needs. */
const WINDY_HOURS = [8, 20] as const;
const MIN_HALF = 6;

/** Hours of a day by their slot 0–23: sums and counts. */
class Slots {
  readonly total = new Float64Array(24);
  readonly count = new Uint16Array(24);
  min = Infinity;
  max = -Infinity;

  add(
    slot: number,
    value: number | null | undefined,
    range: readonly [number, number],
    low?: number | null,
    high?: number | null,
  ): void {
    const possible = (one: number | null | undefined): one is number =>
      given(one) && one >= range[0] && one <= range[1];
    if (!possible(value)) return;
    this.total[slot] = (this.total[slot] ?? 0) + value;
    this.count[slot] = (this.count[slot] ?? 0) + 1;
    this.min = Math.min(this.min, possible(low) ? low : value);
    this.max = Math.max(this.max, possible(high) ? high : value);
  }

  /** Mean of a slot; null without measurements. */
  mean(slot: number): number | null {
    const count = this.count[slot] ?? 0;
    return count === 0 ? null : (this.total[slot] ?? 0) / count;
  }

  get known(): number {
    return this.count.reduce((all, count) => all + (count > 0 ? 1 : 0), 0);
  }
}

class Day {
  readonly t = new Slots();
  readonly rh = new Slots();
  readonly radiation = new Slots();
  readonly wind = new Slots();
  readonly rain = new Slots();
  /** Hours that the clock is ahead of UTC. */
  offset = 0;
}

/**
 * Aggregates hours to local days, in order. Impossible values count as missing. A daily value needs measurements of
 * the decisive part of the day: daylight for radiation, the afternoon and the early morning for extremes, both halves
 * for wind. Filled values are named; insufficiently known ones are null.
 */
export function dailyWeather(input: {
  hours: readonly WeatherHour[];
  timeZone?: string;
  place?: WeatherPlace | null;
}): readonly WeatherDay[] {
  const days = new Map<number, Day>();
  const zone = input.timeZone ?? DEFAULT_TIME_ZONE;
  for (const hour of input.hours) {
    if (!Number.isFinite(hour.ts)) continue;
    const clock = localClockMs(hour.ts, zone);
    const number = Math.floor(clock / DAY_MS);
    let day = days.get(number);
    if (day === undefined) days.set(number, (day = new Day()));
    day.offset = (clock - hour.ts) / HOUR_MS;
    const slot = Math.floor((clock - number * DAY_MS) / HOUR_MS);
    day.t.add(slot, hour.t, RANGES.temperature, hour.tMin, hour.tMax);
    day.rh.add(slot, hour.rh, RANGES.humidity, hour.rhMin, hour.rhMax);
    day.radiation.add(slot, hour.radiation, HOURLY_RADIATION);
    day.wind.add(slot, hour.wind, RANGES.wind);
    day.rain.add(slot, hour.rain, HOURLY_RAIN);
  }
  return [...days].sort(([a], [b]) => a - b).map(([number, day]) => settle(number, day, input.place ?? null));
}

function settle(number: number, day: Day, place: WeatherPlace | null): WeatherDay {
  const date = dateOfDay(number);
  const doy = dayOfYear(date);
  const lon = place?.lon;
  // Solar time minus clock time; the equation of time, at most 16 minutes, is left out.
  const shift = given(lon) ? lon / 15 - day.offset : 0;
  const t = extremeHours(day.t, shift);
  const rh = extremeHours(day.rh, shift);
  const sun = radiationOf(day.radiation, doy, place?.lat ?? UNKNOWN_LATITUDE, shift);
  const wind = windOf(day.wind, shift);
  const filled: WeatherDay['filled'][number][] = [];
  if (sun.filled) filled.push('radiation');
  if (wind.filled) filled.push('wind');
  return {
    date,
    dayNumber: number,
    doy,
    tmax: t.warm.sure ? day.t.max : null,
    tmin: t.cold.sure ? day.t.min : null,
    // Air is most humid when it is coldest.
    rhMax: rh.cold.sure ? Math.min(100, day.rh.max) : null,
    rhMin: rh.warm.sure ? Math.min(100, day.rh.min) : null,
    rs: sun.rs,
    wind: wind.mean,
    rain: day.rain.known > 0 ? day.rain.total.reduce((all, mm) => all + mm, 0) : null,
    hours: day.t.count.reduce((all, count) => all + count, 0),
    coverage: {
      temperature: Math.min(t.warm.share, t.cold.share),
      humidity: Math.min(rh.warm.share, rh.cold.share),
      radiation: sun.share,
      wind: wind.share,
      rain: day.rain.known / 24,
    },
    filled,
  };
}

/** Measured share of the warm and of the cold part of a day, and whether it is enough for the extreme. */
function extremeHours(
  slots: Slots,
  shift: number,
): Record<'warm' | 'cold', { share: number; sure: boolean }> {
  const known = slots.known;
  const part = (hours: readonly [number, number]) => {
    const share = shareOf(slots, hours, shift);
    return { share, sure: share >= SURE_SHARE || (share >= MIN_SHARE && known >= MAJORITY_OF_DAY_HOURS) };
  };
  return { warm: part(WARM_HOURS), cold: part(COLD_HOURS) };
}

/** Solar time at the middle of a slot, 0–24. */
const solarHour = (slot: number, shift: number): number => (((slot + 0.5 + shift) % 24) + 24) % 24;

/** Share of the slots between two solar hours that were measured. */
function shareOf(slots: Slots, [from, to]: readonly [number, number], shift: number): number {
  let wanted = 0;
  let known = 0;
  for (let slot = 0; slot < 24; slot++) {
    const hour = solarHour(slot, shift);
    if (hour < from || hour >= to) continue;
    wanted++;
    if ((slots.count[slot] ?? 0) > 0) known++;
  }
  return wanted === 0 ? 0 : known / wanted;
}

/** Radiation of the day, MJ m⁻²: the measured sum divided by the weighted share of the daylight that was measured. */
function radiationOf(
  slots: Slots,
  doy: number,
  lat: number,
  shift: number,
): { rs: number | null; share: number; filled: boolean } {
  let way = 0;
  let seen = 0;
  let measured = 0;
  for (let slot = 0; slot < 24; slot++) {
    const angle = ((solarHour(slot, shift) - 12) * Math.PI) / 12;
    const sun = raBetween({ lat, doy }, angle - Math.PI / 24, angle + Math.PI / 24);
    const watts = slots.mean(slot);
    way += sun;
    if (watts === null) continue;
    seen += sun;
    measured += watts * 0.0036;
  }
  // In the polar night all hours have the same weight.
  const share = way > 0 ? seen / way : slots.known / 24;
  if (share < MIN_SUN) return { rs: null, share, filled: false };
  return { rs: Math.max(0, measured / share), share, filled: share < MEASURED_SUN };
}

/** Mean of the two halves of the day, so that a gap in the windier half does not reduce the wind of the day. */
function windOf(slots: Slots, shift: number): { mean: number | null; share: number; filled: boolean } {
  const night = { total: 0, known: 0 };
  const day = { total: 0, known: 0 };
  for (let slot = 0; slot < 24; slot++) {
    const value = slots.mean(slot);
    if (value === null) continue;
    const hour = solarHour(slot, shift);
    const half = hour >= WINDY_HOURS[0] && hour < WINDY_HOURS[1] ? day : night;
    half.total += value;
    half.known++;
  }
  const least = Math.min(night.known, day.known);
  const share = Math.min(1, least / 12);
  if (least < MIN_HALF) return { mean: null, share, filled: false };
  const mean = (night.total / night.known + day.total / day.known) / 2;
  return { mean, share, filled: slots.known < MAJORITY_OF_DAY_HOURS };
}
