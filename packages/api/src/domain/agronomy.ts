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

export interface DroughtIndex {
  scaleDays: number;
  value: number | null;
  level: number | null;
  years: number;
  reason: AgronomyReason | null;
}

/** Drought of a device's plot. The overall grade has one basis and is never an average of several. */
export interface Drought {
  deviceId: string;
  /** Epoch milliseconds. */
  assessedAt: number;
  texture: string;
  stage: string;
  overall: {
    level: number | null;
    /** NONE, LIGHT, MODERATE, SEVERE, EXTREME, or NO_DATA. */
    code: string;
    zh: string;
    en: string;
    basis: 'soil' | 'spi' | 'spei' | null;
    reason: AgronomyReason | null;
  };
  /** Relative soil moisture, %. */
  rsm: number | null;
  rsmSeries: { date: string; rsm: number; level: number }[];
  /** m, m³/m³, % of field capacity, and whether the stage's depth reaches it. */
  profile: { depth: number; date: string; vwc: number; relative: number; counts: boolean }[];
  /** Relative moisture below which each grade begins, %. */
  thresholds: number[];
  durationDays: number;
  trend: { slopePctPerDay: number | null; daysToNextGrade: number | null };
  /** mm and days. */
  rain: { last30Mm: number | null; last7Mm: number | null; dryDays: number | null };
  spi: DroughtIndex[];
  spei: DroughtIndex[];
  notes: AgronomyReason[];
  plot: PlotFacts;
  sources: AgronomySource[];
  /** Ids of the formulas behind it. */
  formulas: string[];
}

export interface Watering {
  /** 'today' or yyyy-MM-dd. */
  when: string;
  dayOffset: number;
  netMm: number;
  grossMm: number;
  /** Null without an area. */
  volumeM3: number | null;
  /** m³/亩. */
  m3PerMu: number;
  /** Null without an area or a flow. */
  durationH: number | null;
}

/** Root-zone state and what to do about it in seven days; `state` is null where there is no answer. */
export interface Irrigation {
  deviceId: string;
  assessedAt: number;
  reason: AgronomyReason | null;
  advice: Watering | null;
  state: {
    crop: string;
    day: number;
    kc: number;
    /** mm/d. */
    etc: number;
    /** mm. */
    taw: number;
    raw: number;
    depletion: number;
    p: number;
    /** Water stress, 1 = none. */
    ks: number;
    soil: { theta: number; fieldCapacity: number; wiltingPoint: number; rootDepth: number };
    confidence: 'sensor' | 'balance' | 'default';
    reasonZh: string;
    reasonEn: string;
    /** mm at the end of each day if nobody irrigates. */
    trajectory: { date: string; depletion: number; raw: number }[];
    et0: {
      date: string;
      et0: number | null;
      methods: Record<string, string> | null;
      reason: AgronomyReason | null;
    }[];
  } | null;
  et0Hourly: { ts: number; et0: number; missing: string[] }[];
  /** mm by local date, the last fortnight. */
  rain: { date: string; mm: number | null }[];
  forecast: { rain: number[] | null; et0: number[] | null; from: string };
  /** What was missing and what was taken instead. */
  missing: AgronomyReason[];
  valveId: string | null;
  area: number | null;
  plot: PlotFacts;
  sources: AgronomySource[];
  formulas: string[];
}

export interface IrrigationQuery {
  /** The plot meant, where the device serves several. */
  plotId?: string;
  /** mm of each of the next days. */
  rainForecast?: readonly number[];
  et0Forecast?: readonly number[];
  refillFraction?: number;
  crop?: string;
  plantDate?: string;
  texture?: string;
  latitude?: number;
  /** m². */
  area?: number;
  /** m³/h. */
  flow?: number;
}

export interface ForecastPoint {
  /** Epoch milliseconds. */
  ts: number;
  value: number;
  lo80: number;
  hi80: number;
  lo95: number;
  hi95: number;
}

/** A crossing of an alarm's threshold that is expected. */
export interface PredictedWarning {
  key: string;
  settingId: string;
  op: string;
  threshold: number;
  level: 'possible' | 'likely';
  /** Epoch milliseconds. */
  at: number;
  /** 0–1. */
  probability: number;
  zh: string;
  en: string;
}

/** A key's course in the next hours; no points and a reason where nothing can be said. */
export interface KeyForecast {
  key: string;
  unit: string;
  stepMs: number | null;
  points: ForecastPoint[];
  model: {
    name: string;
    mae: number;
    snaiveMae: number;
    /** 1 − MAE / MAE of the seasonal naive. */
    skill: number;
    coverage80: number | null;
    origins: number;
    confidence: 'normal' | 'low';
  } | null;
  quality: { historyDays: number; missingPct: number; spikes: number } | null;
  reason: AgronomyReason | null;
}

export interface Prediction {
  deviceId: string;
  assessedAt: number;
  items: KeyForecast[];
  warnings: PredictedWarning[];
  formulas: string[];
}
