export {
  SceneWeather,
  type CurrentWeather,
  type SceneWeatherEvents,
  type SceneWeatherOptions,
  type SetWeatherOptions,
} from './scene-weather.ts';
export {
  CLOUD_TYPE_OVERCAST,
  CLOUDS,
  CLOUDY_SPEED,
  cloudKind,
  GENERIC,
  OVERCAST_SPEED,
  PARTICLE_BOTTOM,
  PARTICLE_TOP,
  RAIN,
  SCENE_RAIN_VELOCITY,
  SCENE_RANGE,
  SCENE_RANGE_LEAST,
  SCENE_RANGE_MOST,
  SCENE_SNOW_VELOCITY,
  SNOW,
  WEATHER_KINDS,
  type CloudSettings,
  type ParticleSettings,
  type WeatherKind,
  type WeatherSource,
} from './kinds.ts';
export { ParticleFall, type ParticleFallOptions, type ParticleShape } from './particle-fall.ts';
export { dayPart, sunPosition, type DayPart, type GeoPosition, type SkyPosition } from './solar.ts';
