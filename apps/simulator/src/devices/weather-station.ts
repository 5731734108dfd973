import { clamp, round, type DeviceProfile } from './device-profile.ts';
import { powerReadings } from './power-readings.ts';

/** Lux and μmol/(m²·s) of sunlight for each W/m². */
const LUX = 120;
const PAR = 2.06;

/** An automatic weather station (QX-9). */
export const weatherStation = (seed: number): DeviceProfile => ({
  hasSeasonHistory: true,
  readings({ state, weather }) {
    const radiation = clamp(weather.radiation, 0, 1400);
    return {
      airTemperature: round(clamp(weather.temperature, -40, 60), 1),
      airHumidity: round(clamp(weather.humidity, 0, 100), 1),
      windSpeed: round(clamp(weather.wind, 0, 40), 1),
      windDirection: Math.round(weather.windDirection) % 360,
      rainfall: round(clamp(weather.rainRate, 0, 80), 1),
      solarRadiation: Math.round(radiation),
      illuminance: Math.round(clamp(radiation * LUX, 0, 150_000)),
      airPressure: round(clamp(weather.pressure, 850, 1060), 1),
      par: Math.round(clamp(radiation * PAR, 0, 2500)),
      ...powerReadings(seed, state.time),
    };
  },
});
