import { inRange } from './checked.ts';

/** Hydraulic properties of a soil. */
export interface SoilHydraulics {
  /** Water content at 1500 kPa, at 33 kPa and at saturation, m³/m³. */
  wiltingPoint: number;
  fieldCapacity: number;
  saturation: number;
  /** Saturated conductivity, mm/h. */
  conductivity: number;
}

/**
 * Least wilting point of a sand, m³/m³ (FAO-56 table 19): without clay and organic matter the regression falls below 0, and
 * that of field capacity nearly so.
 */
const MIN_WILTING_POINT = 0.02;

/**
 * Soil water from texture and organic matter by Saxton and Rawls 2006 (Soil Sci. Soc. Am. J. 70, equations 1–3, 5,
 * 16, 18). Sand and clay in % of the mineral soil, organic matter in % of the mass; fitted up to 60 % clay and 8 %
 * organic matter, which are the ranges taken. Density is normal and there is no gravel.
 * @throws AgronomyError `out_of_range`
 */
export function saxtonRawls(input: { sand: number; clay: number; organicMatter: number }): SoilHydraulics {
  const s = inRange(input.sand, 'sand', 0, 100) / 100;
  const c = inRange(input.clay, 'clay', 0, Math.min(60, 100 - input.sand)) / 100;
  const om = inRange(input.organicMatter, 'organicMatter', 0, 8);
  const dry = -0.024 * s + 0.487 * c + 0.006 * om + 0.005 * s * om - 0.013 * c * om + 0.068 * s * c + 0.031;
  const moist = -0.251 * s + 0.195 * c + 0.011 * om + 0.006 * s * om - 0.027 * c * om + 0.452 * s * c + 0.299;
  const fieldCapacity = moist + 1.283 * moist ** 2 - 0.374 * moist - 0.015;
  const wiltingPoint = Math.max(Math.min(MIN_WILTING_POINT, fieldCapacity / 2), dry + 0.14 * dry - 0.02);
  const coarse = 0.278 * s + 0.034 * c + 0.022 * om - 0.018 * s * om - 0.027 * c * om - 0.584 * s * c + 0.078;
  const large = coarse + 0.636 * coarse - 0.107;
  const saturation = fieldCapacity + large - 0.097 * s + 0.043;
  // Slope of the logarithmic tension-moisture curve between 1500 and 33 kPa.
  const slope = (Math.log(fieldCapacity) - Math.log(wiltingPoint)) / (Math.log(1500) - Math.log(33));
  const conductivity = 1930 * Math.max(0, saturation - fieldCapacity) ** (3 - slope);
  return { wiltingPoint, fieldCapacity, saturation, conductivity };
}

/** Points of a measured retention curve: tension in kPa, water content in m³/m³. */
export interface RetentionPoint {
  tension: number;
  vwc: number;
}

const FIELD_CAPACITY_KPA = 33;
const WILTING_POINT_KPA = 1500;

/**
 * Field capacity (33 kPa) and wilting point (1500 kPa) of a measured curve, linear between its points over the
 * logarithm of tension. Null where the curve does not span them within a tenth of a decade.
 * @throws AgronomyError for a point out of range
 */
export function soilOfCurve(
  points: readonly RetentionPoint[],
): { fieldCapacity: number; wiltingPoint: number } | null {
  const curve = points
    .map(({ tension, vwc }) => ({
      log: Math.log10(inRange(tension, 'tension', 0.01, 1e6)),
      vwc: inRange(vwc, 'vwc', 0, 0.95),
    }))
    .sort((a, b) => a.log - b.log);
  const at = (kPa: number): number | null => {
    const log = Math.log10(kPa);
    const after = curve.findIndex((point) => point.log >= log);
    const [low, high] = after > 0 ? [curve[after - 1], curve[after]] : [curve[0], curve.at(-1)];
    if (low === undefined || high === undefined) return null;
    if (after <= 0) {
      const end = after === 0 ? low : high;
      return Math.abs(end.log - log) <= 0.1 ? end.vwc : null;
    }
    const share = high.log > low.log ? (log - low.log) / (high.log - low.log) : 0;
    return low.vwc + share * (high.vwc - low.vwc);
  };
  const fieldCapacity = at(FIELD_CAPACITY_KPA);
  const wiltingPoint = at(WILTING_POINT_KPA);
  if (fieldCapacity === null || wiltingPoint === null || fieldCapacity <= wiltingPoint) return null;
  return { fieldCapacity, wiltingPoint };
}
