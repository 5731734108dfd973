import { autoregression } from '../physics/random.ts';
import { solarHour, DEMO_SITE } from '../physics/sun.ts';
import { clamp, round, type Values } from './device-profile.ts';

/** Battery and radio of a solar-powered device: charged by day, discharged by 0.05 V at night. */
export function powerReadings(seed: number, timeMs: number): Values {
  const hour = solarHour(timeMs, DEMO_SITE);
  const charge = Math.sin(((hour - 9.5) * Math.PI) / 12);
  const signal = autoregression(seed ^ 0x51, timeMs, { stepSeconds: 60, keep: 0.9 });
  return {
    batteryVoltage: round(3.96 + 0.025 * charge + (seed % 7) * 0.008, 2),
    rssi: clamp(Math.round(-76 - (seed % 9) + 2.5 * signal), -115, -45),
  };
}
