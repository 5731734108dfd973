import { clamp, inRange, physical, settled } from './checked.ts';
import { AgronomyError } from './reason.ts';

/** A day for the late blight rules: least temperature °C, hours at 90 % relative humidity or more. */
export interface BlightDay {
  tmin: number;
  rh90h: number;
}

function twoDayRule(days: readonly BlightDay[], hours: number): boolean[] {
  const favourable = days.map(
    (day) => physical(day.tmin, 'tmin', 'temperature') >= 10 && inRange(day.rh90h, 'rh90h', 0, 24) >= hours,
  );
  return favourable.map((today, index) => today && favourable[index - 1] === true);
}

/** Hutton criteria (AHDB, James Hutton Institute): two days running with Tmin ≥ 10 °C and 6 h at RH ≥ 90 %. */
export function hutton(days: readonly BlightDay[]): boolean[] {
  return twoDayRule(days, 6);
}

/** Smith period (Smith 1956): the same with 11 h. Hutton replaced it in 2017 for missing outbreaks. */
export function smith(days: readonly BlightDay[]): boolean[] {
  return twoDayRule(days, 11);
}

/** Upper temperature of each band, °C, and the hours from which severity is 1, 2, 3, 4. BLITECAST (Krause 1975). */
const WALLIN_BANDS = [
  { upTo: 11.6, hours: [16, 19, 22, 25] },
  { upTo: 15, hours: [13, 16, 19, 22] },
  { upTo: 26.6, hours: [10, 13, 16, 19] },
] as const;
/** 45 °F: the infection does not start below. */
const WALLIN_LEAST = 7.2;

/** Wallin severity 0–4 of a wet spell: its mean temperature °C and its hours with RH over 90 %. */
export function wallinSeverity(input: { meanT: number; hours: number }): number {
  const t = physical(input.meanT, 'meanT', 'temperature');
  const hours = inRange(input.hours, 'hours', 0, 1000);
  if (t < WALLIN_LEAST) return 0;
  const band = WALLIN_BANDS.find(({ upTo }) => t <= upTo);
  return band === undefined ? 0 : band.hours.filter((limit) => hours >= limit).length;
}

/** Lower edge of each band, °C, and the wet hours from which a day's value is 1, 2, 3, 4. Pitblado 1992. */
const TOMCAST_BANDS = [
  { from: 13, hours: [7, 16, 21, Infinity] },
  { from: 18, hours: [4, 9, 16, 23] },
  { from: 21, hours: [3, 6, 13, 21] },
  { from: 26, hours: [4, 9, 16, 23] },
] as const;
const TOMCAST_END = 30;

/** TOM-CAST disease severity value 0–4 of a day: mean temperature of its wet hours °C, and their number. */
export function tomcast(input: { meanT: number; wetHours: number }): number {
  const t = physical(input.meanT, 'meanT', 'temperature');
  const hours = inRange(input.wetHours, 'wetHours', 0, 24);
  if (t >= TOMCAST_END) return 0;
  const band = TOMCAST_BANDS.findLast(({ from }) => t >= from);
  return band === undefined ? 0 : band.hours.filter((limit) => hours >= limit).length;
}

/** Probability of grey mould infection in a wet spell. Broome et al. 1995 (grape); wet hours, mean temperature °C. */
export function botrytisBroome(input: { wetHours: number; meanT: number }): number {
  const wet = inRange(input.wetHours, 'wetHours', 0, 1000);
  const t = physical(input.meanT, 'meanT', 'temperature');
  const logit = -2.647866 - 0.374927 * wet + 0.061601 * wet * t - 0.001511 * wet * t * t;
  return 1 / (1 + Math.exp(-logit));
}

export interface MildewDay {
  /** Longest run of hours at 21–30 °C. */
  consecutiveHours21to30: number;
  /** 35 °C or more for a quarter of an hour. */
  hot35: boolean;
}

/**
 * Powdery mildew index 0–100 of each day (Gubler and Thomas, UC Davis): it starts with three days running of six
 * hours at 21–30 °C (20, 40, 60), then +20 for such a day, −10 for any other or a hot one, +10 for both.
 */
