import type { Band } from './ensemble.ts';
import type { Et0Methods } from './et0-daily.ts';
import type { ForecastOrigin } from './field-forecast.ts';
import type { SoilOrigin } from './field-water.ts';
import type { StageNow } from './growth.ts';
import type { Watering } from './irrigation-advice.ts';
import type { PlotWater, ProbeReport, WaterDay } from './plot-water.ts';
import type { ProbeFault } from './probe-screen.ts';
import type { Reason } from './reason.ts';

export interface FieldAdvice {
  /** ET0 of each day from planting. Null without weather. */
  et0: readonly { date: string; et0: number | null; methods: Et0Methods | null; reason: Reason | null }[];
  crop: string;
  /** 1 = the planting date. */
  day: number;
  stage: StageNow;
  gdd: number;
  /** Dual crop coefficient of today, Kcb + Ke, and the crop's evapotranspiration without stress, mm/d. */
  kc: number;
  etc: number;
  soil: {
    /** Root-zone mean of the depletion, m³/m³. */
    theta: number;
    fieldCapacity: number;
    wiltingPoint: number;
    rootDepth: number;
    source: 'sensor' | 'mixed' | 'balance' | 'default';
    /** Where its limits come from. */
    from: SoilOrigin;
  };
  taw: number;
  raw: number;
  p: number;
  depletion: number;
  ks: number;
  advice: (Watering & { when: string }) | null;
  reasonZh: string;
  reasonEn: string;
  trajectory: readonly { date: string; depletion: number; raw: number }[];
  /** Source of today's depletion: 'mixed' where probes see less than half of the root zone. */
  confidence: 'sensor' | 'mixed' | 'balance' | 'default';
  /** Share of the applied water that keeps salt out of the root zone, 0–0.5. */
  leachingFraction: number;
  /** Factor that fits the provider's ET0 to the station; 1 where it is not known. */
  forecastFactor: number;
  /** Where the days ahead come from. */
  forecastFrom: ForecastOrigin;
  /** The season by model alone, probes alone and both with its band, and the date of irrigation as a band. */
  water: Omit<PlotWater, 'series' | 'ahead' | 'today' | 'irrigation' | 'probes'> & {
    probes: readonly (Omit<ProbeReport, 'faults'> & {
      faults: readonly { fault: ProbeFault; date: string }[];
    })[];
    series: readonly (Omit<WaterDay, 'day'> & { date: string })[];
    ahead: readonly { date: string; both: Band; raw: number }[];
    /** This morning's depletion with its 80 % band, mm. */
    depletion: Band;
    irrigation: {
      earliest: string | null;
      likely: string | null;
      latest: string | null;
      chance: number;
    };
  };
  missing: readonly Reason[];
  reason: null;
}

export interface NoFieldAdvice {
  advice: null;
  reason: Reason;
  missing: readonly Reason[];
}
