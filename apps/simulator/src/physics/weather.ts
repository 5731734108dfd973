import { autoregression, gauss, hash01 } from './random.ts';
import { clearSkyShare, dayOfYear, daylight, solarHour, sunAt, type Site } from './sun.ts';

/** Weather outside the greenhouse at one instant. */
export interface Weather {
  /** °C */
  temperature: number;
  /** Relative, % */
  humidity: number;
  /** m/s */
  wind: number;
  /** Direction from which the wind blows, degrees, 0–359. */
  windDirection: number;
  /** Current rain rate, mm/h. */
  rainRate: number;
  /** Global radiation, W/m²; exactly 0 while the sun is below the horizon. */
  radiation: number;
  /** hPa */
  pressure: number;
}

interface Day {
  wet: boolean;
  /** Share of clear-sky radiation, 0–1. */
  clear: number;
  minimum: number;
  maximum: number;
  /** Vapour pressure, kPa; constant over a day as in FAO-56. */
  vapour: number;
  rain: { start: number; hours: number; depth: number } | undefined;
}

const DAY_MS = 86_400_000;
/**
 * The state of the wet/dry chain is independent of its start after about ten days; the chain starts this many
 * days earlier.
 */
const CHAIN_DAYS = 30;
const WET_AFTER_WET = 0.55;
const WET_AFTER_DRY = 0.15;

/** Saturation vapour pressure, kPa (FAO-56 eq. 11). */
export const saturation = (celsius: number): number =>
  0.6108 * Math.exp((17.27 * celsius) / (celsius + 237.3));

/** Salts of the seed by purpose, so that rain and wind are independent. */
const SALT = {
  chain: 1,
  cloud: 2,
  mean: 3,
  rain: 4,
  gust: 5,
  direction: 6,
  sway: 7,
  pressure: 8,
  flicker: 9,
};
const salted = (seed: number, salt: number): number => (seed * 31 + salt * 7919) >>> 0;

/**
 * Weather as a function of the instant: seasonal mean, a Markov chain of wet and dry days, radiation from solar
 * elevation and the day's clouds, the Parton–Logan temperature curve, gusty wind.
 */
export class Climate {
  readonly #seed: number;
  readonly #site: Site;
  readonly #days = new Map<number, Day>();

  constructor(seed: number, site: Site) {
    this.#seed = seed;
    this.#site = site;
  }

