import { signal } from '@preact/signals-react';
import { readPreference, writePreference } from '../../../platform/preferences.ts';

/** Grid steps of snapping, metres. */
export const SNAP_GRIDS = [0.1, 0.25, 0.5, 1, 2, 5] as const;
/** Angle steps of snapping, degrees. */
export const SNAP_ANGLES = [5, 10, 15, 30, 45, 90] as const;

/** Parses a stored step; the default `usual` if the text is not one of the steps. */
export function stepNamed(steps: readonly number[], text: string | null, usual: number): number {
  const kept = Number(text);
  return steps.includes(kept) ? kept : usual;
}

/** Grid step in use, metres. */
export const snapGrid = signal(stepNamed(SNAP_GRIDS, readPreference('snap.grid'), 0.5));
/** Angle step in use, degrees. */
export const snapAngle = signal(stepNamed(SNAP_ANGLES, readPreference('snap.angle'), 15));

export function chooseGrid(metres: number): void {
  snapGrid.value = metres;
  writePreference('snap.grid', String(metres));
}

export function chooseAngle(degrees: number): void {
  snapAngle.value = degrees;
  writePreference('snap.angle', String(degrees));
}
