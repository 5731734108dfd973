import type { RiskLevel } from './agronomy.ts';

/** How a crop grows, from tables: orientation until a field has its own records. */
export interface GrowthModel {
  /** Such as 'tomato'. */
  id: string;
  crop: string;
  /** Days of the initial, development, mid and late stage. */
  stageDays: number[];
  /** Crop coefficients of the initial, mid and end stage. */
  kc: number[];
  /** °C */
  baseTemperature: number;
  upperTemperature: number;
  /** Ends in °C·d since emergence. */
  periods: unknown[];
  /** Where each number comes from and how sure it is, by field. */
  origins: Record<string, { source: string; certainty: string }>;
  note: string;
}

/** What the calculations need to know of a plot; null where nobody said it. */
export interface PlantedPlot {
  name: string | null;
  /** Devices that measure the plot. */
  deviceIds: string[];
  /** The valve that waters it. */
  valveId: string | null;
  environment: 'field' | 'greenhouse' | null;
  /** m². */
  area: number | null;
  /** Id of a soil texture, such as 'loam'. */
  soilTexture: string | null;
  /** m³/m³. */
  fieldCapacity: number | null;
  wiltingPoint: number | null;
  irrigationMethod: 'surface' | 'sprinkler' | 'drip' | null;
  /** m³/h. */
  irrigationFlow: number | null;
  /** 0.05 … 1. */
  irrigationEfficiency: number | null;
  latitude: number | null;
  longitude: number | null;
  /** m above the sea. */
  elevation: number | null;
  /** Share of sunlight that a house lets in, 0.05 … 1. */
  transmissivity: number | null;
  /** IANA name; Asia/Shanghai when null. */
  timeZone: string | null;
}

/** What grows, since when, and by which periods. */
export interface PlantConfiguration extends PlantedPlot {
  id: string;
  crop: string;
  picture: string | null;
  modelPath: string | null;
  /** Id of a growth model. */
  growthModelId: string | null;
  /** Growth periods, as they were saved. */
  periods: unknown[];
  /** yyyy-MM-dd */
  growTime: string | null;
  sceneId: string | null;
  createdBy: string | null;
  version: number;
}

export interface PlantConfigurationDraft extends Partial<PlantedPlot> {
  crop: string;
  picture?: string | null;
  modelPath?: string | null;
  growthModelId?: string | null;
  periods?: readonly unknown[] | null;
  /** yyyy-MM-dd, not in the future. */
  growTime?: string | null;
  sceneId?: string | null;
}

export interface DiseaseOrPest {
  id: string;
  type: 'disease' | 'pest';
  name: string;
  /** Scientific name of the cause. */
  agent: string;
  symptoms: string;
  /** Air temperature in which it spreads, °C. */
  temperatureMin: number;
  temperatureMax: number;
  moisture: string;
  /** On the plot that was asked about; of a bare crop it is not known. */
  risk: RiskLevel;
  value: number | null;
  model: string;
  evidence: { zh: string; en: string }[];
  /** Inputs that were not there. */
  missing: string[];
  days: { date: string; risk: RiskLevel; value: number | null }[];
}
