import { clearSkyIrradiance } from '@farm3d/agronomy';
import type { Place } from './place.ts';

/**
 * Ratio of measured to clear-sky radiation below which the sky is overcast and from which it is sunny. Kasten and Czeplak
 * (1980): 1 − 0.75 (N/8)^3.4 is 0.65 at eight tenths of cloud and 0.85 at six; fewer clouds hardly reduce it.
 */
const OVERCAST_BELOW = 0.65;
const SUNNY_FROM = 0.85;
/** Below this clear-sky irradiance the sun is within about 5° of the horizon, and the ratio is not meaningful. W m⁻². */
const MIN_IRRADIANCE = 60;

/** Cloudiness of a dry sky, or why it is not known. */
export type Sky =
  | { readonly text: '晴' | '多云' | '阴'; readonly reason: null }
  | { readonly text: null; readonly reason: 'night' | 'sun_low' | 'sky_unknown' };

/**
 * Cloudiness from measured global radiation.
 * @param radiation W m⁻²; null: not measured
 * @param place of the instrument; null: unknown
 * @param at epoch milliseconds of the measurement
 */
export function skyOf(radiation: number | null, place: Place | null, at: number): Sky {
  if (place === null) return { text: null, reason: 'sky_unknown' };
  const clear = clearSkyIrradiance({ lat: place.latitude, lon: place.longitude, at });
  if (clear === 0) return { text: null, reason: 'night' };
  if (clear < MIN_IRRADIANCE) return { text: null, reason: 'sun_low' };
  if (radiation === null) return { text: null, reason: 'sky_unknown' };
  const ratio = radiation / clear;
  return { text: ratio < OVERCAST_BELOW ? '阴' : ratio < SUNNY_FROM ? '多云' : '晴', reason: null };
}
