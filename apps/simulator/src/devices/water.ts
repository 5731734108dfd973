import * as v from 'valibot';
import { withMachines, type FarmState } from '../physics/farm.ts';
import { CALIBRATION_MS, DRIP_FLOW, HOLD_MS } from '../physics/machines.ts';
import { autoregression } from '../physics/random.ts';
import { clamp, failed, readParams, round, type DeviceProfile } from './device-profile.ts';

const noise = (seed: number, time: number, stepSeconds = 10): number =>
  autoregression(seed, time, { stepSeconds, keep: 0.8 });

const SwitchPump = v.object({
  on: v.boolean(),
  frequency: v.optional(v.pipe(v.number(), v.minValue(20), v.maxValue(50))),
});

/** Current of the pump's motor at full frequency, A; its outlet pressure there, MPa. */
const PUMP_CURRENT = 13;
const PUMP_PRESSURE = 0.28;

/** An irrigation pump (SB-7.5): follows the flow of the valves, or a command. */
export const pump = (seed: number): DeviceProfile => ({
  readings({ state }) {
    const { on, frequency, runSeconds } = state.machines.pump;
    const share = on ? frequency / 50 : 0;
    const shake = noise(seed, state.time, 5);
    return {
      current: round(on ? clamp(PUMP_CURRENT * share + 0.25 * shake, 0, 30) : 0, 1),
      // Pressure goes with the square of the speed.
      pressure: round(on ? clamp(PUMP_PRESSURE * share ** 2 + 0.006 * shake, 0, 1) : 0.02, 3),
      runHours: round(runSeconds / 3600, 1),
      pumpState: on,
      fault: false,
    };
  },

  command(method, params, state) {
    if (method !== 'switchPump') return undefined;
    const parsed = readParams(SwitchPump, params);
    if ('refused' in parsed) return parsed.refused;
    const { on, frequency = state.machines.pump.frequency } = parsed.read;
    const changed = { ...state.machines.pump, on, frequency, heldUntil: state.time + HOLD_MS };
    return {
      answer: { status: 'success', pumpState: on, frequency },
      state: withMachines(state, { pump: changed }),
    };
  },
});

/** Total water flow of the farm, m³/h. */
const flowOf = (state: FarmState): number =>
  state.zones.reduce((sum, { valve }) => sum + valve.flow, 0) +
  (state.machines.drip.zone > 0 ? DRIP_FLOW : 0);

/** Level and flow at the pond (SWJ-LL). */
export const waterMeter = (seed: number): DeviceProfile => ({
  readings({ state }) {
    const { level, taken } = state.machines.pond;
    const flow = flowOf(state);
    return {
      waterLevel: round(clamp(level + 0.003 * noise(seed, state.time), 0, 5), 3),
      flowRate: round(flow > 0.01 ? clamp(flow * (1 + 0.01 * noise(seed, state.time, 3)), 0, 60) : 0, 2),
      totalFlow: round(taken, 1),
    };
  },
});

const Calibrate = v.object({ point: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(20)), 7) });

/** Fertiliser water: a pH and EC probe (PHEC-1) whose readings drift until it is calibrated. */
export const phEcProbe = (seed: number): DeviceProfile => ({
  readings({ state, climate }) {
    const age = (state.time - state.machines.probe.calibratedAt) / CALIBRATION_MS;
    const isFresh = flowOf(state) > 0.05;
    const { mean, amplitude, hour } = climate.swing(state.time);
    return {
      ph: round(clamp(6.2 + 0.12 * noise(seed, state.time, 600) + 0.08 * Math.min(1.5, age), 0, 14), 2),
      // Fresh water dilutes the solution while it flows.
      ec: round(clamp(1.8 - (isFresh ? 0.22 : 0) + 0.05 * noise(seed + 1, state.time, 600), 0, 20), 2),
      // The water temperature of a tank lags behind the air temperature.
      waterTemperature: round(
        clamp(mean + 0.35 * amplitude * Math.sin(((hour - 12) * Math.PI) / 12), 1, 50),
        1,
      ),
      calibrated: age < 1,
    };
  },

  command(method, params, state) {
    if (method !== 'calibrate') return undefined;
    const parsed = readParams(Calibrate, params);
    if ('refused' in parsed) return parsed.refused;
    return {
      answer: { status: 'success', calibrated: true, point: parsed.read.point },
      state: withMachines(state, { probe: { calibratedAt: state.time } }),
    };
  },
});

const Start = v.object({
  zone: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(8)),
  minutes: v.pipe(v.number(), v.minValue(1), v.maxValue(720)),
});

/** A controller of eight drip blocks (DGK-8), one at a time. */
export const dripController = (seed: number): DeviceProfile => ({
  readings({ state }) {
    const { zone, today } = state.machines.drip;
    const isOn = state.machines.pump.on || zone > 0;
    return {
      linePressure: round(isOn ? clamp(0.19 + 0.008 * noise(seed, state.time, 5), 0, 0.6) : 0.01, 3),
      todayVolume: round(today, 2),
      irrigating: zone > 0,
      currentZone: zone,
    };
  },

  command(method, params, state) {
    const { drip } = state.machines;
    if (method === 'stopIrrigation')
      return {
        answer: { status: 'success', irrigating: false, currentZone: 0 },
        state: withMachines(state, { drip: { ...drip, zone: 0, until: 0 } }),
      };
    if (method !== 'startIrrigation') return undefined;
    const parsed = readParams(Start, params);
    if ('refused' in parsed) return parsed.refused;
    const { zone, minutes } = parsed.read;
    if (drip.zone > 0 && drip.zone !== zone) return failed('zone', `block ${drip.zone} is being watered`);
    return {
      answer: { status: 'success', irrigating: true, currentZone: zone },
      state: withMachines(state, { drip: { ...drip, zone, until: state.time + minutes * 60_000 } }),
    };
  },
});
