import { Color } from 'three';
import type { Atmosphere } from '../../view/atmosphere.ts';

/** Time in which wet ground dries, milliseconds. */
const DRY_MS = 25 * 60_000;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
const white = (value: number): Color => new Color(value, value, value);
const luminance = ({ r, g, b }: Color): number => r * 0.2126 + g * 0.7152 + b * 0.0722;
const toward = (from: Color, css: string, share: number, brightness: number): Color =>
  from.clone().lerp(new Color(css).multiplyScalar(brightness), share);

/**
 * The same hour and weather with more contrast, for tiers that draw shadows: ambient light falls with ambient shade, the
 * moon casts shadows, snow clouds are bright and let the sun through, wet ground stays visible.
 */
export function graded(air: Atmosphere): Atmosphere {
  const night = clamp((air.lamps - 0.5) * 2.2) * clamp(1 - air.sunStrength * 2.5);
  const day = 1 - night;
  const snow = air.snow;
  const rain = air.drops;
  // Brightness of the hour, so that a cloud is never brighter than its day.
  const hour = Math.min(1, luminance(air.horizon) * 1.9);
  const clear = (1 - snow) * (1 - rain);
  const skyLight = toward(air.skyLight, '#b7d0ff', snow * day * 0.85, hour).lerp(
    toward(air.skyLight, '#dfe7ee', 0.8, hour),
    rain * day,
  );
  return {
    ...air,
    zenith: toward(air.zenith, '#aebfd4', snow * day * 0.75, hour),
    // Rain clouds let light through where they end.
    horizon: toward(
      toward(air.horizon, '#eef2f6', snow * day * 0.8, hour),
      '#dfe5ea',
      rain * day * 0.55,
      hour,
    ),
    haze: toward(toward(air.haze, '#e3e9ef', snow * day * 0.75, hour), '#d3dae0', rain * day * 0.5, hour),
    cloudLit: toward(air.cloudLit, '#f4f6f8', snow * day * 0.8, hour),
    cloudShade: toward(air.cloudShade, '#dbe2ea', snow * day * 0.85, hour),
    sunStrength: air.sunStrength + (0.5 - air.sunStrength) * snow * day * 0.7 * hour,
    lightColor: toward(air.lightColor, '#ffe9cf', snow * day, 1).lerp(new Color('#aabfee'), night * 0.85),
    lightIntensity:
      air.lightIntensity * (1 + 0.12 * clear * day + 1.1 * night) +
      snow * day * hour * 2.5 +
      rain * day * hour * 0.35,
    skyLight: skyLight.lerp(new Color('#3f63b4'), night * 0.6),
    groundLight: toward(air.groundLight, '#cfdcf2', snow * 0.6 * day, hour).lerp(
      new Color('#1d2436'),
      night * 0.6,
    ),
    ambientIntensity: air.ambientIntensity * (day * (0.9 - 0.32 * snow + 1.3 * rain) + night * 0.6),
    environmentIntensity: air.environmentIntensity * (day * (0.95 - 0.3 * snow + 0.7 * rain) + night * 0.7),
    stars: Math.min(1, air.stars * 1.2),
    fogNear: air.fogNear * (1 + 0.6 * snow),
    fogFar: air.fogFar * (1 + 0.25 * snow),
  };
}

/** Haze: density, and strength of the glow towards the sun. */
export function hazeOf(air: Atmosphere): {
  readonly density: number;
  readonly glow: number;
  readonly color: Color;
} {
  const weather = Math.max(air.snow * 0.7, air.drops);
  return {
    density: 0.0011 + 0.0018 * weather + 0.0006 * air.stars,
    glow: 0.7 * air.sunStrength + 0.15 * air.moonStrength,
    color: air.glow.clone().lerp(white(1), 0.12).convertLinearToSRGB(),
  };
}

/** Wet ground dries with time, not with the last drop. */
export class Drying {
  #wet = 0;
  #since = 0;

  /** @param nowMs any clock */
  follow(wet: number, nowMs: number): number {
    const dried = this.#wet - Math.max(0, nowMs - this.#since) / DRY_MS;
    this.#since = nowMs;
    this.#wet = Math.max(wet, dried, 0);
    return this.#wet;
  }
}
