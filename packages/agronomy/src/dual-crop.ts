import { clamp, inRange, physical } from './checked.ts';
import { basalOnDay, Canopy, type DualCrop, SurfaceLayer } from './dual-surface.ts';
import { ks as stress, pAdjusted } from './soil.ts';
import { checkedProfile, type ProfileLayer, profileWater } from './water-balance.ts';

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

/**
 * Daily root-zone balance with the dual crop coefficient: Kc = Ks·Kcb + Ke, evaporation from a drying surface
 * layer kept apart from transpiration (FAO-56 eq. 69–86). Day 0 of `days` is planting.
 * Roots and height follow Kcb as in FAO-56 p. 279 and never decrease.
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
  readonly #canopy: Canopy;
  readonly #surface: SurfaceLayer;
  readonly #tawMax: number;
  #depletion: number;
  #profileDepletion: number;
  #belowRoots = 0;
  #tawBelow: number | null = null;

  constructor(crop: DualCrop, soil: DualSoil) {
    this.#crop = crop;
    this.#layers = checkedProfile(soil.layers);
    this.#keepsProfile = soil.drainage === 'profile';
    const [rootStart, rootMax] = crop.rootDepth;
    const top = this.#layers[0] as ProfileLayer;
    this.#canopy = new Canopy(crop);
    this.#surface = new SurfaceLayer(top, soil);
    const deficit = (layer: ProfileLayer) => layer.fieldCapacity - layer.initial;
    const capacity = (layer: ProfileLayer) => layer.fieldCapacity - layer.wiltingPoint;
    this.#depletion = profileWater(this.#layers, rootStart, deficit);
    this.#profileDepletion = profileWater(this.#layers, rootMax, deficit);
    this.#tawMax = profileWater(this.#layers, rootMax, capacity);
  }

  advance(day: number, weather: DualDay): DualResult {
    const et0 = inRange(weather.et0, 'et0', 0, 30);
    const rain = physical(weather.rain, 'rain', 'rain');
    const irrigation = inRange(weather.irrigation, 'irrigation', 0, 1000);
    const kcb = basalOnDay(this.#crop, day);
    const { kcMax, cover } = this.#canopy.grow(kcb, weather);
    const surface = this.#surface.evaporate({
      et0,
      rain,
      irrigation,
      kcb,
      kcMax,
      cover,
      wettedShare: weather.wettedShare,
    });

    const etc = (surface.ke + kcb) * et0;
    const taw = profileWater(
      this.#layers,
      this.#canopy.rootDepth,
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
      rootDepth: this.#canopy.rootDepth,
      height: this.#canopy.height,
      etc,
      etcActual,
      evaporation: surface.evaporation,
      transpiration: ks * kcb * et0,
      depletion: this.#depletion,
      surfaceDepletion: this.#surface.depletion,
      taw,
      raw: p * taw,
      p,
      deepPercolation,
    };
  }

  #drainBucket(water: number, et: number, taw: number): number {
    const drained = Math.max(0, water - et - this.#depletion);
    this.#depletion = clamp(this.#depletion - water + et + drained, 0, taw);
    return drained;
  }

  /** Growing roots take over their share of the depletion below them. */
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
