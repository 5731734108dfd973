import { u2 as windAt2m } from './atmosphere.ts';
import { clamp, inRange, physical, relativeHumidity } from './checked.ts';
import type { StageLengths } from './crop-coefficient.ts';
import { ks as stress, pAdjusted } from './soil.ts';
import { checkedProfile, type ProfileLayer, profileWater } from './water-balance.ts';

/** What the dual crop coefficient needs to know of the crop. FAO-56 chapter 7. */
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
}

/** The soil: one homogeneous bucket, or a profile that the roots grow into. */
export interface DualSoil {
  /** From the surface down; one layer is the plain FAO-56 bucket. */
  layers: readonly ProfileLayer[];
  /** Depth that dries by evaporation, m (0.10–0.15), and its readily evaporable water, mm (table 19). */
  evaporationDepth: number;
  readilyEvaporable: number;
  /**
   * 'bucket': water beyond the present root zone is lost. 'profile': it is kept as far down as the roots will
   * ever grow and taken up when they reach it. Default 'bucket'.
   */
  drainage?: 'bucket' | 'profile';
}

export interface DualDay {
  /** Reference evapotranspiration, mm. */
  et0: number;
  rain: number;
  /** mm, and the share of the surface it wets (table 20). */
  irrigation: number;
  wettedShare: number;
  /** m/s at `windHeight` m, and the least relative humidity of the day, %. */
  wind: number;
  windHeight: number;
  rhMin: number;
}

export interface DualResult {
  /** Days since planting, 0 = planting. */
  day: number;
  kcb: number;
  ke: number;
  ks: number;
  kcMax: number;
  /** Share of ground covered, 0–0.99. */
  cover: number;
  rootDepth: number;
  height: number;
  /** mm: unstressed and actual crop evapotranspiration, evaporation, transpiration. */
  etc: number;
  etcActual: number;
  evaporation: number;
  transpiration: number;
  /** mm at the end of the day. */
  depletion: number;
  surfaceDepletion: number;
  taw: number;
  raw: number;
  p: number;
  deepPercolation: number;
}

/** Basal Kc `day` days after planting; a straight line in development and late season (eq. 66). */
function basalOnDay(crop: DualCrop, day: number): number {
  const [ini, dev, mid, late] = crop.lengths;
  const [kcIni, kcMid, kcEnd] = crop.kcb;
  if (day <= ini) return kcIni;
  if (day <= ini + dev) return kcIni + ((day - ini) / dev) * (kcMid - kcIni);
  if (day <= ini + dev + mid) return kcMid;
  if (day <= ini + dev + mid + late) return kcMid + ((day - ini - dev - mid) / late) * (kcEnd - kcMid);
  return kcEnd;
}

/**
 * Daily root-zone balance with the dual crop coefficient: Kc = Ks·Kcb + Ke, evaporation from a drying surface
 * layer kept apart from transpiration (FAO-56 eq. 69–86). Day 0 of `days` is planting.
 * The fit of roots and height to Kcb is that of FAO-56 p. 279; growth never goes back.
 * @throws AgronomyError for values out of range
 */
export function dualCropBalance(input: {
  crop: DualCrop;
  soil: DualSoil;
  days: readonly DualDay[];
}): readonly DualResult[] {
  const state = new DualState(input.crop, input.soil);
  return input.days.map((day, index) => state.advance(index, day));
}

class DualState {
  readonly #crop: DualCrop;
  readonly #layers: readonly ProfileLayer[];
  readonly #keepsProfile: boolean;
  readonly #tew: number;
  readonly #rew: number;
  readonly #tawMax: number;
  #depletion: number;
  #profileDepletion: number;
  #belowRoots = 0;
  #tawBelow: number | null = null;
  #surface: number;
  #wetted = 1;
  #height: number;
  #rootDepth: number;

  constructor(crop: DualCrop, soil: DualSoil) {
    this.#crop = crop;
    this.#layers = checkedProfile(soil.layers);
    this.#keepsProfile = soil.drainage === 'profile';
    const [rootStart, rootMax] = crop.rootDepth;
    const top = this.#layers[0] as ProfileLayer;
    const depth = inRange(soil.evaporationDepth, 'evaporationDepth', 0.01, 0.5);
    // Eq. 73: the surface dries to half-way between wilting point and oven dry.
    this.#tew = 1000 * (top.fieldCapacity - 0.5 * top.wiltingPoint) * depth;
    this.#rew = inRange(soil.readilyEvaporable, 'readilyEvaporable', 0, this.#tew * 0.999);
    this.#surface = this.#tew;
    const deficit = (layer: ProfileLayer) => layer.fieldCapacity - layer.initial;
    const capacity = (layer: ProfileLayer) => layer.fieldCapacity - layer.wiltingPoint;
    this.#depletion = profileWater(this.#layers, rootStart, deficit);
    this.#profileDepletion = profileWater(this.#layers, rootMax, deficit);
    this.#tawMax = profileWater(this.#layers, rootMax, capacity);
    this.#height = crop.height[0];
    this.#rootDepth = rootStart;
  }

