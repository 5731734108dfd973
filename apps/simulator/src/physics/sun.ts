/** Position of the demo farm. */
export interface Site {
  /** Degrees north. */
  latitude: number;
  /** Degrees east. */
  longitude: number;
  /** Metres above the sea. */
  elevation: number;
}

/** Shouguang, Shandong: the greenhouse county. */
export const DEMO_SITE: Site = { latitude: 36.88, longitude: 118.74, elevation: 30 };

/** W/m² outside the atmosphere at the mean distance (FAO-56: 0.0820 MJ m⁻² min⁻¹). */
const SOLAR_CONSTANT = 1367;
const DAY_MS = 86_400_000;

export interface SunPosition {
  /** Radians above the horizon; negative at night. */
  elevation: number;
  /** Radiation on a level plane outside the atmosphere, W/m²; 0 at night. */
  extraterrestrial: number;
}

/** Day of the year, 1–366, in UTC. */
export function dayOfYear(timeMs: number): number {
  const year = new Date(timeMs).getUTCFullYear();
  return Math.floor((timeMs - Date.UTC(year, 0, 1)) / DAY_MS) + 1;
}

const declination = (day: number): number => 0.409 * Math.sin((2 * Math.PI * day) / 365 - 1.39);

/** Equation of time, minutes (FAO-56 eq. 32, in hours there). */
function equationOfTime(day: number): number {
  const b = (2 * Math.PI * (day - 81)) / 364;
  return (0.1645 * Math.sin(2 * b) - 0.1255 * Math.cos(b) - 0.025 * Math.sin(b)) * 60;
}

/** Solar time at the site, 0–24 hours; noon is 12. */
export function solarHour(timeMs: number, site: Site): number {
  const utcHours = (timeMs % DAY_MS) / 3_600_000;
  const hours = utcHours + site.longitude / 15 + equationOfTime(dayOfYear(timeMs)) / 60;
  return ((hours % 24) + 24) % 24;
}

/** Position of the sun and extraterrestrial radiation (FAO-56 eq. 21–28, at an instant). */
export function sunAt(timeMs: number, site: Site): SunPosition {
  const day = dayOfYear(timeMs);
  const latitude = (site.latitude * Math.PI) / 180;
  const delta = declination(day);
  const hourAngle = ((solarHour(timeMs, site) - 12) * Math.PI) / 12;
  const sine =
    Math.sin(latitude) * Math.sin(delta) + Math.cos(latitude) * Math.cos(delta) * Math.cos(hourAngle);
  const distance = 1 + 0.033 * Math.cos((2 * Math.PI * day) / 365);
  return {
    elevation: Math.asin(Math.max(-1, Math.min(1, sine))),
    extraterrestrial: SOLAR_CONSTANT * distance * Math.max(0, sine),
  };
}

/** Sunrise and sunset in solar time, hours. */
export function daylight(day: number, site: Site): { sunrise: number; sunset: number } {
  const latitude = (site.latitude * Math.PI) / 180;
  const cosine = -Math.tan(latitude) * Math.tan(declination(day));
  const half = (Math.acos(Math.max(-1, Math.min(1, cosine))) * 12) / Math.PI;
  return { sunrise: 12 - half, sunset: 12 + half };
}

/** Clear-sky transmissivity (FAO-56 eq. 37). */
export const clearSkyShare = (site: Site): number => 0.75 + 2e-5 * site.elevation;
