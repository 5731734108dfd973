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
}

/** What grows, since when, and by which periods. */
export interface PlantConfiguration {
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

export interface PlantConfigurationDraft {
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
}
