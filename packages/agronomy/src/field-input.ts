import type { Climatology } from './climatology.ts';
import type { WeatherHour } from './daily-weather.ts';
import type { Crop } from './data/crops.ts';
import type { IrrigationMethodId } from './data/irrigation-methods.ts';
import type { Mulch } from './dual-surface.ts';
import type { SoilReading } from './soil.ts';
import type { RetentionPoint } from './soil-hydraulics.ts';
import type { AgronomyTables } from './tables.ts';

/** Optional soil values of a plot beyond its texture. */
export interface PlotSoil {
  /** % of the mineral soil, and organic matter in % of the mass. */
  sand?: number | null;
  clay?: number | null;
  organicMatter?: number | null;
  /** A measured retention curve. */
  curve?: readonly RetentionPoint[] | null;
  mulch?: Mulch | null;
  /** 1–100; without it all rain enters the soil. */
  curveNumber?: number | null;
  /** Depth of a water table, m. */
  waterTable?: number | null;
  /** EC of the irrigation water and of the soil's extract, dS/m. */
  waterEc?: number | null;
  soilEc?: number | null;
  /** Share of the area that is planted and watered (beds, rows), 0.05–1: all water goes there. */
  irrigatedShare?: number | null;
}

/** Input of the advice for a plot. */
export interface FieldInput {
  /** Epoch ms. */
  now: number;
  timeZone?: string;
  /** Degrees north, metres. */
  lat: number;
  /** Degrees east; relates solar time to clock time. */
  lon?: number | null;
  elevation?: number | null;
  /** Hours since before planting, or all hours that exist. */
  weather: readonly WeatherHour[];
  /** Height of the wind sensor, m. Default 2. */
  windHeight?: number | null;
  /** The weather is measured in this greenhouse; `radiationInside`: the pyranometer too. */
  greenhouse?: { transmissivity?: number | null; radiationInside?: boolean } | null;
  crop: Crop;
  plantDate: string;
  /** The climate of the place, for days without measurements and for the days ahead without a forecast. */
  climate?: Climatology | null;
  texture?: string | null;
  /** Textures and irrigation methods. Default: the built-in ones. */
  tables?: AgronomyTables;
  fieldCapacity?: number | null;
  wiltingPoint?: number | null;
  /** Newest reading of each depth, with its time. */
  sensors?: readonly (SoilReading & { ts: number })[];
  /** Daily means of each probe, m³/m³, oldest first; with them the soil is calibrated and the water assimilated. */
  probes?: readonly { depth: number; days: readonly { date: string; vwc: number }[] }[] | null;
  /** Water given, mm by date. */
  irrigations?: readonly { date: string; mm: number }[];
  /** Whether irrigation is recorded; default: whether there is any. */
  irrigationKnown?: boolean;
  /** Soil values of the plot beyond the texture. */
  soil?: PlotSoil | null;
  /** Expected from today on; the chance of rain 0–1. */
  forecast?: {
    et0?: readonly (number | null)[] | null;
    rain?: readonly (number | null)[] | null;
    rainChance?: readonly (number | null)[] | null;
    /** Past days of the same provider: the station's ET0 of these days corrects the forecast. */
    past?: readonly { date: string; et0: number | null }[] | null;
  } | null;
  areaM2?: number | null;
  method?: IrrigationMethodId | null;
  efficiency?: number | null;
  flowM3h?: number | null;
  refillFraction?: number | null;
  /** Share of the area that is watered, 0–1. Default: all of it. */
  wettedFraction?: number | null;
  /** 0–0.5. Default: what the salt of the water needs. */
  leachingFraction?: number | null;
}
