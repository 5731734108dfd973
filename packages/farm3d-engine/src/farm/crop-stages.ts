import { FarmError } from '../core/errors.ts';

/** A growth stage of a crop. */
export interface CropStage {
  /** First day after planting; greater than that of the previous stage. */
  readonly fromDay: number;
  /** Path of the detailed model of one plant: foot at the origin, metres. */
  readonly nearPath: string;
  /** Path of the simple model of one plant: few triangles, foot at the origin, metres. */
  readonly farPath: string;
  /** Scale at the start and at the end of the stage. Default: 0.2 … 1 for the first, 0.7 … 1 for others. */
  readonly size?: readonly [from: number, to: number];
  /** Duration of the last stage, days. Default 20. */
  readonly days?: number;
}

/** Growth of a crop on a date. */
export interface CropState {
  /** Days since planting, with fractions; negative before it. */
  readonly day: number;
  /** Index of the stage; −1 before the first. */
  readonly stage: number;
  /** Progress within the stage, 0 … 1. */
  readonly progress: number;
  /** Scale at the start and at the end of the stage. */
  readonly size: readonly [from: number, to: number];
}

const DAY_MS = 86_400_000;
const LAST_STAGE_DAYS = 20;

/**
 * Growth of a crop on a date.
 * @throws FarmError `invalid-argument` for invalid dates, and for stages out of order
 */
export function cropState(stages: readonly CropStage[], plantedOn: Date, date: Date): CropState {
  const day = (date.getTime() - plantedOn.getTime()) / DAY_MS;
  if (!Number.isFinite(day)) throw new FarmError('invalid-argument', { reason: 'date' });
  for (const [i, { fromDay }] of stages.entries()) {
    if (!Number.isFinite(fromDay) || (i > 0 && fromDay <= stages[i - 1]!.fromDay))
      throw new FarmError('invalid-argument', { reason: `stage ${i}` });
  }
  const stage = stages.findLastIndex(({ fromDay }) => fromDay <= day);
  const current = stages[stage];
  if (!current) return { day, stage: -1, progress: 0, size: [0, 0] };
  const days =
    (stages[stage + 1]?.fromDay ?? current.fromDay + (current.days ?? LAST_STAGE_DAYS)) - current.fromDay;
  return {
    day,
    stage,
    progress: Math.min(1, (day - current.fromDay) / days),
    size: current.size ?? [stage === 0 ? 0.2 : 0.7, 1],
  };
}
