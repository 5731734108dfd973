import { u2 as windAt2m } from './atmosphere.ts';
import { clamp, inRange, relativeHumidity } from './checked.ts';
import type { StageLengths } from './crop-coefficient.ts';

/** Values of a crop for the dual crop coefficient. FAO-56 chapter 7. */
export interface DualCrop {
  /** Basal coefficients initial, mid, end (table 17). */
  kcb: readonly [number, number, number];
  lengths: StageLengths;
  /** Plant height at planting and full grown, m. */
  height: readonly [number, number];
  /** Root depth at planting and full grown, m. */
  rootDepth: readonly [number, number];
  /** Depletion fraction at ETc 5 mm/d (table 22). */
  p: number;
  /** Whether Kcb above 0.45 is adjusted to wind and humidity of the day (eq. 70). Default false: fitted to the place. */
  climateAdjusted?: boolean;
}

/** Mulch on the soil. */
export interface Mulch {
  kind: 'plastic' | 'organic';
  /** Share of the surface it covers, 0–1. */
  cover: number;
}

/** Kcb up to this is of bare soil and small plants, which the climate changes little (FAO-56 p. 136). */
const MIN_ADJUSTED = 0.45;
/** Share of the evaporation that a full cover of organic mulch saves: 5 % for each 10 % of cover (FAO-56 p. 196). */
const ORGANIC_SAVING = 0.5;
/** Basal Kc under plastic over the whole surface: 5–15 % less (FAO-56 p. 197), the middle taken. */
const PLASTIC_BASAL = 0.9;

/** Basal Kc `day` days after planting; a straight line in development and late season (eq. 66). */
export function basalOnDay(crop: DualCrop, day: number, mulch: Mulch | null = null): number {
  const [ini, dev, mid, late] = crop.lengths;
  const [kcIni, kcMid, kcEnd] = crop.kcb;
  const under = mulch?.kind === 'plastic' ? 1 - (1 - PLASTIC_BASAL) * mulch.cover : 1;
  if (day <= ini) return under * kcIni;
  if (day <= ini + dev) return under * (kcIni + ((day - ini) / dev) * (kcMid - kcIni));
  if (day <= ini + dev + mid) return under * kcMid;
  if (day <= ini + dev + mid + late) {
    return under * (kcMid + ((day - ini - dev - mid) / late) * (kcEnd - kcMid));
  }
  return under * kcEnd;
}

/** The plants above the ground: height and roots follow Kcb upwards only (FAO-56 p. 279). */
export class Canopy {
  readonly #crop: DualCrop;
  height: number;
  rootDepth: number;

  constructor(crop: DualCrop) {
    this.#crop = crop;
    this.height = crop.height[0];
    this.rootDepth = crop.rootDepth[0];
  }

  /** Grows to the tabulated Kcb of a day: Kcb of its climate (eq. 70), Kcmax (eq. 72), share of ground covered (eq. 76). */
  grow(
    kcb: number,
    weather: { wind: number; windHeight: number; rhMin: number },
  ): { kcb: number; kcMax: number; cover: number } {
    const [kcbIni, kcbMid] = this.#crop.kcb;
    const grown = kcbMid > kcbIni ? (kcb - kcbIni) / (kcbMid - kcbIni) : 1;
    const [hMin, hMax] = this.#crop.height;
    const [zMin, zMax] = this.#crop.rootDepth;
    this.height = Math.max(this.height, hMin + (hMax - hMin) * grown);
    this.rootDepth = Math.max(this.rootDepth, zMin + (zMax - zMin) * grown);
    const wind = clamp(windAt2m({ u: weather.wind, z: weather.windHeight }), 1, 6);
    const rhMin = clamp(relativeHumidity(weather.rhMin, 'rhMin'), 20, 80);
    const climate = (0.04 * (wind - 2) - 0.004 * (rhMin - 45)) * (this.height / 3) ** 0.3;
    const adjusted = this.#crop.climateAdjusted === true && kcb > MIN_ADJUSTED ? kcb + climate : kcb;
    const kcMax = Math.max(1.2 + climate, adjusted + 0.05);
    const share = Math.max(0, (kcb - kcbIni) / Math.max(0.01, kcMax - kcbIni));
    return { kcb: adjusted, kcMax, cover: clamp(share ** (1 + 0.5 * this.height), 0, 0.99) };
  }
}

/** A day at the surface, mm and shares. */
export interface SurfaceDay {
  et0: number;
  /** Rain that enters the soil. */
  rain: number;
  irrigation: number;
  /** Share of the surface that the irrigation wets. */
  wettedShare: number;
  kcb: number;
  kcMax: number;
  cover: number;
  /** Factor on the evaporation. Default 1. */
  factor?: number;
}

/** The layer that dries by evaporation. FAO-56 eq. 71–79. */
export class SurfaceLayer {
  /** Total and readily evaporable water, mm. */
  readonly tew: number;
  readonly rew: number;
  readonly #mulch: Mulch | null;
  /** mm that it lacks. It begins dry. */
  depletion: number;
  #wetted = 1;

  constructor(
    top: { fieldCapacity: number; wiltingPoint: number },
    soil: { evaporationDepth: number; readilyEvaporable: number },
    mulch: Mulch | null = null,
  ) {
    const depth = inRange(soil.evaporationDepth, 'evaporationDepth', 0.01, 0.5);
    // Eq. 73: the surface dries to half-way between wilting point and oven dry.
    this.tew = 1000 * (top.fieldCapacity - 0.5 * top.wiltingPoint) * depth;
    this.rew = inRange(soil.readilyEvaporable, 'readilyEvaporable', 0, this.tew * 0.999);
    this.depletion = this.tew;
    this.#mulch = mulch;
  }

  evaporate(day: SurfaceDay): { ke: number; evaporation: number } {
    if (day.irrigation > 0) this.#wetted = inRange(day.wettedShare, 'wettedShare', 0.01, 1);
    else if (day.rain >= 3) this.#wetted = 1;
    const mulch = this.#mulch;
    const open = mulch?.kind === 'plastic' ? 1 - mulch.cover : 1;
    const exposed = clamp(Math.min(1 - day.cover, this.#wetted, open), 0.01, 1);
    const kr = clamp((this.tew - this.depletion) / (this.tew - this.rew), 0, 1);
    const saved = mulch?.kind === 'organic' ? 1 - ORGANIC_SAVING * mulch.cover : 1;
    const ke = (day.factor ?? 1) * saved * Math.min(kr * (day.kcMax - day.kcb), exposed * day.kcMax);
    const evaporation = ke * day.et0;
    const water = day.rain + day.irrigation / this.#wetted;
    const drained = Math.max(0, water - this.depletion);
    this.depletion = clamp(this.depletion - water + evaporation / exposed + drained, 0, this.tew);
    return { ke, evaporation };
  }
}
