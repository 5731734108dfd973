import { signal } from '@preact/signals-react';
import { readPreference, writePreference } from './preferences.ts';

type Units = 'metric' | 'imperial';

/** Units of measured values on the screens. Rules, commands, alarms and exports keep those of the device. */
export const units = signal<Units>(readPreference('units') === 'imperial' ? 'imperial' : 'metric');

export function setUnits(choice: Units): void {
  units.value = choice;
  writePreference('units', choice === 'metric' ? null : choice);
}

/** A unit as it is shown. */
interface Shown {
  readonly unit: string;
  /** A measured value in it; what is no number stays. */
  readonly of: <T>(value: T) => T;
}

const inFahrenheit = (value: number): number => value * 1.8 + 32;
/** By the unit of the device. */
const IMPERIAL: Readonly<Record<string, readonly [unit: string, of: (value: number) => number]>> = {
  '℃': ['℉', inFahrenheit],
  '°C': ['°F', inFahrenheit],
  mm: ['in', (value) => value / 25.4],
  'm/s': ['mph', (value) => value / 0.447_04],
};

/** How a unit of a device is shown now. */
export function shownUnit(unit: string): Shown {
  const [shown, convert] = (units.value === 'imperial' ? IMPERIAL[unit] : undefined) ?? [];
  if (shown === undefined || convert === undefined) return { unit, of: (value) => value };
  return { unit: shown, of: <T>(value: T) => (typeof value === 'number' ? (convert(value) as T) : value) };
}
