import { solarHour, type Site } from './sun.ts';

/** A drive between 0 and 100 %. */
export interface Drive {
  readonly opening: number;
  readonly target: number;
  /** End of a manual command, epoch ms; until then the programme does not change it. */
  readonly heldUntil: number;
}

/** A device that is on or off. */
interface Switch {
  readonly on: boolean;
  readonly heldUntil: number;
}

/** State of all machines beside the valves. Devices of one product share it. */
export interface Machines {
  /** The irrigation pump; `frequency` in Hz, total `runSeconds`. */
  readonly pump: Switch & { readonly frequency: number; readonly runSeconds: number };
  readonly film: Drive;
  readonly shade: Drive;
  readonly fan: Switch;
  readonly pad: Switch;
  /** `level` in %. */
  readonly light: Switch & { readonly level: number };
  /** The insect lamp, with its catch since noon. */
  readonly lamp: Switch & { readonly caught: number };
  readonly screen: { readonly entries: string };
  /** The pond: depth in m, and the water taken from it, m³. */
  readonly pond: { readonly level: number; readonly taken: number };
  /** The drip controller: the running block (0: none), its end, and the volume since midnight, m³. */
  readonly drip: { readonly zone: number; readonly until: number; readonly today: number };
  /** The pH and EC probe: time of its last calibration, epoch ms. */
  readonly probe: { readonly calibratedAt: number };
  /** The gateway: time of its last start, epoch ms. */
  readonly gateway: { readonly startedAt: number };
}

/** Inputs of the machines. */
export interface MachineInputs {
  /** Outside, W/m². */
  readonly radiation: number;
  /** All valves together, m³/h. */
  readonly valveFlow: number;
}

/** Duration of a manual command, in which the programme is suspended. */
export const HOLD_MS = 2 * 3_600_000;
/** Travel time of the rolling film from end to end, s; that of the shade net is equal. */
const FILM_SECONDS = 180;
const SHADE_SECONDS = 240;
/** Flow of one block of the drip controller, m³/h. */
export const DRIP_FLOW = 3.2;
/** Surface of the pond, m². */
const POND_AREA = 120;
/** Flow of the well into the pond, m³/h, up to this depth, m. */
const WELL_FLOW = 4;
const POND_FULL = 2.4;
/** Time in which the readings of a probe drift before it needs calibration. */
export const CALIBRATION_MS = 30 * 86_400_000;

const DRIVE: Drive = { opening: 0, target: 0, heldUntil: 0 };
const SWITCH: Switch = { on: false, heldUntil: 0 };

/** Default content of a screen: static texts, so that an idle farm stays unchanged. */
const WELCOME = [
  { text: '示范农场', color: '#ffb13b', size: 22, speed: 5, effect: 'static' },
  { text: '番茄温室', color: '#5ee36b', size: 16, speed: 5, effect: 'static' },
];

export const newMachines = (time: number): Machines => ({
  pump: { ...SWITCH, frequency: 50, runSeconds: 1_284 * 3600 },
  film: DRIVE,
  shade: DRIVE,
  fan: SWITCH,
  pad: SWITCH,
  light: { ...SWITCH, level: 80 },
  lamp: { ...SWITCH, caught: 0 },
  screen: { entries: JSON.stringify(WELCOME) },
  pond: { level: 2.1, taken: 3_642 },
  drip: { zone: 0, until: 0, today: 0 },
  probe: { calibratedAt: time - 9 * 86_400_000 },
  gateway: { startedAt: time - 6 * 86_400_000 },
});

/** Set points of the programme: more air and shade with more sun, light before dawn, the lamp after dusk. */
function programme({ radiation }: MachineInputs, hour: number) {
  const share = (from: number, to: number): number =>
    Math.round(Math.min(1, Math.max(0, (radiation - from) / (to - from))) * 10) * 10;
  return {
    film: Math.min(80, share(180, 620)),
    shade: share(560, 900),
    fan: radiation > 640,
    pad: radiation > 720,
    light: (hour >= 5 && hour < 7 && radiation < 120) || (hour >= 17.5 && hour < 20 && radiation < 60),
    lamp: hour >= 19.5 || hour < 0.5,
  };
}

/** Advances the machines by `seconds`. A pure function. */
export function stepMachines(
  old: Machines,
  time: number,
  seconds: number,
  inputs: MachineInputs,
  site: Site,
): Machines {
  const hour = solarHour(time, site);
  const setPoints = programme(inputs, hour);
  const drive = (now: Drive, target: number, travel: number): Drive => {
    const goal = time < now.heldUntil ? now.target : target;
    const maxChange = (100 / travel) * seconds;
    const opening = now.opening + Math.min(maxChange, Math.max(-maxChange, goal - now.opening));
    return { ...now, target: goal, opening };
  };
  const switched = <T extends Switch>(now: T, on: boolean): T =>
    time < now.heldUntil ? now : { ...now, on };
  const zone = time < old.drip.until ? old.drip.zone : 0;
  const dripFlow = zone > 0 ? DRIP_FLOW : 0;
  const flow = inputs.valveFlow + dripFlow;
  const pump = switched(old.pump, flow > 0.05);
  const volume = (flow * seconds) / 3600;
  const lamp = switched(old.lamp, setPoints.lamp);
  const isNoon = hour >= 12 && hour - seconds / 3600 < 12;
  const isMidnight = hour < seconds / 3600;
  return {
    ...old,
    pump: { ...pump, runSeconds: pump.runSeconds + (pump.on ? seconds : 0) },
    film: drive(old.film, setPoints.film, FILM_SECONDS),
    shade: drive(old.shade, setPoints.shade, SHADE_SECONDS),
    fan: switched(old.fan, setPoints.fan),
    pad: switched(old.pad, setPoints.pad),
    light: switched(old.light, setPoints.light),
    // Moths fly between eight and eleven; about ninety a night.
    lamp: {
      ...lamp,
      caught: isNoon ? 0 : lamp.caught + (lamp.on && hour >= 20 && hour < 23 ? (30 / 3600) * seconds : 0),
    },
    pond: {
      level: Math.min(
        POND_FULL,
        Math.max(0, old.pond.level - volume / POND_AREA) +
          (old.pond.level < POND_FULL ? ((WELL_FLOW / POND_AREA) * seconds) / 3600 : 0),
      ),
      taken: old.pond.taken + volume,
    },
    drip: {
      zone,
      until: zone > 0 ? old.drip.until : 0,
      today: isMidnight ? 0 : old.drip.today + (dripFlow * seconds) / 3600,
    },
  };
}

/** Whether the film, the net or the pump's pressure is changing. */
export const isMoving = ({ opening, target }: Drive): boolean => Math.abs(opening - target) > 0.01;
