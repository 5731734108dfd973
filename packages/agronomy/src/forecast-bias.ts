import { clamp } from './checked.ts';
import { median } from './statistics.ts';

/** ET0 of days, mm, as a forecast and as the station had them; null where either is not known. */
export interface PastDay {
  forecast: number | null;
  measured: number | null;
}

const MIN_DAYS = 3;
const FACTORS = [0.6, 1.6] as const;

/**
 * Factor from the ET0 of a provider to that of the farm's station: the median of measured over forecast on common
 * days, within 0.6–1.6; 1 with fewer than three of them.
 */
export function forecastFactor(past: readonly PastDay[]): number {
  const ratios = past.flatMap(({ forecast, measured }) =>
    forecast !== null && measured !== null && forecast > 0.3 ? [measured / forecast] : [],
  );
  return ratios.length < MIN_DAYS ? 1 : clamp(median(ratios), ...FACTORS);
}
