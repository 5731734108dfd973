export type { DetailOptions } from './detail/detail-options.ts';
export { SceneBackground, type Background } from './scene-background.ts';
export {
  SceneWeather,
  type CurrentWeather,
  type SceneWeatherEvents,
  type SceneWeatherOptions,
  type SetWeatherOptions,
} from './scene-weather.ts';
export {
  GENERIC_PARTICLES,
  RAIN_PARTICLES,
  SNOW_PARTICLES,
  WEATHER_KINDS,
  type ParticleSettings,
  type WeatherKind,
  type WeatherSource,
} from './kinds.ts';
export { ParticleFall, type ParticleFallOptions, type ParticleShape } from './particle-fall.ts';
export type { DayPart, GeoPosition, SkyPosition } from './solar.ts';
