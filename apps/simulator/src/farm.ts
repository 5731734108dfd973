import type { Cast } from './devices/cast.ts';
import type { Behaviour, CommandOutcome, Values } from './devices/device.ts';
import { newFarm, walkFarm, type FarmState } from './physics/farm.ts';
import { DEMO_SITE } from './physics/sun.ts';
import { Climate } from './physics/weather.ts';

export interface Point {
  /** Epoch ms. */
  ts: number;
  values: Values;
}

const HOUR_MS = 3_600_000;
/** How much history a new farm sends. */
export const HISTORY_MS = 24 * HOUR_MS;
export const HISTORY_STEP_MS = 5 * 60_000;
/** A new farm is walked this long before its history begins, so that its soil has a past. */
const SPIN_UP_MS = 72 * HOUR_MS;
/** After a longer absence the saved soil says nothing any more. */
const MEMORY_MS = 14 * 24 * HOUR_MS;

/** The farm in this process: one state, moved by the clock and by commands. */
export class LiveFarm {
  readonly #cast: Cast;
  readonly #climate: Climate;
  readonly #startedAt: number;
  #state: FarmState;
  /** States of the 24 hours before the start, at whole five minutes; made when first asked for. */
  #past: readonly FarmState[] | undefined;

  /** @param saved the state at the end of the last run, if there is one. */
  constructor(cast: Cast, seed: number, nowMs: number, saved?: FarmState) {
    this.#cast = cast;
    this.#climate = new Climate(seed, DEMO_SITE);
    this.#startedAt = nowMs;
    const usable =
      saved &&
      saved.zones.length === cast.zones &&
      saved.heads.length === cast.heads &&
      saved.time <= nowMs &&
      saved.time > nowMs - MEMORY_MS;
    this.#state = usable ? walkFarm(saved, nowMs, this.#climate, DEMO_SITE) : this.#walkPast();
  }

  get state(): FarmState {
    return this.#state;
  }

  /** Moves on to an instant; a clock that was set back leaves the farm where it is. */
  advance(nowMs: number): void {
    this.#state = walkFarm(this.#state, nowMs, this.#climate, DEMO_SITE);
  }

  readings(behaviour: Behaviour): Point {
    return this.#point(behaviour, this.#state);
  }

  command(behaviour: Behaviour, method: string, params: unknown): CommandOutcome {
    const outcome = behaviour.command?.(method, params, this.#state);
    if (!outcome) return { answer: { status: 'failed', field: 'method', msg: `unknown method ${method}` } };
    if (outcome.state) this.#state = outcome.state;
    return outcome;
  }

  /** What a device would have measured in the 24 hours before this process began. */
  history(behaviour: Behaviour): Point[] {
    if (!this.#past) this.#walkPast();
    return (this.#past ?? []).map((state) => this.#point(behaviour, state));
  }

  /** Walks a new farm through its past to the start, and keeps the last 24 hours of it. */
  #walkPast(): FarmState {
    const past: FarmState[] = [];
    const begin = Math.floor((this.#startedAt - HISTORY_MS - SPIN_UP_MS) / HISTORY_STEP_MS) * HISTORY_STEP_MS;
    let state = newFarm(begin, this.#cast.zones, this.#cast.heads);
    for (let time = begin + HISTORY_STEP_MS; time <= this.#startedAt; time += HISTORY_STEP_MS) {
      state = walkFarm(state, time, this.#climate, DEMO_SITE);
      if (time > this.#startedAt - HISTORY_MS) past.push(state);
    }
    this.#past = past;
    return walkFarm(state, this.#startedAt, this.#climate, DEMO_SITE);
  }

  #point(behaviour: Behaviour, state: FarmState): Point {
    const weather = this.#climate.at(state.time);
    return {
      ts: Math.round(state.time),
      values: behaviour.readings({ state, weather, climate: this.#climate }),
    };
  }
}
