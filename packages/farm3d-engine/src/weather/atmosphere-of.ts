import { Color, Vector3 } from 'three';
import { type Atmosphere, MORNING } from '../view/atmosphere.ts';
import { FOG_FAR, type WeatherLook } from './look.ts';
import type { SkyPosition } from './solar.ts';

/** The clear sky and its light at an elevation of the sun, degrees. */
interface Hour {
  readonly elevation: number;
  readonly zenith: Color;
  readonly horizon: Color;
  readonly glow: Color;
  readonly haze: Color;
  /** Colour of sun or moon. */
  readonly light: Color;
  readonly intensity: number;
  readonly skyLight: Color;
  readonly ground: Color;
  readonly ambient: number;
  readonly environment: number;
  readonly lamps: number;
  readonly stars: number;
}

function hour(
  elevation: number,
  [zenith, horizon, glow, haze, light, skyLight, ground]: readonly string[],
  [intensity, ambient, environment, lamps, stars]: readonly number[],
): Hour {
  return {
    elevation,
    zenith: new Color(zenith),
    horizon: new Color(horizon),
    glow: new Color(glow),
    haze: new Color(haze),
    light: new Color(light),
    skyLight: new Color(skyLight),
    ground: new Color(ground),
    intensity: intensity!,
    ambient: ambient!,
    environment: environment!,
    lamps: lamps!,
    stars: stars!,
  };
}

/**
 * The clear sky from midnight to noon, matched to photographs of the same hours. Sky colours are display colours; light
 * colours and intensities are before tone mapping. The row at 26° is the default morning.
 */
const HOURS: readonly Hour[] = [
  //      zenith     horizon    glow       haze       light      sky light  ground
  hour(
    -18,
    ['#0a1430', '#1d2c4d', '#2a3a5e', '#17233d', '#9db8ff', '#5f7fc4', '#1b2030'],
    [0.8, 0.42, 0.55, 1, 1],
  ),
  hour(
    -11,
    ['#0f1d42', '#31466f', '#51608a', '#22314f', '#9db8ff', '#6384c8', '#1f2536'],
    [0.6, 0.55, 0.6, 1, 0.75],
  ),
  hour(
    -6,
    ['#1c3569', '#7d84a6', '#d68f6c', '#4d5b7c', '#a9b4e0', '#7f9bd6', '#2c2f3c'],
    [0.2, 1.0, 0.75, 0.95, 0.15],
  ),
  hour(
    -2,
    ['#32558f', '#cba394', '#ff9c58', '#8f8794', '#ff9e6a', '#93a9d6', '#45413f'],
    [0.6, 1.05, 0.75, 0.8, 0],
  ),
  hour(
    2,
    ['#4672ab', '#ecbd92', '#ffae5c', '#bfa99f', '#ffa25e', '#9db6de', '#5c5344'],
    [2.3, 0.9, 0.65, 0.45, 0],
  ),
  hour(
    8,
    ['#4c80ba', '#ecd3b2', '#ffcf87', '#cdc3b5', '#ffbe7d', '#a4c2e8', '#6b6146'],
    [3.6, 0.74, 0.56, 0.1, 0],
  ),
  hour(
    26,
    ['#4f8fce', '#cfe0ea', '#ffe3b0', '#c3d2d3', '#ffd9a6', '#a9cdf5', '#6f6846'],
    [4.3, 0.75, 0.55, 0, 0],
  ),
  hour(
    60,
    ['#3f83cb', '#c3dcee', '#fff1d6', '#bfd3dd', '#fff0da', '#b4d4f7', '#7a734f'],
    [4.5, 0.85, 0.6, 0, 0],
  ),
];

/** The moon is opposite to the sun and full, but never lower than this, so that the night is lit. Sine of the elevation. */
const MOON_MIN_SINE = Math.sin((32 * Math.PI) / 180);
/** Elevation below which the moon casts the shadows, degrees. */
const MOON_SHADOWS_BELOW = -3;
/** Minimum elevation of the light, which limits the length of shadows. Sine of the elevation. */
const LIGHT_MIN_SINE = Math.sin((7 * Math.PI) / 180);
const FOG_NEAR = 70;

/** East is +x, south +z (towards the first view), up +y. */
function directionOf({ elevation, azimuth }: SkyPosition): Vector3 {
  const e = (elevation * Math.PI) / 180;
  const a = (azimuth * Math.PI) / 180;
  return new Vector3(Math.sin(a) * Math.cos(e), Math.sin(e), -Math.cos(a) * Math.cos(e));
}

/** Position of the default morning's sun. */
export const MORNING_SUN: SkyPosition = {
  elevation: (Math.asin(MORNING.sun.y) * 180) / Math.PI,
  azimuth: ((Math.atan2(MORNING.sun.x, -MORNING.sun.z) * 180) / Math.PI + 360) % 360,
};

