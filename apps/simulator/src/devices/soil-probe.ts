import { autoregression } from '../physics/random.ts';
import { clamp, round, type DeviceProfile, type Values } from './device-profile.ts';
import { powerReadings } from './power-readings.ts';

const DEPTHS = [10, 20, 40] as const;
/** Depth in which the daily wave of temperature falls to 1/e, m. */
const DAMPING_DEPTH = 0.12;
/** Difference between soil under film and the air outside, °C, and share of the air's daily amplitude. */
const SOIL_OFFSET = 5.5;
const SOIL_AMPLITUDE_SHARE = 0.75;

/** A three-depth probe (TQ-3L) in one irrigation zone. */
export const soilProbe = (seed: number, zone: number): DeviceProfile => ({
  hasSeasonHistory: true,
  readings({ state, climate }) {
    const values: Record<string, number> = {};
    const water = state.zones[zone]?.soil.water ?? [0, 0, 0];
    const { mean, amplitude, hour } = climate.swing(state.time);
    DEPTHS.forEach((depth, i) => {
      // Probes in one zone differ by their position; the sensor adds noise of a hundredth of a percent.
      const positionOffset = ((seed >> (i * 4)) % 16) / 16 - 0.5;
      const noise = autoregression(seed + i, state.time, { stepSeconds: 30, keep: 0.7 });
      values[`soilMoisture${depth}`] = round(
        clamp(100 * water[i]! + positionOffset * 1.6 + 0.008 * noise, 0, 60),
        2,
      );
      const z = depth / 100 / DAMPING_DEPTH;
      const wave = Math.exp(-z) * Math.sin(((hour - 8.5) * Math.PI) / 12 - z);
      values[`soilTemperature${depth}`] = round(
        clamp(
          mean + SOIL_OFFSET + amplitude * SOIL_AMPLITUDE_SHARE * wave + positionOffset * 0.5 + 0.02 * noise,
          -20,
          50,
        ),
        1,
      );
    });
    return { ...values, ...powerReadings(seed, state.time) } satisfies Values;
  },
});
