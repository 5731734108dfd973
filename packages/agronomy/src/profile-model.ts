import { clamp, inRange, physical } from './checked.ts';
import { basalOnDay, Canopy, type DualCrop, type Mulch, SurfaceLayer } from './dual-surface.ts';
import { ks as stress, pAdjusted, type SoilLimits, soilLimits } from './soil.ts';
import {
  type CapillaryClass,
  capillaryRise,
  runoff,
  saltAfterDay,
  saltStress,
  type SaltTolerance,
} from './soil-processes.ts';

/** A horizon of the soil, from the one above down to `bottom` m. */
export interface SoilHorizon extends SoilLimits {
  bottom: number;
  /** Full of water, m³/m³. Default half-way from field capacity to 0.5, at least 0.05 above. */
  saturation?: number | null;
}

/** Soil of a plot for the profile model. */
export interface ProfileSoil {
  /** From the surface down; the last one extends downwards. */
  horizons: readonly SoilHorizon[];
  /** Depth that dries by evaporation, m (0.10–0.15), and its readily evaporable water, mm (FAO-56 table 19). */
  evaporationDepth: number;
  readilyEvaporable: number;
  /** Days in which the water above field capacity falls to 1/e. Default 1. */
  drainageDays?: number | null;
  /** Curve number of the surface; without it all rain enters. */
  curveNumber?: number | null;
  /** A water table that stays, m below the surface, with the soil's conductivity, mm/d, and class. */
  waterTable?: { depth: number; conductivity: number; soil: CapillaryClass } | null;
  /** Salt: ECe of the soil and EC of the irrigation water, dS/m. */
  salinity?: { soilEc: number; waterEc: number; tolerance: SaltTolerance; ky?: number | null } | null;
  mulch?: Mulch | null;
}

export interface ProfileDay {
  /** mm. */
  et0: number;
  rain: number;
  irrigation: number;
  wettedShare: number;
  /** m/s at `windHeight` m, and the least relative humidity of the day, %. */
  wind: number;
  windHeight: number;
  rhMin: number;
}

/** Deviations of a member of an ensemble. Default: none. */
export interface ProfileVariant {
  /** Factors on evapotranspiration and on irrigation. */
  et?: number;
  irrigation?: number;
  /** Added to field capacity, m³/m³, and factor on the days of drainage. */
  capacity?: number;
  drainage?: number;
  /** Factor on the depth that full-grown roots reach; never less than at planting. */
  root?: number;
  /** Factor on the evaporation from the soil alone. */
  evaporation?: number;
}

export interface ProfileState {
  /** Day since planting of the last step, −1 before the first. */
  day: number;
  rootDepth: number;
  /** mm of the root zone: depletion below field capacity (a surplus counts as none), total and readily available. */
  depletion: number;
  taw: number;
  raw: number;
  p: number;
  kcb: number;
  ke: number;
  ks: number;
  /** mm of the day. */
  etc: number;
  etcActual: number;
  evaporation: number;
  transpiration: number;
  runoff: number;
  drained: number;
  rise: number;
  /** ECe of the root zone, dS/m; null without salinity. */
  soilEc: number | null;
}

/** Thickness of a slab of the computed profile, m. */
export const SLAB = 0.1;
/** Depth of the profile below the deepest root or horizon, m. */
const BELOW = 0.1;
/** Default saturation. */
const DEFAULT_SATURATION = 0.5;
const MIN_PORES = 0.05;

/** The slabs of a soil: a column of numbers for each property. */
export class SlabSoil {
  readonly count: number;
  readonly fieldCapacity: Float64Array;
  readonly wiltingPoint: Float64Array;
  readonly saturation: Float64Array;

