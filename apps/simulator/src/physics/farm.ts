import type { Climate } from './weather.ts';
import { solarHour, type Site } from './sun.ts';
import { cropDemand, FIELD_CAPACITY, soilStore, stepSoil, type Soil } from './soil.ts';
import { newMachines, stepMachines, type Machines } from './machines.ts';
import { CLOSED, commandValve, stepValve, type Valve } from './valve.ts';

/** Orientation of a camera. */
export interface Head {
  /** Degrees, −180…180. */
  readonly pan: number;
  /** Degrees, −90 (down) … 20. */
  readonly tilt: number;
  /** Factor, 1–10. */
  readonly zoom: number;
  readonly recording: boolean;
}

/** An irrigation zone with its valve. */
interface Zone {
  readonly soil: Soil;
  readonly valve: Valve;
  /** Day number of the last programme run: a zone is watered at most once a morning. */
  readonly wateredOn: number;
}

/** State of the farm. Plain data: it is saved between runs. */
export interface FarmState {
  /** Epoch ms. */
  readonly time: number;
  readonly zones: readonly Zone[];
  readonly heads: readonly Head[];
  readonly machines: Machines;
}

/** Soil wetted by the drip lines of one zone, m². */
const WETTED_AREA = 30;
/** Longest step in live operation; longer gaps take several. */
const MAX_STEP_SECONDS = 60;
/** The morning programme starts at this hour of solar time, … */
const PROGRAMME_HOUR = 6.2;
/** … if the root zone is below this share of field capacity, … */
const PROGRAMME_BELOW = 0.9;
/** … and waters for this many minutes. */
const PROGRAMME_MINUTES = 14;
const DAY_MS = 86_400_000;

export const newFarm = (time: number, zones: number, heads: number): FarmState => ({
  time,
  zones: Array.from({ length: zones }, (_, i) => ({
    // Zones start with different values, so that their curves differ.
    soil: { water: [0.255 - 0.012 * i, 0.265 - 0.006 * i, 0.275] },
    valve: CLOSED,
    wateredOn: 0,
  })),
  heads: Array.from({ length: heads }, () => ({ pan: 0, tilt: -25, zoom: 1, recording: true })),
  machines: newMachines(time),
});

/**
 * Advances the farm by `seconds`, at most MAX_STEP_SECONDS. A pure function.
 *
 * @param radiation outside, W/m²
 */
export function stepFarm(state: FarmState, seconds: number, radiation: number, site: Site): FarmState {
  const time = state.time + seconds * 1000;
  const hour = solarHour(time, site);
  const today = Math.floor((time + (site.longitude / 360) * DAY_MS) / DAY_MS);
  const zones = state.zones.map((zone): Zone => {
    const dry =
      soilStore(zone.soil) <
      PROGRAMME_BELOW * soilStore({ water: [FIELD_CAPACITY, FIELD_CAPACITY, FIELD_CAPACITY] });
    const morning = hour >= PROGRAMME_HOUR && hour < PROGRAMME_HOUR + 0.5;
    const start = morning && dry && zone.wateredOn !== today && zone.valve.opening === 0;
    const valve = stepValve(
      start ? commandValve(100, time, zone.valve, PROGRAMME_MINUTES) : zone.valve,
      time,
      seconds,
    );
    const supply = ((zone.valve.flow + valve.flow) / 2 / WETTED_AREA) * 1000 * (seconds / 3600);
    const { soil } = stepSoil(zone.soil, supply, cropDemand(radiation, seconds), seconds);
    return { soil, valve, wateredOn: start ? today : zone.wateredOn };
  });
  const valveFlow = zones.reduce((sum, { valve }) => sum + valve.flow, 0);
  const machines = stepMachines(state.machines, time, seconds, { radiation, valveFlow }, site);
  return { time, zones, heads: state.heads, machines };
}

/**
 * Advances the farm to an instant.
 *
 * @param step longest step, s; longer ones are for the distant past
 */
export function simulateFarm(
  from: FarmState,
  toMs: number,
  climate: Climate,
  site: Site,
  step = MAX_STEP_SECONDS,
): FarmState {
  let state = from;
  while (state.time < toMs) {
    const seconds = Math.min(step, (toMs - state.time) / 1000);
    const next = stepFarm(state, seconds, climate.radiationAt(state.time), site);
    // The last step sets the instant itself: seconds times 1000 may miss it by a rounding error.
    state = seconds < step ? { ...next, time: toMs } : next;
  }
  return state;
}

/** The farm after a command to one zone's valve. */
export function withValve(state: FarmState, zone: number, opening: number, minutes?: number): FarmState {
  return {
    ...state,
    zones: state.zones.map((old, i) =>
      i === zone ? { ...old, valve: commandValve(opening, state.time, old.valve, minutes) } : old,
    ),
  };
}

/** The farm with some of its machines changed. */
export const withMachines = (state: FarmState, changed: Partial<Machines>): FarmState => ({
  ...state,
  machines: { ...state.machines, ...changed },
});

export const withHead = (state: FarmState, index: number, head: Head): FarmState => ({
  ...state,
  heads: state.heads.map((old, i) => (i === index ? head : old)),
});
