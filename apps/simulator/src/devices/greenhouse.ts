import * as v from 'valibot';
import { withMachines } from '../physics/farm.ts';
import { HOLD_MS, isMoving, type Drive } from '../physics/machines.ts';
import { autoregression } from '../physics/random.ts';
import { saturation } from '../physics/weather.ts';
import {
  clamp,
  Percent,
  readParams,
  round,
  type DeviceProfile,
  type Surroundings,
} from './device-profile.ts';
import { powerReadings } from './power-readings.ts';

/** μmol/(m²·s) of photosynthetic light for one W/m² of radiation. */
const PAR = 2.06;
/** Share of light that passes the film, and that a closed shade net absorbs. */
const FILM_LIGHT = 0.78;
const SHADE_LIGHT = 0.6;
/** °C that full sun adds under closed film. */
const SUN_WARMTH = 16;
/** °C that wet pads take from the air that fans draw through them. */
const PAD_COOLING = 5;

/** Air under the film, from light, film, net, fans and pads. */
function indoor({ state, weather, climate }: Surroundings, seed: number) {
  const { film, shade, fan, pad, light } = state.machines;
  const open = Math.min(1, film.opening / 100 + (fan.on ? 0.45 : 0));
  const lit = FILM_LIGHT * (1 - (SHADE_LIGHT * shade.opening) / 100);
  const sun = (weather.radiation / 1000) * lit;
  const shake = autoregression(seed, state.time, { stepSeconds: 60, keep: 0.9 });
  const temperature =
    weather.temperature +
    2.2 * (1 - open) +
    SUN_WARMTH * sun * (1 - 0.75 * open) -
    (fan.on && pad.on ? PAD_COOLING : 0) +
    0.12 * shake;
  // Plants and soil humidify the air; at night dew falls.
  const vapour = (weather.humidity / 100) * saturation(weather.temperature) + 0.75 * (1 - 0.8 * open);
  const humidity = clamp((100 * vapour) / saturation(temperature) + (pad.on ? 6 : 0), 20, 99);
  const { hour } = climate.swing(state.time);
  // CO₂ of unventilated air, ppm: plants release it by night and take it up by day. Open film exchanges the air.
  const unventilated =
    weather.radiation > 30 ? 420 - 130 * Math.min(1, sun * 1.6) : 520 + 130 * nightShare(hour);
  return {
    temperature,
    humidity,
    co2: unventilated + (420 - unventilated) * open * 0.85 + 6 * shake,
    par: weather.radiation * PAR * lit + (light.on ? 1.6 * light.level : 0),
    wetness: humidity > 88 ? clamp((humidity - 88) * 9, 0, 100) : 0,
  };
}

/** Elapsed share of the night: 0 at dusk, 1 at dawn. */
const nightShare = (hour: number): number => (hour >= 18 ? hour - 18 : hour + 6) / 12;

/** Air, carbon dioxide, light and leaf wetness in the greenhouse (WSN-6). */
export const climateSensor = (seed: number): DeviceProfile => ({
  hasSeasonHistory: true,
  readings(surroundings) {
    const { temperature, humidity, co2, par, wetness } = indoor(surroundings, seed);
    return {
      indoorTemperature: round(clamp(temperature, -10, 60), 1),
      indoorHumidity: round(humidity, 1),
      co2: Math.round(clamp(co2, 250, 3000)),
      indoorPar: Math.round(clamp(par, 0, 2000)),
      leafWetness: Math.round(wetness),
      ...powerReadings(seed, surroundings.state.time),
    };
  },
});

const Target = v.object({ target: Percent });

/** Status of a drive. */
const statusOf = ({ opening, target }: Drive): string =>
  isMoving({ opening, target, heldUntil: 0 }) ? (target > opening ? 'opening' : 'closing') : 'stopped';

/** A drive of film or net: `set` moves it, `stop` holds it. */
const drive = (
  machine: 'film' | 'shade',
  names: { opening: string; state: string; set: string; stop?: string },
): DeviceProfile => ({
  readings({ state }) {
    const own = state.machines[machine];
    return { [names.opening]: round(own.opening, 0), [names.state]: statusOf(own) };
  },

  command(method, params, state) {
    const own = state.machines[machine];
    const move = (target: number) => {
      const next: Drive = { ...own, target, heldUntil: state.time + HOLD_MS };
      return {
        answer: {
          status: 'success',
          target,
          [names.opening]: round(own.opening, 0),
          [names.state]: statusOf(next),
        },
        state: withMachines(state, { [machine]: next }),
      };
    };
    if (method === names.stop) return move(own.opening);
    if (method !== names.set) return undefined;
    const parsed = readParams(Target, params);
    return 'refused' in parsed ? parsed.refused : move(parsed.read.target);
  },

  reportsEveryTick: (state) => isMoving(state.machines[machine]),
});

/** A rolling-film motor (JMJ-24V): end to end in three minutes. */
export const rollMotor = (): DeviceProfile =>
  drive('film', { opening: 'filmOpening', state: 'filmState', set: 'rollFilm', stop: 'stopFilm' });

/** A shade net's motor (ZYW-70). */
export const shadeMotor = (): DeviceProfile =>
  drive('shade', { opening: 'shadeOpening', state: 'shadeState', set: 'shade' });

const OnOff = v.object({ on: v.boolean() });

/** Fans and the pump of their wet pad (FJSL-1). */
export const fanPad = (seed: number): DeviceProfile => ({
  readings({ state }) {
    const { fan, pad } = state.machines;
    const shake = autoregression(seed, state.time, { stepSeconds: 5, keep: 0.7 });
    return {
      fanCurrent: round(fan.on ? clamp(3.6 + (pad.on ? 0.4 : 0) + 0.08 * shake, 0, 12) : 0, 2),
      fanState: fan.on,
      padState: pad.on,
    };
  },

  command(method, params, state) {
    if (method !== 'fan' && method !== 'pad') return undefined;
    const parsed = readParams(OnOff, params);
    if ('refused' in parsed) return parsed.refused;
    const { on } = parsed.read;
    return {
      answer: { status: 'success', [`${method}State`]: on },
      state: withMachines(state, { [method]: { on, heldUntil: state.time + HOLD_MS } }),
    };
  },
});

const Light = v.object({ on: v.boolean(), level: v.optional(Percent) });
/** Power at full light, W, and flux at the leaves below, μmol/(m²·s). */
const LIGHT_POWER = 600;
const LIGHT_FLUX = 640;

/** A grow light (BGD-600): on before dawn and after dusk, or by command. */
export const growLight = (seed: number): DeviceProfile => ({
  readings({ state }) {
    const { on, level } = state.machines.light;
    const share = on ? level / 100 : 0;
    const shake = autoregression(seed, state.time, { stepSeconds: 10, keep: 0.7 });
    return {
      power: round(on ? clamp(LIGHT_POWER * share * (1 + 0.004 * shake), 0, 600) : 1.2, 1),
      ppfd: Math.round(clamp(LIGHT_FLUX * share, 0, 800)),
      lightState: on,
    };
  },

  command(method, params, state) {
    if (method !== 'light') return undefined;
    const parsed = readParams(Light, params);
    if ('refused' in parsed) return parsed.refused;
    const { on, level = state.machines.light.level } = parsed.read;
    return {
      answer: { status: 'success', lightState: on, level },
      state: withMachines(state, { light: { on, level, heldUntil: state.time + HOLD_MS } }),
    };
  },
});