export function powderyGublerThomas(days: readonly MildewDay[]): number[] {
  let index = 0;
  let started = false;
  return days.map((day) => {
    const warm = inRange(day.consecutiveHours21to30, 'consecutiveHours21to30', 0, 24) >= 6;
    if (!started) {
      index = warm && !day.hot35 ? index + 20 : 0;
      started = index >= 60;
      return index;
    }
    index = clamp(index + (warm ? (day.hot35 ? 10 : 20) : -10), 0, 100);
    return index;
  });
}

/**
 * Hours of leaf wetness that an infection needs at a temperature (Magarey et al. 2005): the least `wmin` at
 * `topt`, more the further away, at most `wmax`; null where it is too cold or too hot.
 */
export function wetnessRequirement(input: {
  t: number;
  tmin: number;
  topt: number;
  tmax: number;
  wmin: number;
  wmax: number;
}): number | null {
  const t = physical(input.t, 't', 'temperature');
  const { tmin, topt, tmax } = input;
  if (!(tmin < topt && topt < tmax)) throw new AgronomyError('out_of_range', 'topt', topt);
  const wmin = inRange(input.wmin, 'wmin', 0.01, 200);
  if (t <= tmin || t >= tmax) return null;
  const rise = ((t - tmin) / (topt - tmin)) ** ((topt - tmin) / (tmax - topt));
  const response = ((tmax - t) / (tmax - topt)) * rise;
  return settled(Math.min(inRange(input.wmax, 'wmax', wmin, 1000), wmin / response));
}

/** The 3-10 rule of grape downy mildew (Baldacci 1947): 10 mm in 24–48 h, 10 °C, shoots of 10 cm. */
export function downy310(input: { rain48h: number; tmin: number; shootCm: number }): boolean {
  return (
    inRange(input.rain48h, 'rain48h', 0, 5000) >= 10 &&
    physical(input.tmin, 'tmin', 'temperature') >= 10 &&
    inRange(input.shootCm, 'shootCm', 0, 10_000) >= 10
  );
}

/** Wheat variety against head blight: very susceptible … moderately resistant. */
export type ScabResistance = 'VS' | 'S' | 'MS' | 'MR';
const SCAB_RESISTANCE = { VS: 0, S: -0.82795556, MS: -1.4812696, MR: -1.8484537 } as const;

/**
 * Probability of a head blight epidemic in wheat from the mean relative humidity (%) of the 14 days before flowering
 * (De Wolf's model as used by the extension services). Valid at flowering only.
 */
export function wheatScab(input: { meanRh14d: number; resistance: ScabResistance }): {
  probability: number;
  risk: 'low' | 'medium' | 'high';
} {
  const humidity = inRange(input.meanRh14d, 'meanRh14d', 0, 100);
  const logit = -3.6432643 + SCAB_RESISTANCE[input.resistance] + 0.051459669 * humidity;
  const probability = 1 / (1 + Math.exp(-logit));
  return { probability, risk: probability >= 0.32 ? 'high' : probability >= 0.24 ? 'medium' : 'low' };
}

/** Physiological days of potato in a day (Sands 1979); early blight sprays begin at 250–300 accumulated. */
export function pDays(input: { tmax: number; tmin: number }): number {
  const tmax = physical(input.tmax, 'tmax', 'temperature');
  const tmin = physical(input.tmin, 'tmin', 'temperature');
  if (tmax < tmin) throw new AgronomyError('tmax_below_tmin', 'tmax', tmax);
  const low = potatoRate((2 * tmin + tmax) / 3);
  const high = potatoRate((tmin + 2 * tmax) / 3);
  return settled((5 * potatoRate(tmin) + 8 * low + 8 * high + 3 * potatoRate(tmax)) / 24);
}

/** Development from 0 at 7 °C through 10 at 21 °C to 0 at 30 °C. */
function potatoRate(t: number): number {
  if (t <= 7 || t >= 30) return 0;
  return 10 * (1 - (t - 21) ** 2 / (t < 21 ? 196 : 81));
}
