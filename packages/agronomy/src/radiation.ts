import { clamp, finite, inRange, physical } from './checked.ts';
import { AgronomyError } from './reason.ts';

/** Solar constant, MJ m⁻² min⁻¹. FAO-56 eq. 21. */
const SOLAR_CONSTANT = 0.082;
/** Stefan–Boltzmann constant, MJ K⁻⁴ m⁻² d⁻¹. FAO-56 eq. 39. */
const STEFAN_BOLTZMANN = 4.903e-9;
/** Albedo of the grass reference. FAO-56 eq. 38. */
export const ALBEDO = 0.23;
/** Least cloud term of eq. 39, which would otherwise become negative (a net gain); ASCE 2005 has the same limit. */
const MIN_CLOUD_TERM = 0.05;
/** Rs/Rso while there is no sun: that of the humid nights of FAO-56 example 19. */
export const NIGHT_RATIO = 0.8;

export const RADIANS = Math.PI / 180;

/** Inverse relative distance to the sun and solar declination in radians. FAO-56 eq. 23 and 24. */
export function sunOnDay(doy: number): { distance: number; declination: number } {
  const angle = (2 * Math.PI * physical(doy, 'doy', 'dayOfYear')) / 365;
  return { distance: 1 + 0.033 * Math.cos(angle), declination: 0.409 * Math.sin(angle - 1.39) };
}

/** Sunset hour angle in radians: 0 in the polar night, π under the midnight sun. FAO-56 eq. 25, clamped. */
export function sunsetHourAngle(latitude: number, declination: number): number {
  return Math.acos(clamp(-Math.tan(latitude) * Math.tan(declination), -1, 1));
}

interface Place {
  /** Degrees north. */
  lat: number;
  /** Day of the year, 1–366. */
  doy: number;
}

/** Extraterrestrial radiation, MJ m⁻² d⁻¹. FAO-56 eq. 21. */
export function ra(input: Place): number {
  const latitude = physical(input.lat, 'lat', 'latitude') * RADIANS;
  const { distance, declination } = sunOnDay(input.doy);
  const sunset = sunsetHourAngle(latitude, declination);
  const integral =
    sunset * Math.sin(latitude) * Math.sin(declination) +
    Math.cos(latitude) * Math.cos(declination) * Math.sin(sunset);
  return Math.max(0, ((24 * 60) / Math.PI) * SOLAR_CONSTANT * distance * integral);
}

/** Extraterrestrial radiation between two hour angles (radians), MJ m⁻² in that time. FAO-56 eq. 28. */
export function raBetween(input: Place, from: number, to: number): number {
  const latitude = physical(input.lat, 'lat', 'latitude') * RADIANS;
  const { distance, declination } = sunOnDay(input.doy);
  const sunset = sunsetHourAngle(latitude, declination);
  const start = clamp(from, -sunset, sunset);
  const end = clamp(to, -sunset, sunset);
  const integral =
    (end - start) * Math.sin(latitude) * Math.sin(declination) +
    Math.cos(latitude) * Math.cos(declination) * (Math.sin(end) - Math.sin(start));
  return Math.max(0, ((12 * 60) / Math.PI) * SOLAR_CONSTANT * distance * integral);
}

/** Daylight hours N. FAO-56 eq. 34. */
export function daylight(input: Place): number {
  const latitude = physical(input.lat, 'lat', 'latitude') * RADIANS;
  return (24 / Math.PI) * sunsetHourAngle(latitude, sunOnDay(input.doy).declination);
}

/** Clear-sky radiation in the unit of `extraterrestrial`, at an elevation in metres. FAO-56 eq. 37. */
export function clearSky(extraterrestrial: number, elevation: number): number {
  return (0.75 + 2e-5 * physical(elevation, 'elevation', 'elevation')) * extraterrestrial;
}

