import { Color, Vector3 } from 'three';

/** All parameters of sky, light, air and surfaces for a time of day and a weather. Plain values. */
export interface Atmosphere {
  /** Colour of the sky overhead; display colours, which are not tone mapped. */
  readonly zenith: Color;
  /** Colour of the sky at the horizon. */
  readonly horizon: Color;
  /** Glow around the sun, and along the horizon when it is low. */
  readonly glow: Color;
  /** Fog colour. */
  readonly haze: Color;
  /** Direction to the sun; below the horizon at night. */
  readonly sun: Vector3;
  /** Visibility of the sun's disc and glow, 0 … 1. */
  readonly sunStrength: number;
  /** Direction to the moon. */
  readonly moon: Vector3;
  /** Brightness of the moon, 0 … 1. */
  readonly moonStrength: number;
  /** Visibility of stars, 0 … 1. */
  readonly stars: number;
  /** High cloud cover, 0 … 1 (closed). */
  readonly cover: number;
  /** Colour of clouds in the light. */
  readonly cloudLit: Color;
  /** Colour of clouds in the shade. */
  readonly cloudShade: Color;

  /** Direction to the light that casts shadows: sun or moon. Always above the horizon. */
  readonly lightDirection: Vector3;
  /** Its colour. */
  readonly lightColor: Color;
  /** Its intensity, as of three's DirectionalLight. */
  readonly lightIntensity: number;
  /** Diffuse light from above. */
  readonly skyLight: Color;
  /** Diffuse light from below. */
  readonly groundLight: Color;
  /** Intensity of the diffuse light. */
  readonly ambientIntensity: number;
  /** Intensity of the image-based light. */
  readonly environmentIntensity: number;

  /** Distance at which the fog begins, metres. */
  readonly fogNear: number;
  /** Distance from which on nothing but fog is seen, metres. */
  readonly fogFar: number;

  /** Brightness of lamps, windows and grow lights, 0 (day) … 1 (night). */
  readonly lamps: number;
  /** Wetness of the ground, 0 … 1. */
  readonly wet: number;
  /** Snow cover, 0 … 1. */
  readonly snow: number;
  /** Raindrops in puddles, 0 … 1. */
  readonly drops: number;
  /** Wind; 1: a breeze. */
  readonly wind: number;
}

/** The default atmosphere: a clear early morning, the sun low on the left behind the first view. */
export const MORNING: Atmosphere = {
  zenith: new Color('#4f8fce'),
  horizon: new Color('#cfe0ea'),
  glow: new Color('#ffe3b0'),
  haze: new Color('#c3d2d3'),
  sun: new Vector3(-0.62, 0.44, 0.6).normalize(),
  sunStrength: 1,
  moon: new Vector3(0.6, 0.5, -0.6).normalize(),
  moonStrength: 0,
  stars: 0,
  cover: 0,
  cloudLit: new Color('#fdf8f0'),
  cloudShade: new Color('#a9b8c6'),
  lightDirection: new Vector3(-0.62, 0.44, 0.6).normalize(),
  lightColor: new Color('#ffd9a6'),
  lightIntensity: 4.3,
  skyLight: new Color('#a9cdf5'),
  groundLight: new Color('#6f6846'),
  ambientIntensity: 0.75,
  environmentIntensity: 0.55,
  fogNear: 70,
  fogFar: 620,
  lamps: 0,
  wet: 0,
  snow: 0,
  drops: 0,
  wind: 1,
};