/** The atmosphere of a weather at a position of the sun. */
export function atmosphereOf(look: WeatherLook, position: SkyPosition): Atmosphere {
  const { elevation } = position;
  const upper = HOURS.findIndex((row) => row.elevation >= elevation);
  const b = HOURS[upper === -1 ? HOURS.length - 1 : upper]!;
  const a = HOURS[upper === -1 ? HOURS.length - 1 : Math.max(0, upper - 1)]!;
  const t = a === b ? 0 : (elevation - a.elevation) / (b.elevation - a.elevation);
  const number = (key: 'intensity' | 'ambient' | 'environment' | 'lamps' | 'stars') =>
    a[key] + (b[key] - a[key]) * t;
  const color = (key: 'zenith' | 'horizon' | 'glow' | 'haze' | 'light' | 'skyLight' | 'ground') =>
    a[key].clone().lerp(b[key], t);

  const sun = directionOf(position);
  const moon = sun.clone().negate();
  moon.y = Math.max(moon.y, MOON_MIN_SINE);
  moon.normalize();
  const isNight = elevation < MOON_SHADOWS_BELOW;
  const lightDirection = (isNight ? moon : sun).clone();
  lightDirection.y = Math.max(lightDirection.y, LIGHT_MIN_SINE);
  lightDirection.normalize();
  // Around the change from sun to moon neither casts a shadow, so that none jumps.
  const handover = Math.min(1, Math.abs(elevation - MOON_SHADOWS_BELOW) / 3);
  const night = smooth(-4, -11, elevation);

  const grey = (color: Color, tint = '#e4ebf2') => {
    const light = color.r * 0.2126 + color.g * 0.7152 + color.b * 0.0722;
    return color.lerp(
      new Color(tint).multiplyScalar(light * (look.dim + (1 - look.dim) * 0.7 * night) * 1.02),
      look.grey * (1 - 0.45 * night),
    );
  };
  const horizon = color('horizon');
  const haze = color('haze');
  const brightness = horizon.r * 0.2126 + horizon.g * 0.7152 + horizon.b * 0.0722;
  // Clouds have the colour of the light: nearly white by day, the glow's colour at dusk, dark at night.
  const low = smooth(14, 1, elevation) * (1 - night);
  const cloudLit = new Color('#fbf7f1')
    .lerp(new Color('#9fb4e0'), night * 0.8)
    .lerp(color('glow'), 0.62 * low * (1 - 0.75 * look.grey))
    .multiplyScalar(Math.min(1, 0.03 + brightness * 1.35))
    .multiplyScalar(1 - look.cloudGrey * (1 - 0.85 * look.dim));
  const cloudShade = color('zenith')
    .lerp(horizon, 0.62)
    .lerp(new Color('#aab4bf').multiplyScalar(Math.min(1, brightness * 1.1)), 0.55)
    .multiplyScalar(1 - look.cloudGrey * (1 - 0.85 * look.dim));
  if (look.grey > 0.5) cloudShade.lerp(grey(cloudShade.clone()), 0.6);

  return {
    // An overcast sky is nearly uniform.
    zenith: grey(color('zenith').lerp(horizon, look.grey * 0.55)),
    horizon: grey(horizon.clone()),
    glow: grey(color('glow')),
    haze: grey(haze.lerp(horizon, look.grey * 0.3)),
    sun,
    sunStrength: look.sun * look.sun * smooth(-12, -3, elevation),
    moon,
    moonStrength: night * look.sun,
    stars: number('stars') * (1 - look.cover) * (1 - look.grey),
    cover: look.cover,
    cloudLit,
    cloudShade,
    lightDirection,
    lightColor: grey(color('light')),
    lightIntensity: number('intensity') * look.sun * handover,
    skyLight: grey(color('skyLight')),
    groundLight: color('ground').lerp(new Color('#9aa3b0').multiplyScalar(brightness), look.white * 0.7),
    // In the dark, bad weather reduces the little light less.
    ambientIntensity:
      number('ambient') * look.ambient * (0.35 + 0.65 * look.dim) * (1 + 0.9 * night * look.grey),
    environmentIntensity: number('environment') * (0.8 + 0.2 * look.ambient),
    fogNear: FOG_NEAR * look.sight * (look.sight < 1 ? look.sight : 1),
    fogFar: FOG_FAR * look.sight,
    // Lamps are on in bad weather too.
    lamps: Math.max(number('lamps'), look.rain * 0.25, look.snow * 0.15),
    wet: look.wet,
    snow: look.white,
    drops: look.rain,
    wind: look.wind,
  };
}

function smooth(from: number, to: number, at: number): number {
  const t = Math.min(1, Math.max(0, (at - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
