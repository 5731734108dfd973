import type { SimulatedDevices } from './devices/assign-profiles.ts';
import type { DeviceProfile, CommandOutcome, Values } from './devices/device-profile.ts';
import { newFarm, simulateFarm, type FarmState } from './physics/farm.ts';
import { DEMO_SITE } from './physics/sun.ts';
import { Climate } from './physics/weather.ts';

export interface Point {
  /** Epoch ms. */
  ts: number;
  values: Values;
}

const HOUR_MS = 3_600_000;
/** Length of the history of a new farm in fine steps. */
const HISTORY_MS = 24 * HOUR_MS;
const HISTORY_STEP_MS = 5 * 60_000;
/**
 * Length of the season history of soil, weather and water: hourly, and in fine steps while a valve was open. Longer
 * than the age of the demo's crop.
 */
const SEASON_MS = 77 * 24 * HOUR_MS;
/** Time simulated before the history begins, so that the soil has settled. */
const SPIN_UP_MS = 72 * HOUR_MS;
/** Above this age a saved state is not used. */
const MAX_STATE_AGE_MS = 14 * 24 * HOUR_MS;

/** The simulated farm: one state, advanced by the clock and by commands. */
export class LiveFarm {
  readonly #devices: SimulatedDevices;
  readonly #climate: Climate;
  readonly #startedAt: number;
  #state: FarmState;
  /** States before the start; computed on demand. */
  #history: { readonly season: readonly FarmState[]; readonly day: readonly FarmState[] } | undefined;

  /** @param saved state at the end of the last run, if any */
  constructor(devices: SimulatedDevices, seed: number, nowMs: number, saved?: FarmState) {
    this.#devices = devices;
    this.#climate = new Climate(seed, DEMO_SITE);
    this.#startedAt = nowMs;
    const usable =
      saved &&
      saved.zones.length === devices.zones &&
      saved.heads.length === devices.heads &&
      saved.time <= nowMs &&
      saved.time > nowMs - MAX_STATE_AGE_MS;
    this.#state = usable ? simulateFarm(saved, nowMs, this.#climate, DEMO_SITE) : this.#simulateHistory();
  }

  get state(): FarmState {
    return this.#state;
  }

  /** Advances to an instant; a clock that was set back has no effect. */
  advance(nowMs: number): void {
    this.#state = simulateFarm(this.#state, nowMs, this.#climate, DEMO_SITE);
  }

  readings(profile: DeviceProfile): Point {
    return this.#point(profile, this.#state);
  }

  command(profile: DeviceProfile, method: string, params: unknown): CommandOutcome {
    const outcome = profile.command?.(method, params, this.#state);
    if (!outcome) return { answer: { status: 'failed', field: 'method', msg: `unknown method ${method}` } };
    if (outcome.state) this.#state = outcome.state;
    return outcome;
  }

  /** Readings of a device before the start of this process: of the last 24 hours, or of the season. */
  history(profile: DeviceProfile): Point[] {
    if (!this.#history) this.#simulateHistory();
    const { season = [], day = [] } = this.#history ?? {};
    const states = profile.hasSeasonHistory ? [...season, ...day] : day;
    return states.map((state) => this.#point(profile, state));
  }

  /** Simulates the past of a new farm up to the start, and keeps the states for the histories. */
  #simulateHistory(): FarmState {
    const [season, day]: [FarmState[], FarmState[]] = [[], []];
    const begin = Math.floor((this.#startedAt - SEASON_MS - SPIN_UP_MS) / HISTORY_STEP_MS) * HISTORY_STEP_MS;
    const [seasonBegan, dayBegan] = [this.#startedAt - SEASON_MS, this.#startedAt - HISTORY_MS];
    let state = newFarm(begin, this.#devices.zones, this.#devices.heads);
    let hour: FarmState[] = [];
    const endHour = (): void => {
      const isWatered = hour.some(({ zones }) => zones.some(({ valve }) => valve.flow > 0));
      season.push(...hour.slice(0, isWatered ? undefined : 1));
      hour = [];
    };
    for (let time = begin + HISTORY_STEP_MS; time <= this.#startedAt; time += HISTORY_STEP_MS) {
      const step = time > dayBegan - SPIN_UP_MS ? undefined : HISTORY_STEP_MS / 1000;
      state = simulateFarm(state, time, this.#climate, DEMO_SITE, step);
      if (time % HOUR_MS === 0) endHour();
      if (time > dayBegan) day.push(state);
      else if (time > seasonBegan) hour.push(state);
    }
    endHour();
    this.#history = { season, day };
    return simulateFarm(state, this.#startedAt, this.#climate, DEMO_SITE);
  }

  #point(profile: DeviceProfile, state: FarmState): Point {
    const weather = this.#climate.at(state.time);
    return {
      ts: Math.round(state.time),
      values: profile.readings({ state, weather, climate: this.#climate }),
    };
  }
}