  constructor(horizons: readonly SoilHorizon[], depth: number) {
    const sorted = horizons
      .map((horizon) => ({ ...horizon, ...soilLimits(horizon) }))
      .sort((a, b) => a.bottom - b.bottom);
    this.count = Math.max(2, Math.ceil((depth + BELOW) / SLAB - 1e-9));
    this.fieldCapacity = new Float64Array(this.count);
    this.wiltingPoint = new Float64Array(this.count);
    this.saturation = new Float64Array(this.count);
    for (let slab = 0; slab < this.count; slab++) {
      const middle = (slab + 0.5) * SLAB;
      const horizon = sorted.find(({ bottom }) => middle < bottom) ?? sorted.at(-1);
      if (horizon === undefined) continue;
      this.fieldCapacity[slab] = horizon.fieldCapacity;
      this.wiltingPoint[slab] = horizon.wiltingPoint;
      this.saturation[slab] =
        horizon.saturation ??
        Math.max(horizon.fieldCapacity + MIN_PORES, (horizon.fieldCapacity + DEFAULT_SATURATION) / 2);
    }
  }
}

const at = (values: Float64Array, index: number): number => values[index] ?? 0;

/**
 * The root zone as a column of slabs of 10 cm with the dual crop coefficient (FAO-56 chapter 7): rain less runoff and
 * irrigation enter from above, water beyond field capacity drains with its time constant, roots take up water from
 * the slabs that they reach, a water table lifts some, salt and drought reduce transpiration.
 */
export class ProfileModel {
  readonly #crop: DualCrop;
  readonly #soil: ProfileSoil;
  readonly slabs: SlabSoil;
  readonly #canopy: Canopy;
  readonly #surface: SurfaceLayer;
  /** Added to field capacity of every slab, m³/m³. */
  capacityShift: number;
  readonly #variant: Required<ProfileVariant>;
  #soilEc: number;
  #day = -1;
  /** Water content of each slab, m³/m³. Data assimilation may write it. */
  readonly theta: Float64Array;

