import * as v from 'valibot';
import { withValve } from '../physics/farm.ts';
import { autoregression } from '../physics/random.ts';
import { steadyFlow } from '../physics/valve.ts';
import { failed, readParams, round, type DeviceProfile } from './device-profile.ts';

/** `open` is the product model's name; `on` and `opening` (%) are accepted too. */
const SwitchValve = v.object({
  open: v.optional(v.boolean()),
  on: v.optional(v.boolean()),
  opening: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100))),
  minutes: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(720))),
});

/** A solenoid valve (DCF-4) with a flow sensor; it feeds one zone. */
export const valve = (seed: number, zone: number): DeviceProfile => ({
  hasSeasonHistory: true,
  readings({ state }) {
    const { opening = 0, flow = 0 } = state.zones[zone]?.valve ?? {};
    const noise = 1 + 0.008 * autoregression(seed, state.time, { stepSeconds: 2, keep: 0.5 });
    return {
      opening: round(opening, 0),
      valveState: opening > 0,
      flowRate: round(Math.max(0, flow * noise), 2),
    };
  },

  command(method, params, state) {
    if (method !== 'switchValve') return undefined;
    const parsed = readParams(SwitchValve, params);
    if ('refused' in parsed) return parsed.refused;
    const { open, on, opening, minutes } = parsed.read;
    const requested = opening ?? ((open ?? on) === undefined ? undefined : (open ?? on) ? 100 : 0);
    if (requested === undefined) return failed('open', 'expected open (true or false) or opening (0 to 100)');
    return {
      answer: { status: 'success', valveState: requested > 0, opening: requested },
      state: withValve(state, zone, requested, minutes),
    };
  },

  reportsEveryTick(state) {
    const own = state.zones[zone]?.valve;
    return own !== undefined && Math.abs(own.flow - steadyFlow(own.opening)) > 0.01;
  },
});
