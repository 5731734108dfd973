import { CLOUDS, CLOUDY_SPEED, OVERCAST_SPEED, type WeatherKind } from './kinds.ts';

/** Parameters of a weather that can be interpolated: a transition mixes two looks. */
export interface WeatherLook {
  /** High cloud cover, 0 … 1 (closed). */
  readonly cover: number;
  /** Opacity of the drifting clouds. */
  readonly clouds: number;
  /** Share of the clouds that is visible. */
  readonly cloudShare: number;
  /** Their colour, 0 (white) … 1 (grey). */
  readonly cloudGrey: number;
  /** Their speed, metres in 1/60 s. */
  readonly cloudSpeed: number;
  /** Desaturation of sky and light, 0 … 1. */
  readonly grey: number;
  /** Brightness of the grey, relative to the clear sky. */
  readonly dim: number;
  /** Share of the sun's light. */
  readonly sun: number;
  /** Diffuse light, relative to the clear sky. */
  readonly ambient: number;
  /** Visibility range, relative to a clear day. */
  readonly sight: number;
  readonly rain: number;
  readonly snow: number;
  /** Wetness of the ground; snow cover. */
  readonly wet: number;
  readonly white: number;
  readonly wind: number;
}

const CLEAR: WeatherLook = {
  cover: 0,
  clouds: 0,
  cloudShare: 1,
  cloudGrey: 0,
  cloudSpeed: CLOUDS.speed,
  grey: 0,
  dim: 1,
  sun: 1,
  ambient: 1,
  sight: 1,
  rain: 0,
  snow: 0,
  wet: 0,
  white: 0,
  wind: 1,
};

/** The look without weather: the default sky. */
export const NO_WEATHER: WeatherLook = CLEAR;

export const LOOKS: Readonly<Record<WeatherKind, WeatherLook>> = {
  sunny: { ...CLEAR, cover: 0.3, clouds: 0.85, cloudShare: 0.3, sight: 1.25, ambient: 0.95 },
  cloudy: {
    ...CLEAR,
    cover: 0.35,
    clouds: 0.95,
    cloudSpeed: CLOUDY_SPEED,
    grey: 0.22,
    dim: 0.95,
    sun: 0.72,
    ambient: 1.12,
    wind: 1.4,
  },
  overcast: {
    ...CLEAR,
    cover: 1,
    clouds: 0.5,
    cloudGrey: 1,
    cloudSpeed: OVERCAST_SPEED,
    grey: 0.85,
    dim: 0.74,
    sun: 0.1,
    ambient: 1.75,
    sight: 0.72,
    wind: 1.3,
  },
  rain: {
    ...CLEAR,
    cover: 1,
    clouds: 0.35,
    cloudGrey: 1,
    cloudSpeed: OVERCAST_SPEED,
    grey: 0.9,
    dim: 0.56,
    sun: 0.04,
    ambient: 1.3,
    sight: 0.4,
    rain: 1,
    wet: 1,
    wind: 1.9,
  },
  snow: {
    ...CLEAR,
    cover: 1,
    clouds: 0.2,
    cloudGrey: 0.9,
    cloudSpeed: OVERCAST_SPEED,
    grey: 0.9,
    dim: 0.7,
    sun: 0.2,
    ambient: 1.15,
    sight: 0.42,
    snow: 1,
    wet: 0.25,
    white: 1,
    wind: 0.7,
  },
};

/** Distance from which on nothing but haze is seen at a sight of 1, metres. */
export const FOG_FAR = 620;

const KEYS = Object.keys(CLEAR) as (keyof WeatherLook)[];

/** @param t 0: `from`, 1: `to` */
export function mixLooks(from: WeatherLook, to: WeatherLook, t: number): WeatherLook {
  const mixed: Record<string, number> = {};
  for (const key of KEYS) mixed[key] = from[key] + (to[key] - from[key]) * t;
  return mixed as unknown as WeatherLook;
}

/** Visibility range of a clear day, metres: farther off, fog is not seen. */
const CLEAR_SIGHT = 1_000;
/** What fog leaves of a look where nothing is seen. */
const FOG = { cover: 0, clouds: 0, cloudShare: 0, grey: 0.9, dim: 1.1, sun: 0.16 } as const;

/** A look in fog. @param visibility distance at which things disappear, metres */
export function inFog(look: WeatherLook, visibility: number): WeatherLook {
  const thin = Math.min(1, visibility / CLEAR_SIGHT);
  const fog = { ...look, ...FOG, ambient: Math.max(look.ambient, 1.3) };
  return { ...mixLooks(fog, look, thin * thin), sight: Math.min(look.sight, visibility / FOG_FAR) };
}
