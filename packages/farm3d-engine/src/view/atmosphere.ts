import { Color, Vector3 } from 'three';

/** Everything that hour and weather change in the picture: sky, light, air and the wetness of things. Plain values. */
export interface Atmosphere {
  /** Colours of the sky as they are to be seen: it is not tone mapped. */
  readonly zenith: Color;
  readonly horizon: Color;
  /** Around the sun, and along the horizon below it when it is low. */
  readonly glow: Color;
  /** What the distance fades into. */
  readonly haze: Color;
  /** Towards the sun; below the horizon at night. */
  readonly sun: Vector3;
  /** How much of the sun's disc and glow comes through, 0 … 1. */
  readonly sunShine: number;
  /** Towards the moon, and how bright it stands there, 0 … 1. */
  readonly moon: Vector3;
  readonly moonShine: number;
  /** Visible stars, 0 … 1. */
  readonly stars: number;
  /** Sheet of cloud high above, 0 … 1 (closed). */
  readonly cover: number;
  /** Clouds where light falls on them and where it does not. */
  readonly cloudLit: Color;
  readonly cloudShade: Color;

  /** Towards the light that throws shadows: sun or moon. Always above the horizon. */
  readonly lightDirection: Vector3;
  readonly lightColor: Color;
  readonly lightIntensity: number;
  /** Diffuse light from above and from below. */
  readonly skyLight: Color;
  readonly groundLight: Color;
  readonly ambientIntensity: number;
  /** Of the image-based light. */
  readonly environmentIntensity: number;

  /** Where the haze begins and where nothing is seen through it, metres. */
  readonly fogNear: number;
  readonly fogFar: number;

  /** Lamps, windows and grow lights, 0 (day) … 1 (night). */
  readonly lamps: number;
  /** How wet the ground is and how closed the snow lies, 0 … 1. */
  readonly wet: number;
  readonly snow: number;
  /** Whether drops fall into the puddles, 0 … 1. */
  readonly drops: number;
  /** 1 is a breeze. */
  readonly wind: number;
}

/** The sky of a scene without weather: a clear early morning, the sun low on the left behind the first view. */
export const MORNING: Atmosphere = {
  zenith: new Color('#4f8fce'),
  horizon: new Color('#cfe0ea'),
  glow: new Color('#ffe3b0'),
  haze: new Color('#c3d2d3'),
  sun: new Vector3(-0.62, 0.44, 0.6).normalize(),
  sunShine: 1,
  moon: new Vector3(0.6, 0.5, -0.6).normalize(),
  moonShine: 0,
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
