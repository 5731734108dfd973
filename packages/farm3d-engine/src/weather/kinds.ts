/** Kinds of weather (Spec §3), in the order of its list. */
export const WEATHER_KINDS = ['rain', 'snow', 'sunny', 'cloudy', 'overcast'] as const;
/** A kind of weather (Spec §3). */
export type WeatherKind = (typeof WEATHER_KINDS)[number];

/** Whether weather is what the sky outside does, or chosen by hand. */
export type WeatherSource = 'real' | 'mock';

/** Numbers of a fall of particles. */
export interface ParticleSettings {
  /** Particles, whole, 0 or more. */
  readonly count: number;
  /** Metres in 1/60 s, straight down. */
  readonly velocity: number;
  /** Width and depth of the box around the eye that they fall in, metres. */
  readonly range: number;
}

/**
 * Rain of the region map. Spec §9: "Rain 20000 particles, velocity 0.03, range 60; snow 10000, 0.008, 60; generic 10000, 0.02, 80".
 */
export const RAIN_PARTICLES: ParticleSettings = { count: 20_000, velocity: 0.03, range: 60 };
/** Snow of the region map. Spec §9. */
export const SNOW_PARTICLES: ParticleSettings = { count: 10_000, velocity: 0.008, range: 60 };
/** Any other fall of the region map. Spec §9. */
export const GENERIC_PARTICLES: ParticleSettings = { count: 10_000, velocity: 0.02, range: 80 };

/** Of rain in the scene, metres in 1/60 s. Spec §9: "Rain velocity 0.15, snow 0.05". */
export const SCENE_RAIN_VELOCITY = 0.15;
/** Of snow in the scene, metres in 1/60 s. Spec §9. */
export const SCENE_SNOW_VELOCITY = 0.05;
/**
 * Default width and depth of the box that rain and snow fall in, metres. Spec §9: "Mock weather slider 100 to 200; default particle range 170".
 */
export const SCENE_RANGE = 170;
/** Left end of the slider, metres. Spec §9. */
export const SCENE_RANGE_LEAST = 100;
/** Right end of the slider, metres. Spec §9. */
export const SCENE_RANGE_MOST = 200;

/** Where particles begin to fall, metres. Spec §9: "particles wrap from y below -20 to 20". */
export const PARTICLE_TOP = 20;
/** Below it particles begin again at {@link PARTICLE_TOP}, metres. Spec §9. */
export const PARTICLE_BOTTOM = -20;

/** Numbers of the clouds. */
export interface CloudSettings {
  /** Clouds over the whole field. */
  readonly count: number;
  /** Width and depth of the field that they drift over, metres. */
  readonly range: number;
  /** Above the ground, metres. */
  readonly height: number;
  /** Metres in 1/60 s. */
  readonly speed: number;
}

/** Spec §9: "Clouds: count 260, range 30000, speed 5, height 1000, white". */
export const CLOUDS: CloudSettings = { count: 260, range: 30_000, height: 1_000, speed: 5 };
/** Of the clouds of a cloudy sky, metres in 1/60 s. Spec §9: "cloudy speed 20; overcast speed 10, grey". */
export const CLOUDY_SPEED = 20;
/** Of the clouds of an overcast sky, metres in 1/60 s. Spec §9. */
export const OVERCAST_SPEED = 10;

/** Frames in a second of the specification's velocities. */
const SPEC_FRAMES_PER_SECOND = 60;

/**
 * How far a fall (or a drift) is within its box after `seconds` more, whatever the frames were: the specification's
 * velocities are for 1/60 s. Kept within one turn, so that it stays exact after hours.
 * @param phase metres, 0 … turn
 * @param velocity metres in 1/60 s
 * @param turn metres after which everything repeats
 */
export function advancePhase(phase: number, velocity: number, seconds: number, turn: number): number {
  const next = (phase + velocity * SPEC_FRAMES_PER_SECOND * seconds) % turn;
  return next < 0 ? next + turn : next;
}
