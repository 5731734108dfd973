import { signal } from '@preact/signals-react';
import { readPreference, writePreference } from '../../../platform/preferences.ts';

/** Steps of the grid that a person may choose, metres. */
export const SNAP_GRIDS = [0.1, 0.25, 0.5, 1, 2, 5] as const;
/** Steps of turning that a person may choose, degrees. */
export const SNAP_ANGLES = [5, 10, 15, 30, 45, 90] as const;

/** The step that was kept as text; the usual one where that names none that is offered. */
export function stepNamed(steps: readonly number[], text: string | null, usual: number): number {
  const kept = Number(text);
  return steps.includes(kept) ? kept : usual;
}

/** Metres between the places that snapping draws things to, in every scene. */
export const snapGrid = signal(stepNamed(SNAP_GRIDS, readPreference('snap.grid'), 0.5));
/** Degrees between the turns that snapping draws things to. */
export const snapAngle = signal(stepNamed(SNAP_ANGLES, readPreference('snap.angle'), 15));

export function chooseGrid(metres: number): void {
  snapGrid.value = metres;
  writePreference('snap.grid', String(metres));
}

export function chooseAngle(degrees: number): void {
  snapAngle.value = degrees;
  writePreference('snap.angle', String(degrees));
}