  constructor(
    crop: DualCrop,
    soil: ProfileSoil,
    initial: (depth: number) => number,
    variant: ProfileVariant = {},
  ) {
    this.#crop = crop;
    this.#soil = soil;
    const deepest = Math.max(
      crop.rootDepth[1],
      soil.horizons.reduce((most, { bottom }) => Math.max(most, bottom), 0),
    );
    this.slabs = new SlabSoil(soil.horizons, deepest);
    this.#variant = { et: 1, irrigation: 1, capacity: 0, drainage: 1, root: 1, evaporation: 1, ...variant };
    this.capacityShift = this.#variant.capacity;
    const [start, full] = crop.rootDepth;
    this.#canopy = new Canopy({ ...crop, rootDepth: [start, Math.max(start, full * this.#variant.root)] });
    const wiltingPoint = at(this.slabs.wiltingPoint, 0);
    const fieldCapacity = this.capacity(0);
    // A variant with less water also has less readily evaporable water, which must stay below the total.
    const held =
      (fieldCapacity - 0.5 * wiltingPoint) / (at(this.slabs.fieldCapacity, 0) - 0.5 * wiltingPoint);
    this.#surface = new SurfaceLayer(
      { fieldCapacity, wiltingPoint },
      { ...soil, readilyEvaporable: soil.readilyEvaporable * Math.min(1, held) },
      soil.mulch ?? null,
    );
    this.#soilEc = soil.salinity?.soilEc ?? 0;
    this.theta = Float64Array.from({ length: this.slabs.count }, (_, slab) =>
      clamp(initial((slab + 0.5) * SLAB), 0.01, at(this.slabs.saturation, slab)),
    );
  }

  /** The factor on evapotranspiration; an ensemble moves it from day to day. */
  set et(factor: number) {
    this.#variant.et = factor;
  }

  get et(): number {
    return this.#variant.et;
  }

  get rootDepth(): number {
    return this.#canopy.rootDepth;
  }

  /** Field capacity of a slab in this variant. */
  capacity(slab: number): number {
    const wilting = at(this.slabs.wiltingPoint, slab);
    return clamp(
      at(this.slabs.fieldCapacity, slab) + this.capacityShift,
      wilting + 0.01,
      at(this.slabs.saturation, slab) - 0.01,
    );
  }

  /** Share of a slab within the roots. */
  #rooted(slab: number): number {
    return clamp((this.#canopy.rootDepth - slab * SLAB) / SLAB, 0, 1);
  }

  /** Depletion below field capacity and total available water of the root zone now, mm. */
  water(): { depletion: number; taw: number } {
    let depletion = 0;
    let taw = 0;
    for (let slab = 0; slab < this.slabs.count; slab++) {
      const share = this.#rooted(slab);
      if (share === 0) break;
      const capacity = this.capacity(slab);
      // Water above field capacity drains soon: it does not offset a dry slab.
      depletion += 1000 * SLAB * share * Math.max(0, capacity - at(this.theta, slab));
      taw += 1000 * SLAB * share * (capacity - at(this.slabs.wiltingPoint, slab));
    }
    return { depletion: Math.min(depletion, taw), taw };
  }

  /** Water content at a depth, m³/m³, on a line between the middles of slabs. */
  thetaAt(depth: number): number {
    const place = clamp(depth / SLAB - 0.5, 0, this.slabs.count - 1);
    const low = Math.floor(place);
    const share = place - low;
    return (
      at(this.theta, low) * (1 - share) + at(this.theta, Math.min(low + 1, this.slabs.count - 1)) * share
    );
  }

  /** One day. @throws AgronomyError for values out of range */
  advance(weather: ProfileDay): ProfileState {
    this.#day++;
    const et0 = inRange(weather.et0, 'et0', 0, 30) * this.#variant.et;
    const fallen = physical(weather.rain, 'rain', 'rain');
    const irrigation = inRange(weather.irrigation, 'irrigation', 0, 1000) * this.#variant.irrigation;
    const { tew, rew } = this.#surface;
    const { curveNumber } = this.#soil;
    const shed =
      typeof curveNumber === 'number'
        ? runoff({ rain: fallen, curveNumber, surfaceDepletion: this.#surface.depletion, rew, tew })
        : 0;
    const tabulated = basalOnDay(this.#crop, this.#day, this.#soil.mulch ?? null);
    const { kcb, kcMax, cover } = this.#canopy.grow(tabulated, weather);
    const { ke, evaporation } = this.#surface.evaporate({
      factor: this.#variant.evaporation,
      et0,
      rain: fallen - shed,
      irrigation,
      wettedShare: weather.wettedShare,
      kcb,
      kcMax,
      cover,
    });
    const { depletion, taw } = this.water();
    const etc = (ke + kcb) * et0;
    const p = pAdjusted({ p: this.#crop.p, etc: Math.min(etc, 50) });
    const salt = this.#soil.salinity;
    const salted = salt ? saltStress({ ...salt, soilEc: this.#soilEc }) : 1;
    const ks = stress({ taw: Math.max(taw, 1e-3), raw: p * Math.max(taw, 1e-3), depletion }) * salted;
    const taken = this.#take(ks * kcb * et0) + this.#evaporateFrom(evaporation);
    const drained = this.#infiltrate(fallen - shed + irrigation);
    const rise = this.#lift();
    const after = this.water();
    if (salt) this.#addSalt(salt.waterEc, irrigation, drained);
    return {
      day: this.#day,
      rootDepth: this.#canopy.rootDepth,
      depletion: after.depletion,
      taw: after.taw,
      raw: p * after.taw,
      p,
      kcb,
      ke,
      ks,
      etc,
      etcActual: taken,
      evaporation,
      transpiration: ks * kcb * et0,
      runoff: shed,
      drained,
      rise,
      soilEc: salt ? this.#soilEc : null,
    };
  }

  #addSalt(waterEc: number, irrigation: number, drained: number): void {
    this.#soilEc = saltAfterDay({
      soilEc: this.#soilEc,
      waterEc,
      irrigation,
      drained,
      water: this.#rootWater((slab) => at(this.theta, slab)),
      capacity: this.#rootWater((slab) => this.capacity(slab)),
    });
  }

  #rootWater(of: (slab: number) => number): number {
    let water = 0;
    for (let slab = 0; slab < this.slabs.count; slab++) water += 1000 * SLAB * this.#rooted(slab) * of(slab);
    return water;
  }

  /** Evaporation leaves the highest slabs, down to half their wilting point. */
  #evaporateFrom(wanted: number): number {
    let left = wanted;
    for (let slab = 0; slab < 2 && left > 0; slab++) {
      const floor = at(this.slabs.wiltingPoint, slab) / 2;
      const there = Math.max(0, at(this.theta, slab) - floor) * 1000 * SLAB;
      const gone = Math.min(left, there);
      this.theta[slab] = at(this.theta, slab) - gone / (1000 * SLAB);
      left -= gone;
    }
    return wanted - left;
  }

  /** Root density decreases downwards (40, 30, 20, 10 % by quarters); uptake shifts to slabs with water. */
  #take(wanted: number): number {
    const depth = this.#canopy.rootDepth;
    let total = 0;
    const last = Math.min(this.slabs.count, Math.ceil(depth / SLAB));
    const pull = (slab: number): number => {
      const wilting = at(this.slabs.wiltingPoint, slab);
      const wet = clamp((at(this.theta, slab) - wilting) / (this.capacity(slab) - wilting), 0, 1);
      const relative = clamp(((slab + 0.5) * SLAB) / depth, 0, 1);
      return this.#rooted(slab) * (1.75 - 1.5 * relative) * Math.sqrt(wet);
    };
    for (let slab = 0; slab < last; slab++) total += pull(slab);
    if (total <= 0) return 0;
    let taken = 0;
    for (let slab = 0; slab < last; slab++) {
      const there = Math.max(0, at(this.theta, slab) - at(this.slabs.wiltingPoint, slab)) * 1000 * SLAB;
      const gone = Math.min(there, (wanted * pull(slab)) / total);
      total -= pull(slab);
      wanted -= gone;
      taken += gone;
      this.theta[slab] = at(this.theta, slab) - gone / (1000 * SLAB);
      if (total <= 1e-12) break;
    }
    return taken;
  }

  /** Water from above fills slab by slab; water beyond field capacity drains with the time constant of the soil. */
  #infiltrate(water: number): number {
    const days = Math.max(0.01, (this.#soil.drainageDays ?? 1) * this.#variant.drainage);
    const share = 1 - Math.exp(-1 / days);
    let moving = water;
    for (let slab = 0; slab < this.slabs.count; slab++) {
      const filled = at(this.theta, slab) + moving / (1000 * SLAB);
      const kept = Math.min(filled, at(this.slabs.saturation, slab));
      moving = (filled - kept) * 1000 * SLAB;
      const beyond = Math.max(0, kept - this.capacity(slab)) * share;
      this.theta[slab] = kept - beyond;
      moving += beyond * 1000 * SLAB;
    }
    return moving;
  }

  /** What the water table lifts to the lower end of the roots, up to field capacity there. */
  #lift(): number {
    const table = this.#soil.waterTable;
    if (!table) return 0;
    const slab = clamp(Math.ceil(this.#canopy.rootDepth / SLAB) - 1, 0, this.slabs.count - 1);
    const height = Math.max(0, table.depth - (slab + 0.5) * SLAB);
    const room = Math.max(0, this.capacity(slab) - at(this.theta, slab)) * 1000 * SLAB;
    const rise = Math.min(
      room,
      capillaryRise({ height, conductivity: table.conductivity, soil: table.soil }),
    );
    this.theta[slab] = at(this.theta, slab) + rise / (1000 * SLAB);
    return rise;
  }
}
