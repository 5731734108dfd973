import type { Irrigation, PlotState } from '@farm3d/api';

/** What is advised for a plot; in the order in which they are listed. */
export type AdviceKind = 'today' | 'later' | 'unknown' | 'none' | 'rest' | 'done';

/** A plot with its irrigation advice. */
export interface PlotAdvice {
  readonly plot: PlotState;
  /** Null: it has no device that measures its soil, or the advice could not be loaded. */
  readonly irrigation: Irrigation | null;
  /** Whether the advice could not be loaded. */
  readonly hasFailed: boolean;
}

const ORDER: readonly AdviceKind[] = ['today', 'later', 'unknown', 'none', 'rest', 'done'];

/**
 * 'today' or 'later': water is advised; 'done': today's was arranged; 'rest': none is needed; 'none': there is no advice, for
 * want of a device or of data; 'unknown': it could not be loaded.
 */
export function kindOf({ irrigation, hasFailed }: PlotAdvice): AdviceKind {
  if (hasFailed) return 'unknown';
  if (!irrigation?.state) return 'none';
  const { advice, done } = irrigation;
  if (!advice) return 'rest';
  if (advice.dayOffset > 0) return 'later';
  return done.length > 0 ? 'done' : 'today';
}

/** What needs water soonest comes first. */
export const byUrgency = (list: readonly PlotAdvice[]): readonly PlotAdvice[] =>
  list.toSorted(
    (a, b) =>
      ORDER.indexOf(kindOf(a)) - ORDER.indexOf(kindOf(b)) ||
      (a.irrigation?.advice?.dayOffset ?? 0) - (b.irrigation?.advice?.dayOffset ?? 0),
  );

/** The plots that are asked first: those that are measured, the driest before. */
export const byDrought = (plots: readonly PlotState[]): readonly PlotState[] =>
  plots.toSorted(
    (a, b) =>
      Number(a.deviceId === null) - Number(b.deviceId === null) ||
      (b.drought.level ?? -1) - (a.drought.level ?? -1),
  );
