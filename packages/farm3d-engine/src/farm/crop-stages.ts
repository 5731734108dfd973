import { FarmError } from '../core/errors.ts';

/** A part of a crop's growth with its own look. */
export interface CropStage {
  /** Days after planting with which it begins; greater than the stage's before. */
  readonly fromDay: number;
  /** Model of one plant for near and for far: a foot at the origin, metres. */
  readonly nearPath: string;
  /** Model of one plant for far: few triangles, foot at the origin, metres. */
  readonly farPath: string;
  /** Factor of the model's size when it begins and when it ends. Default: 0.2 … 1 for the first, 0.7 … 1 for others. */
  readonly size?: readonly [from: number, to: number];
  /** Days that the last stage takes. Default 20. */
  readonly days?: number;
}

/** Where a crop stands in its growth. */
export interface CropState {
  /** Days since planting, with a fraction; negative before it. */
  readonly day: number;
  /** Index of the stage; −1 before the first. */
  readonly stage: number;
  /** Part of the stage that is over, 0 … 1. */
  readonly progress: number;
  /** Factor of the model's size when the stage begins and when it ends. */
  readonly size: readonly [from: number, to: number];
}

const DAY_MS = 86_400_000;
const LAST_STAGE_DAYS = 20;

/**
 * How far a crop has grown on a day.
 * @throws FarmError `invalid-argument` for dates that are none, and for stages out of order
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
