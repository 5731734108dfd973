/** Kinds of weather (Spec §3), in the order of the specification. */
export const WEATHER_KINDS = ['rain', 'snow', 'sunny', 'cloudy', 'overcast'] as const;
/** A kind of weather (Spec §3). */
export type WeatherKind = (typeof WEATHER_KINDS)[number];

/** Whether the weather is measured or chosen by hand. */
export type WeatherSource = 'real' | 'mock';

/** Settings of falling particles. */
export interface ParticleSettings {
  /** Number of particles, 0 or more. */
  readonly count: number;
  /** Fall velocity, metres in 1/60 s. */
  readonly velocity: number;
  /** Width and depth of the box around the camera that they fall in, metres. */
  readonly range: number;
}

/**
 * Rain of the region map. Spec §9: "Rain 20000 particles, velocity 0.03, range 60; snow 10000, 0.008, 60; generic 10000, 0.02, 80".
 */
export const RAIN_PARTICLES: ParticleSettings = { count: 20_000, velocity: 0.03, range: 60 };
/** Snow of the region map. Spec §9. */
export const SNOW_PARTICLES: ParticleSettings = { count: 10_000, velocity: 0.008, range: 60 };
/** Other particles of the region map. Spec §9. */
export const GENERIC_PARTICLES: ParticleSettings = { count: 10_000, velocity: 0.02, range: 80 };

/** Velocity of rain in the scene, metres in 1/60 s. Spec §9: "Rain velocity 0.15, snow 0.05". */
export const SCENE_RAIN_VELOCITY = 0.15;
/** Velocity of snow in the scene, metres in 1/60 s. Spec §9. */
export const SCENE_SNOW_VELOCITY = 0.05;
/**
 * Default width and depth of the box that rain and snow fall in, metres. Spec §9: "Mock weather slider 100 to 200; default particle range 170".
 */
export const SCENE_RANGE = 170;
/** Minimum of the range slider, metres. Spec §9. */
export const SCENE_RANGE_MIN = 100;
/** Maximum of the range slider, metres. Spec §9. */
export const SCENE_RANGE_MAX = 200;

/** Height at which particles start, metres. Spec §9: "particles wrap from y below -20 to 20". */
export const PARTICLE_TOP = 20;
/** Height at which particles wrap to {@link PARTICLE_TOP}, metres. Spec §9. */
export const PARTICLE_BOTTOM = -20;

/** Settings of clouds. */
export interface CloudSettings {
  /** Number of clouds. */
  readonly count: number;
  /** Width and depth of the field in which they drift, metres. */
  readonly range: number;
  /** Height above the ground, metres. */
  readonly height: number;
  /** Metres in 1/60 s. */
  readonly speed: number;
}

/** Spec §9: "Clouds: count 260, range 30000, speed 5, height 1000, white". */
export const CLOUDS: CloudSettings = { count: 260, range: 30_000, height: 1_000, speed: 5 };
/** Cloud speed of a cloudy sky, metres in 1/60 s. Spec §9: "cloudy speed 20; overcast speed 10, grey". */
export const CLOUDY_SPEED = 20;
/** Cloud speed of an overcast sky, metres in 1/60 s. Spec §9. */
export const OVERCAST_SPEED = 10;

/** The specification's velocities are per frame at this rate. */
const SPEC_FRAMES_PER_SECOND = 60;

/**
 * Advances the phase of a periodic motion by `seconds`, independent of the frame rate: the specification's
 * velocities are for 1/60 s. Wrapped to one period, so that it stays exact after hours.
 * @param phase metres, 0 … period
 * @param velocity metres in 1/60 s
 * @param period length of a period, metres
 */
export function advancePhase(phase: number, velocity: number, seconds: number, period: number): number {
  const next = (phase + velocity * SPEC_FRAMES_PER_SECOND * seconds) % period;
  return next < 0 ? next + period : next;
}
