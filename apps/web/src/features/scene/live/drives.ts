import type { Drive } from 'farm3d-engine';

/** Value of a device by key; undefined: unknown. */
type ReadingOf = (key: string) => unknown;

const numberOf = (value: unknown): number | undefined => {
  const found =
    typeof value === 'boolean' ? Number(value) : typeof value === 'string' ? Number(value) : value;
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
};
const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Key of the opening of a rolling film, in %. */
const FILM_KEY = 'filmOpening';
/** Keys of openings, %. */
const OPENINGS = ['opening', 'shadeOpening', FILM_KEY] as const;
/** Keys of rotating parts, with the value of full speed: A for a fan, m/s for an anemometer. */
const SPINS = Object.entries({ fanCurrent: 4, pumpState: 1, windSpeed: 8 });
/** Lights: key of the switch, key and greatest value of the brightness: W for a grow light, % for a screen. */
const LIGHTS = [
  { switchKey: 'lightState', brightnessKey: 'power', full: 600 },
  { switchKey: 'lampState', brightnessKey: 'lampState', full: 1 },
  { switchKey: 'power', brightnessKey: 'brightness', full: 100 },
] as const;

/** Key of whether a valve is open. */
const VALVE_KEY = 'valveState';

const KEYS = new Set<string>([
  VALVE_KEY,
  ...OPENINGS,
  ...SPINS.map(([key]) => key),
  ...LIGHTS.flatMap(({ switchKey, brightnessKey }) => [switchKey, brightnessKey]),
]);
/** Cache by key list: computed for every reading of every device. */
const drivesOf = new WeakMap<readonly string[], boolean>();

/** Whether any of these keys drives a part of the model. */
export function hasDriveKey(keys: readonly string[]): boolean {
  let may = drivesOf.get(keys);
  if (may === undefined) {
    may = keys.some((key) => KEYS.has(key));
    drivesOf.set(keys, may);
  }
  return may;
}

const firstOf = <T>(found: readonly (T | undefined)[]): T | undefined =>
  found.find((one) => one !== undefined);

/** Opening of a rolling film, 0 … 1; undefined: unknown. */
export function filmOpening(reading: ReadingOf): number | undefined {
  const percent = numberOf(reading(FILM_KEY));
  return percent === undefined ? undefined : clamp(percent / 100);
}

/** Water that a valve lets through, 0 … 1; undefined: it is no valve, or does not say. */
export function waterFlow(reading: ReadingOf): number | undefined {
  const isOpen = numberOf(reading(VALVE_KEY));
  if (isOpen === undefined) return undefined;
  return isOpen === 0 ? 0 : clamp((numberOf(reading('opening')) ?? 100) / 100);
}

function glowOf(reading: ReadingOf): number | undefined {
  for (const { switchKey, brightnessKey, full } of LIGHTS) {
    const isOn = numberOf(reading(switchKey));
    const bright = numberOf(reading(brightnessKey));
    if (isOn !== undefined && bright !== undefined) return isOn === 0 ? 0 : clamp(bright / full);
  }
  return undefined;
}

/** Drive of a device's moving and glowing parts; undefined: none. */
export function driveOf(reading: ReadingOf): Drive | undefined {
  const open = firstOf(OPENINGS.map((key) => numberOf(reading(key))));
  const spin = firstOf(
    SPINS.map(([key, full]) => {
      const value = numberOf(reading(key));
      return value === undefined ? undefined : clamp(value / full);
    }),
  );
  const glow = glowOf(reading);
  const drive = {
    ...(open === undefined ? {} : { open: clamp(open / 100) }),
    ...(spin === undefined ? {} : { spin }),
    ...(glow === undefined ? {} : { glow }),
  };
  return Object.keys(drive).length > 0 ? drive : undefined;
}
