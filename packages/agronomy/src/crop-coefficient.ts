import { clamp, finite, inRange } from './checked.ts';

/** Lengths in days of FAO-56's four stages: initial, development, mid-season, late. */
export type StageLengths = readonly [number, number, number, number];
/** Kc initial, mid and end. */
export type KcValues = readonly [number, number, number];

/**
 * Crop coefficient on a day after planting (day 1 = the first). Constant in the initial and mid stages,
 * linear in the other two (FAO-56 eq. 66); Kc end after the season.
 */
export function kcOnDay(input: { day: number; lengths: StageLengths; kc: KcValues }): number {
  const day = finite(input.day, 'day');
  const [ini, dev, mid, late] = input.lengths.map((length) => inRange(length, 'lengths', 0, 1000)) as [
    number,
    number,
    number,
    number,
  ];
  const [kcIni, kcMid, kcEnd] = input.kc.map((value) => inRange(value, 'kc', 0, 3)) as [
    number,
    number,
    number,
  ];
  if (day <= ini) return kcIni;
  if (day <= ini + dev) return kcIni + ((day - ini) / dev) * (kcMid - kcIni);
  if (day <= ini + dev + mid) return kcMid;
  if (day <= ini + dev + mid + late) return kcMid + ((day - ini - dev - mid) / late) * (kcEnd - kcMid);
  return kcEnd;
}

/**
 * Kc mid or end for a climate other than the sub-humid one of the tables (RHmin 45 %, 2 m/s). FAO-56 eq. 62 and 65;
 * values below 0.45 stay. Wind is limited to 1–6 m/s, RHmin to 20–80 %, height to 0.1–10 m, the fitted range.
 */
export function kcClimate(input: { kc: number; u2: number; rhMin: number; height: number }): number {
  const kc = inRange(input.kc, 'kc', 0, 3);
  if (kc < 0.45) return kc;
  const wind = clamp(inRange(input.u2, 'u2', 0, 100), 1, 6);
  const rhMin = clamp(inRange(input.rhMin, 'rhMin', 0, 100), 20, 80);
  const height = clamp(inRange(input.height, 'height', 0, 100), 0.1, 10);
  return kc + (0.04 * (wind - 2) - 0.004 * (rhMin - 45)) * (height / 3) ** 0.3;
}

/** Root depth in metres on a day after planting: linear from sowing to the end of development. */
export function rootDepthOnDay(input: {
  day: number;
  lengths: StageLengths;
  min: number;
  max: number;
}): number {
  const min = inRange(input.min, 'min', 0.01, 10);
  const max = inRange(input.max, 'max', min, 10);
  const grown = input.lengths[0] + input.lengths[1];
  return min + (max - min) * clamp(finite(input.day, 'day') / Math.max(1, grown), 0, 1);
}

/** Plant height in metres; it rises with Kc, as the root depth does in FAO-56 p. 279. */
export function heightOnDay(input: { day: number; lengths: StageLengths; max: number }): number {
  const grown = input.lengths[0] + input.lengths[1];
  return input.max * clamp(input.day / Math.max(1, grown), 0.05, 1);
}
