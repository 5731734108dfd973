import * as v from 'valibot';
import { withMachines } from '../physics/farm.ts';
import { HOLD_MS } from '../physics/machines.ts';
import { autoregression } from '../physics/random.ts';
import { clamp, readParams, round, type DeviceProfile } from './device-profile.ts';

const OnOff = v.object({ on: v.boolean() });
/** Temperature above which moths fly on dry nights, °C. */
const MIN_FLIGHT_TEMPERATURE = 12;
/** Most frequent species by month. */
const SPECIES = ['棉铃虫', '玉米螟', '小菜蛾', '斜纹夜蛾'] as const;

/** An insect-monitoring lamp (CQD-AI): counts insects in the evening; rain closes it. */
export const insectLamp = (seed: number): DeviceProfile => ({
  hasSeasonHistory: true,
  readings({ state, weather }) {
    const { on, caught } = state.machines.lamp;
    const isRaining = weather.rainRate > 0.2;
    const warmth = clamp((weather.temperature - MIN_FLIGHT_TEMPERATURE + 6) / 12, 0.15, 1);
    const month = new Date(state.time).getUTCMonth();
    return {
      insectCount: Math.round(clamp(caught * warmth * (0.8 + (seed % 5) * 0.1), 0, 2000)),
      insectSpecies: SPECIES[month % SPECIES.length]!,
      lampState: on && !isRaining,
      rainControl: isRaining,
    };
  },

  command(method, params, state) {
    // A simulated lamp has no camera: the command fails instead of inventing an image.
    if (method === 'takePhoto')
      return { answer: { status: 'failed', msg: 'a simulated device has no camera' } };
    if (method !== 'lamp') return undefined;
    const parsed = readParams(OnOff, params);
    if ('refused' in parsed) return parsed.refused;
    const lamp = { ...state.machines.lamp, on: parsed.read.on, heldUntil: state.time + HOLD_MS };
    return {
      answer: { status: 'success', lampState: parsed.read.on },
      state: withMachines(state, { lamp }),
    };
  },
});

const Content = v.object({ entries: v.union([v.string(), v.array(v.unknown())]) });

/** An LED screen (LED-P10): brighter by day; stores its programme. */
export const ledScreen = (): DeviceProfile => ({
  readings: ({ weather }) => ({
    brightness: Math.round(clamp(25 + weather.radiation / 12, 25, 100)),
    power: true,
  }),

  command(method, params, state) {
    if (method === 'get_ledScreen_content')
      return { answer: { status: 'success', entries: state.machines.screen.entries } };
    if (method !== 'set_ledScreen_content') return undefined;
    const parsed = readParams(Content, params);
    if ('refused' in parsed) return parsed.refused;
    const { entries } = parsed.read;
    const text = typeof entries === 'string' ? entries : JSON.stringify(entries);
    return { answer: { status: 'success' }, state: withMachines(state, { screen: { entries: text } }) };
  },
});

/** A gateway (WG-4G) with `children` devices. */
export const gateway = (seed: number, children: number): DeviceProfile => ({
  readings({ state }) {
    const busy = autoregression(seed, state.time, { stepSeconds: 15, keep: 0.7 });
    const days = (state.time - state.machines.gateway.startedAt) / 86_400_000;
    return {
      cpu: round(clamp(11 + 4 * busy, 1, 100), 1),
      memory: round(clamp(38 + Math.min(12, days * 0.6) + busy, 1, 100), 1),
      childCount: children,
      powerSupply: true,
    };
  },

  command(method, _params, state) {
    if (method !== 'reboot') return undefined;
    return {
      answer: { status: 'success' },
      state: withMachines(state, { gateway: { startedAt: state.time } }),
    };
  },
});