  at(timeMs: number): Weather {
    const { number, hour } = this.#local(timeMs);
    const rainRate = rainAt(this.#day(number), hour);
    const radiation = this.radiationAt(timeMs);
    const temperature = this.#temperature(number, hour, timeMs);
    const vapour = this.#between(number, hour, (d) => d.vapour);
    const humidity = Math.min(99, (100 * vapour) / saturation(temperature) + (rainRate > 0.1 ? 8 : 0));
    const gust = autoregression(salted(this.#seed, SALT.gust), timeMs, { stepSeconds: 10, keep: 0.85 });
    const breeze = 1 + 2.2 * Math.max(0, Math.sin((Math.PI * (hour - 8)) / 11));
    const wind = Math.min(30, breeze * Math.exp(0.25 * gust));
    const slow = autoregression(salted(this.#seed, SALT.direction), timeMs, { stepSeconds: 3600, keep: 0.9 });
    const sway = autoregression(salted(this.#seed, SALT.sway), timeMs, { stepSeconds: 10, keep: 0.8 });
    const windDirection = (((170 + 55 * slow + 9 * sway) % 360) + 360) % 360;
    const pressure =
      1013 -
      this.#site.elevation / 8.3 +
      3 * autoregression(salted(this.#seed, SALT.pressure), timeMs, { stepSeconds: 3600, keep: 0.97 });
    return { temperature, humidity, wind, windDirection, rainRate, radiation, pressure };
  }

  /** Global radiation alone, W/m², which advances the farm; a tenth of the work of `at`. */
  radiationAt(timeMs: number): number {
    const { extraterrestrial } = sunAt(timeMs, this.#site);
    if (extraterrestrial === 0) return 0;
    const { number, hour } = this.#local(timeMs);
    const day = this.#day(number);
    const flicker = autoregression(salted(this.#seed, SALT.flicker), timeMs, { stepSeconds: 300, keep: 0.8 });
    const shade = rainAt(day, hour) > 0.1 ? 0.6 : 1;
    return (
      extraterrestrial *
      clearSkyShare(this.#site) *
      Math.min(1, Math.max(0.12, day.clear * (1 + 0.06 * flicker) * shade))
    );
  }

  /** Mean and amplitude of the day's temperature, °C, for the soil. */
  swing(timeMs: number): { mean: number; amplitude: number; hour: number } {
    const { number, hour } = this.#local(timeMs);
    return {
      mean: this.#between(number, hour, (d) => (d.minimum + d.maximum) / 2),
      amplitude: this.#between(number, hour, (d) => (d.maximum - d.minimum) / 2),
      hour,
    };
  }

  #local(timeMs: number): { number: number; hour: number } {
    const hour = solarHour(timeMs, this.#site);
    // Days are counted in solar time, so that no time zone splits a night.
    const number = Math.round((timeMs / 3_600_000 + this.#site.longitude / 15 - hour) / 24);
    return { number, hour };
  }

  /** A daily value, linear between noons, without a step at midnight. */
  #between(number: number, hour: number, value: (day: Day) => number): number {
    const [first, t] = hour < 12 ? [number - 1, (hour + 12) / 24] : [number, (hour - 12) / 24];
    return value(this.#day(first)) * (1 - t) + value(this.#day(first + 1)) * t;
  }

  #temperature(number: number, hour: number, timeMs: number): number {
    const { sunrise, sunset } = daylight(dayOfYear(timeMs), this.#site);
    const length = sunset - sunrise;
    const climb = (day: Day, h: number): number =>
      day.minimum + (day.maximum - day.minimum) * Math.sin((Math.PI * (h - sunrise)) / (length + 3.72));
    if (hour >= sunrise && hour <= sunset) return climb(this.#day(number), hour);
    // At night it falls from the value at sunset to the next minimum, fast at first.
    const evening = hour > sunset;
    const before = this.#day(evening ? number : number - 1);
    const after = this.#day(evening ? number + 1 : number);
    const passed = (evening ? hour - sunset : hour + 24 - sunset) / (24 - length);
    const left = (Math.exp(-2.2 * passed) - Math.exp(-2.2)) / (1 - Math.exp(-2.2));
    return after.minimum + (climb(before, sunset) - after.minimum) * left;
  }

  #wet(number: number): boolean {
    let wet = false;
    for (let n = number - CHAIN_DAYS; n <= number; n++) {
      const day = (((n % 365) + 365) % 365) + 1;
      const season = day > 151 && day < 244 ? 1.6 : 0.6;
      const chance: number = wet ? WET_AFTER_WET : Math.min(0.6, WET_AFTER_DRY * season);
      wet = hash01(salted(this.#seed, SALT.chain), n) < chance;
    }
    return wet;
  }

  #day(number: number): Day {
    const cached = this.#days.get(number);
    if (cached) return cached;
    const cloud = salted(this.#seed, SALT.cloud);
    const wet = this.#wet(number);
    const clear = wet
      ? 0.3 + 0.1 * hash01(cloud, number)
      : Math.min(1, Math.max(0.35, 0.75 + 0.25 * gauss(cloud, number)));
    const season = dayOfYear(number * DAY_MS);
    const mean =
      13.5 -
      14.5 * Math.cos((2 * Math.PI * (season - 20)) / 365) +
      1.5 * gauss(salted(this.#seed, SALT.mean), number);
    const half = (4 + 8 * clear) / 2;
    const minimum = mean - half;
    const r = salted(this.#seed, SALT.rain);
    const day: Day = {
      wet,
      clear,
      minimum,
      maximum: mean + half,
      vapour: saturation(minimum - 2 * hash01(r, number * 5)),
      rain: wet
        ? {
            start: 1 + 16 * hash01(r, number * 5 + 1),
            hours: 2 + 4 * hash01(r, number * 5 + 2),
            depth: Math.min(60, -9 * Math.log(Math.max(1e-6, hash01(r, number * 5 + 3)))),
          }
        : undefined,
    };
    // A live simulator needs a few days only; the bound limits the memory of a long run.
    if (this.#days.size > 64) this.#days.clear();
    this.#days.set(number, day);
    return day;
  }
}

/** Rain increases and decreases over its window; its integral is the day's depth. */
function rainAt(day: Day, hour: number): number {
  if (!day.rain) return 0;
  const { start, hours, depth } = day.rain;
  const t = (hour - start) / hours;
  return t <= 0 || t >= 1 ? 0 : ((2 * depth) / hours) * Math.sin(Math.PI * t) ** 2;
}