  advance(day: number, weather: DualDay): DualResult {
    const et0 = inRange(weather.et0, 'et0', 0, 30);
    const rain = physical(weather.rain, 'rain', 'rain');
    const irrigation = inRange(weather.irrigation, 'irrigation', 0, 1000);
    const kcb = basalOnDay(this.#crop, day);
    const { kcMax, cover } = this.#canopy(kcb, weather);
    const surface = this.#evaporate({
      et0,
      rain,
      irrigation,
      kcb,
      kcMax,
      cover,
      wetted: weather.wettedShare,
    });

    const etc = (surface.ke + kcb) * et0;
    const taw = profileWater(
      this.#layers,
      this.#rootDepth,
      (layer) => layer.fieldCapacity - layer.wiltingPoint,
    );
    const p = pAdjusted({ p: this.#crop.p, etc });
    const ks = stress({ taw, raw: p * taw, depletion: this.#depletion });
    const etcActual = (ks * kcb + surface.ke) * et0;
    const deepPercolation = this.#keepsProfile
      ? this.#drainProfile(rain + irrigation, etcActual, taw)
      : this.#drainBucket(rain + irrigation, etcActual, taw);
    return {
      day,
      kcb,
      ke: surface.ke,
      ks,
      kcMax,
      cover,
      rootDepth: this.#rootDepth,
      height: this.#height,
      etc,
      etcActual,
      evaporation: surface.evaporation,
      transpiration: ks * kcb * et0,
      depletion: this.#depletion,
      surfaceDepletion: this.#surface,
      taw,
      raw: p * taw,
      p,
      deepPercolation,
    };
  }

  /** Height and roots follow Kcb upwards only; Kcmax is eq. 72, cover eq. 76. */
  #canopy(kcb: number, weather: DualDay): { kcMax: number; cover: number } {
    const [kcbIni, kcbMid] = this.#crop.kcb;
    const grown = kcbMid > kcbIni ? (kcb - kcbIni) / (kcbMid - kcbIni) : 1;
    const [hMin, hMax] = this.#crop.height;
    const [zMin, zMax] = this.#crop.rootDepth;
    this.#height = Math.max(this.#height, hMin + (hMax - hMin) * grown);
    this.#rootDepth = Math.max(this.#rootDepth, zMin + (zMax - zMin) * grown);
    const wind = clamp(windAt2m({ u: weather.wind, z: weather.windHeight }), 1, 6);
    const rhMin = clamp(relativeHumidity(weather.rhMin, 'rhMin'), 20, 80);
    const climate = (0.04 * (wind - 2) - 0.004 * (rhMin - 45)) * (this.#height / 3) ** 0.3;
    const kcMax = Math.max(1.2 + climate, kcb + 0.05);
    const share = Math.max(0, (kcb - kcbIni) / Math.max(0.01, kcMax - kcbIni));
    return { kcMax, cover: clamp(share ** (1 + 0.5 * this.#height), 0, 0.99) };
  }

  /** The surface layer: eq. 71, 74, 75, 77–79. */
  #evaporate(day: {
    et0: number;
    rain: number;
    irrigation: number;
    kcb: number;
    kcMax: number;
    cover: number;
    wetted: number;
  }): { ke: number; evaporation: number } {
    if (day.irrigation > 0) this.#wetted = inRange(day.wetted, 'wettedShare', 0.01, 1);
    else if (day.rain >= 3) this.#wetted = 1;
    const exposed = clamp(Math.min(1 - day.cover, this.#wetted), 0.01, 1);
    const kr = clamp((this.#tew - this.#surface) / (this.#tew - this.#rew), 0, 1);
    const ke = Math.min(kr * (day.kcMax - day.kcb), exposed * day.kcMax);
    const evaporation = ke * day.et0;
    const water = day.rain + day.irrigation / this.#wetted;
    const drained = Math.max(0, water - this.#surface);
    this.#surface = clamp(this.#surface - water + evaporation / exposed + drained, 0, this.#tew);
    return { ke, evaporation };
  }

  #drainBucket(water: number, et: number, taw: number): number {
    const drained = Math.max(0, water - et - this.#depletion);
    this.#depletion = clamp(this.#depletion - water + et + drained, 0, taw);
    return drained;
  }

  /** Roots that grow take over their share of the depletion below them. */
  #drainProfile(water: number, et: number, taw: number): number {
    const tawBelow = this.#tawMax - taw;
    const before = this.#tawBelow ?? tawBelow;
    const takenOver = before > 0 ? this.#belowRoots * (1 - tawBelow / before) : 0;
    this.#tawBelow = tawBelow;
    const drained = Math.max(0, water - et - this.#profileDepletion);
    this.#depletion = clamp(this.#depletion - water + et + takenOver, 0, taw);
    this.#profileDepletion = clamp(this.#profileDepletion - water + et + drained, 0, this.#tawMax);
    this.#belowRoots = clamp(this.#profileDepletion - this.#depletion, 0, Math.max(0, tawBelow));
    return drained;
  }
}
