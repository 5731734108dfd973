import { createModel, signal } from '@preact/signals-react';
import type { Services } from '../../../platform/services.ts';

/** Grid steps of snapping, metres. */
export const SNAP_GRIDS = [0.1, 0.25, 0.5, 1, 2, 5] as const;
/** Angle steps of snapping, degrees. */
export const SNAP_ANGLES = [5, 10, 15, 30, 45, 90] as const;

/** Parses a stored step; the default `usual` if the text is not one of the steps. */
export function stepNamed(steps: readonly number[], text: string | null, usual: number): number {
  const kept = Number(text);
  return steps.includes(kept) ? kept : usual;
}

/** The steps in use, which are kept in this browser. */
export const SnapStepsModel = createModel(({ preferences }: Services) => {
  const grid = signal(stepNamed(SNAP_GRIDS, preferences.read('snap.grid'), 0.5));
  const angle = signal(stepNamed(SNAP_ANGLES, preferences.read('snap.angle'), 15));
  return {
    /** Metres. */
    grid,
    /** Degrees. */
    angle,
    chooseGrid: (metres: number): void => {
      grid.value = metres;
      preferences.write('snap.grid', String(metres));
    },
    chooseAngle: (degrees: number): void => {
      angle.value = degrees;
      preferences.write('snap.angle', String(degrees));
    },
  };
});
