/** Why a value is absent, or what was taken in place of a missing input. */
export interface AgronomyReason {
  /** Stable, such as 'no_plot_area'. */
  code: string;
  zh: string;
  en: string;
  /** The input that it is about. */
  field: string | null;
}

/** Which device an input was taken from. */
export interface AgronomySource {
  quantity: string;
  deviceId: string;
  deviceName: string;
  keys: string[];
  simulated: boolean;
  distanceKm: number | null;
}

/** What is stored of a plot, or was said in the call. */
export interface PlotFacts {
  id: string | null;
  name: string | null;
  sceneId: string | null;
  sceneName: string | null;
  cropName: string | null;
  cropId: string | null;
  plantDate: string | null;
  environment: 'field' | 'greenhouse';
  /** m². */
  area: number | null;
  areaFrom: 'entered' | 'boundary' | null;
  soilTexture: string | null;
  /** m³/m³. */
  fieldCapacity: number | null;
  wiltingPoint: number | null;
  irrigationMethod: string | null;
  /** m³/h. */
  irrigationFlow: number | null;
  latitude: number | null;
  timeZone: string;
}

export type DroughtLevel = 0 | 1 | 2 | 3 | 4;

/** A plot in short: what a map or a 3D scene colours it by, and how large its plants are. */
export interface PlotState {
  id: string;
  name: string | null;
  sceneId: string | null;
  crop: string | null;
  cropId: string | null;
  plantDate: string | null;
  environment: 'field' | 'greenhouse';
  area: number | null;
  boundary: unknown;
  drought: { level: number | null; code: string; zh: string; en: string; basis: string | null };
  /** Relative soil moisture, %. */
  soilMoisture: number | null;
  /** Epoch milliseconds of the newest soil reading. */
  soilAt: number | null;
  stage: {
    index: number;
    code: string;
    name: string;
    nameEn: string;
    /** 0–1 within the stage. */
    progress: number;
    finished: boolean;
  } | null;
  day: number | null;
  /** °C·d since planting. */
  gdd: number | null;
  /** Size of the plant against the grown one, 0–1. */
  scale: number | null;
  /** m. */
  height: number | null;
  label: { zh: string; en: string } | null;
  /** The device whose soil it is, to ask for drought and irrigation. */
  deviceId: string | null;
  valveId: string | null;
  simulated: boolean;
  /** Why there is no stage. */
  reason: AgronomyReason | null;
}

export interface GrowthStage {
  code: string;
  name: string;
  nameEn: string;
  /** yyyy-MM-dd it began or is expected to begin. */
  date: string | null;
  expected: boolean;
  endGdd: number | null;
  certainty: string | null;
  waterSensitivity: string;
}

export interface Growth {
  day: number;
  gdd: number;
  stages: GrowthStage[];
  stageIndex: number;
  progress: number;
  finished: boolean;
  maturity: { date: string; expected: boolean } | null;
  heat: { date: string; gdd: number; total: number; estimated: boolean }[];
  estimatedDays: number;
  /** °C. */
  base: number;
  upper: number;
  method: string;
  note: string;
  label: { zh: string; en: string };
}

export type RiskLevel = 'none' | 'low' | 'medium' | 'high' | 'insufficient_data';

export interface DiseaseRisk {
  id: string;
  zh: string;
  en: string;
  risk: RiskLevel;
  value: number | null;
  model: string;
  evidence: { zh: string; en: string }[];
  missing: string[];
  days: { date: string; risk: RiskLevel; value: number | null }[];
}

/** A plot with everything about it. */
export interface PlotDetail extends PlotState {
  facts: PlotFacts;
  growth: Growth | null;
  growthReason: AgronomyReason | null;
  diseases: DiseaseRisk[];
  sources: AgronomySource[];
  notes: AgronomyReason[];
}

export type AgronomyTable = 'crops' | 'textures' | 'irrigation' | 'grades' | 'diseases' | 'weather';
export type CellValue = number | string | number[];

/** A number of the tables with where it comes from and how sure it is. */
export interface TableCell {
  table: AgronomyTable;
  id: string;
  zh: string;
  en: string;
  field: string;
  value: CellValue;
  source: string;
  certainty: 'published' | 'derived' | 'unverified' | 'assumed' | 'entered';
  edited: boolean;
}

export interface TableEdit {
  table: AgronomyTable;
  id: string;
  field: string;
  /** Null: back to the built-in number. */
  value: CellValue | null;
  /** Where the number is from. Required unless `value` is null. */
  source?: string;
}

/** A month of the climate of the organisation's place. */
export interface ClimateMonth {
  /** 'yyyy-MM'. */
  month: string;
  /** mm. */
  rain: number;
  et0: number | null;
}
