import { clamp, given, inRange } from './checked.ts';
import { WEATHER_CODES, type WeatherType } from './data/weather-codes.ts';
import { clearSky, RADIANS, raBetween, sunOnDay } from './radiation.ts';

/** Words and the sky that they stand for, in order of precedence: 雨夹雪 is snow, 多云转小雨 is rain, 晴间多云 is cloudy. */
const WORDS: readonly (readonly [RegExp, WeatherType])[] = [
  [/雪/, 'snow'],
  [/雨/, 'rain'],
  [/多云/, 'cloudy'],
  [/[阴雾霾沙尘]/, 'overcast'],
  [/晴|少云/, 'sunny'],
];

/** The sky of a weather text, or null when it says nothing about the sky (大风). */
export function weatherTypeFromText(text: string): WeatherType | null {
  return WORDS.find(([word]) => word.test(text))?.[1] ?? null;
}

/** Text and sky of a WMO code, or null for a code that is not in use. */
export function weatherFromWmo(code: number): { text: string; type: WeatherType } | null {
  const weather = WEATHER_CODES.get(code);
  return weather === undefined ? null : { ...weather };
}

/** Sun below this, degrees, says nothing about clouds. */
const MIN_SUN_DEGREES = 10;
/** Share of clear-sky radiation from which the sky counts as clear, and as broken. */
const CLEAR_SHARE = 0.65;
const BROKEN_SHARE = 0.35;

/**
 * The weather as a farm's own station sees it: rain in the last half hour first, by day the share of clear-sky
 * radiation, by night the last daytime class. Null where its values do not tell.
 */
export function weatherFromStation(input: {
  /** mm in the last 30 minutes. */
  rain30min?: number | null;
  /** °C. */
  t?: number | null;
  /** W/m². */
  radiation?: number | null;
  /** Day of the year and local solar hour, degrees north, metres. */
  doy: number;
  solarHour: number;
  lat: number;
  elevation?: number | null;
  lastDaytime?: 'sunny' | 'cloudy' | 'overcast' | null;
}): { text: string; type: WeatherType } | null {
  if (given(input.rain30min) && input.rain30min > 0) {
    return given(input.t) && input.t <= 1 ? { text: '雪', type: 'snow' } : { text: '雨', type: 'rain' };
  }
  const sky = daytimeSky(input) ?? input.lastDaytime ?? null;
  if (sky === null) return null;
  return { text: { sunny: '晴', cloudy: '多云', overcast: '阴' }[sky], type: sky };
}

function daytimeSky(input: Parameters<typeof weatherFromStation>[0]): 'sunny' | 'cloudy' | 'overcast' | null {
  const latitude = inRange(input.lat, 'lat', -90, 90) * RADIANS;
  const { declination } = sunOnDay(input.doy);
  const angle = ((input.solarHour - 12) * Math.PI) / 12;
  const sine =
    Math.sin(latitude) * Math.sin(declination) + Math.cos(latitude) * Math.cos(declination) * Math.cos(angle);
  if (!given(input.radiation) || sine <= Math.sin(MIN_SUN_DEGREES * RADIANS)) return null;
  const half = Math.PI / 24;
  const extraterrestrial = raBetween({ lat: input.lat, doy: input.doy }, angle - half, angle + half);
  const clear = clearSky(extraterrestrial, input.elevation ?? 0) / 0.0036;
  const share = clear > 0 ? clamp(input.radiation / clear, 0, 2) : 0;
  return share >= CLEAR_SHARE ? 'sunny' : share >= BROKEN_SHARE ? 'cloudy' : 'overcast';
}