/** Solar radiation, MJ m⁻² d⁻¹, from `n` hours of bright sunshine. FAO-56 eq. 35 with a=0.25, b=0.50. */
export function rsSunshine(input: Place & { n: number }): number {
  const n = physical(input.n, 'n', 'sunshineHours');
  const hours = daylight(input);
  // Recorders report a little more than N at low sun; in the polar night N is 0.
  const share = hours > 0 ? Math.min(1, n / hours) : 0;
  return (0.25 + 0.5 * share) * ra(input);
}

/** Coefficient of FAO-56 eq. 50, by distance to the sea. */
const HARGREAVES_COEFFICIENT = { inland: 0.16, coast: 0.19 } as const;

/** Solar radiation, MJ m⁻² d⁻¹, from the day's temperature range in °C, at most clear sky. FAO-56 eq. 50. */
export function rsTemperature(
  input: Place & { tmax: number; tmin: number; elevation: number; coast?: boolean },
): number {
  const tmax = physical(input.tmax, 'tmax', 'temperature');
  const tmin = physical(input.tmin, 'tmin', 'temperature');
  if (tmax < tmin) throw new AgronomyError('tmax_below_tmin', 'tmax', tmax);
  const extraterrestrial = ra(input);
  const coefficient = HARGREAVES_COEFFICIENT[input.coast === true ? 'coast' : 'inland'];
  return Math.min(
    coefficient * Math.sqrt(tmax - tmin) * extraterrestrial,
    clearSky(extraterrestrial, input.elevation),
  );
}

/** How clear the sky is, 0–1; {@link NIGHT_RATIO} where there is no sun. */
export function clearness(rs: number, rso: number): number {
  return rso > 0 ? Math.min(1, rs / rso) : NIGHT_RATIO;
}

/**
 * Net outgoing longwave radiation, MJ m⁻² d⁻¹. FAO-56 eq. 39.
 * Temperatures °C, `ea` kPa, `rs` and `rso` in one unit.
 */
export function rnl(input: { tmax: number; tmin: number; ea: number; rs: number; rso: number }): number {
  const rs = inRange(input.rs, 'rs', 0, 60);
  const rso = inRange(input.rso, 'rso', 0, 60);
  return netLongwave(input, clearness(rs, rso));
}

/** Eq. 39 with the clearness known: the hourly and the greenhouse equation take it from other measurements. */
export function netLongwave(
  input: { tmax: number; tmin: number; ea: number },
  clear: number,
  stefanBoltzmann: number = STEFAN_BOLTZMANN,
): number {
  const hot = (physical(input.tmax, 'tmax', 'temperature') + 273.16) ** 4;
  const cold = (physical(input.tmin, 'tmin', 'temperature') + 273.16) ** 4;
  const vapour = 0.34 - 0.14 * Math.sqrt(physical(input.ea, 'ea', 'vapourPressure'));
  const cloud = Math.max(MIN_CLOUD_TERM, 1.35 * clear - 0.35);
  return ((stefanBoltzmann * (hot + cold)) / 2) * vapour * cloud;
}

/** Net radiation of the grass reference, MJ m⁻² d⁻¹. FAO-56 eq. 38 and 40. */
export function netRadiation(input: { rs: number; rnl: number }): number {
  return (1 - ALBEDO) * finite(input.rs, 'rs') - finite(input.rnl, 'rnl');
}

/** Soil heat flux of a month, MJ m⁻² d⁻¹, from the mean temperatures of its neighbours, °C. FAO-56 eq. 43. */
export function soilHeatFluxMonthly(input: { previous: number; next: number }): number {
  return 0.07 * (finite(input.next, 'next') - finite(input.previous, 'previous'));
}

/** Soil heat flux of a month while the next is unknown, MJ m⁻² d⁻¹. FAO-56 eq. 44. */
export function soilHeatFluxFromPrevious(input: { previous: number; current: number }): number {
  return 0.14 * (finite(input.current, 'current') - finite(input.previous, 'previous'));
}

/** Radiation in MJ m⁻² d⁻¹ from its daily mean in W/m². */
export function dailyRadiation(wattsPerSquareMetre: number): number {
  return 0.0864 * inRange(wattsPerSquareMetre, 'wattsPerSquareMetre', 0, 600);
}
