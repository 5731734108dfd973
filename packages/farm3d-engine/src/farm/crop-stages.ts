import { check } from '../core/check.ts';
import { checkList, checkRange } from '../core/check-fields.ts';

/** A growth stage of a crop. */
export interface CropStage {
  /**
   * First day after planting; greater than that of the previous stage. Default: the day on which the previous stage ends; 0
   * for the first.
   */
  readonly fromDay?: number;
  /** Path of the detailed model of one plant: foot at the origin, metres. */
  readonly nearPath: string;
  /** Path of the simple model of one plant: few triangles, foot at the origin, metres. */
  readonly farPath: string;
  /** Scale at the start and at the end of the stage. Default: 0.2 … 1 for the first, 0.7 … 1 for others. */
  readonly size?: readonly [from: number, to: number];
  /** Duration, days, above 0, where no next stage has a `fromDay` that ends it. Default 20. */
  readonly days?: number;
}

/** Growth of a crop at a time. */
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
const STAGE_DAYS = 20;
/** Rounds off the error of a fraction, days: a stage begins exactly at its share. */
const NOISE = 1e-6;

/** First day of each stage, and the day on which the last one ends. @throws FarmError `invalid-argument` */
function stageDays(stages: readonly CropStage[]): number[] {
  checkList('stages', stages);
  const days: number[] = [];
  let next = 0;
  for (const [i, { fromDay = next, days: duration = STAGE_DAYS }] of stages.entries()) {
    const isLater = i === 0 || fromDay > days[i - 1]!;
    check(Number.isFinite(fromDay) && isLater, `stages[${i}].fromDay`, fromDay);
    check(Number.isFinite(duration) && duration > 0, `stages[${i}].days`, duration);
    days.push(fromDay);
    next = fromDay + duration;
  }
  return [...days, next];
}

function stateOn(day: number, stages: readonly CropStage[], days: readonly number[]): CropState {
  const stage = stages.findLastIndex((_, i) => days[i]! <= day);
  const current = stages[stage];
  if (!current) return { day, stage: -1, progress: 0, size: [0, 0] };
  const [from, to] = [days[stage]!, days[stage + 1]!];
  return {
    day,
    stage,
    progress: Math.min(1, (day - from) / (to - from)),
    size: current.size ?? [stage === 0 ? 0.2 : 0.7, 1],
  };
}

/**
 * Growth of a crop on a date.
 * @throws FarmError `invalid-argument` for invalid dates, and for stages out of order
 */
export function cropState(stages: readonly CropStage[], plantedOn: Date, date: Date): CropState {
  for (const [field, value] of Object.entries({ plantedOn, date }))
    check(value instanceof Date && !Number.isNaN(value.getTime()), field, value);
  return stateOn((date.getTime() - plantedOn.getTime()) / DAY_MS, stages, stageDays(stages));
}

/**
 * Growth of a crop at a fraction of its season.
 * @param growth 0: the first stage begins, 1: the last one ends
 * @throws FarmError `invalid-argument`
 */
export function cropStateAt(stages: readonly CropStage[], growth: number): CropState {
  checkRange('growth', growth, 0, 1);
  const days = stageDays(stages);
  const [first, last] = [days[0]!, days.at(-1)!];
  const day = first + growth * (last - first);
  return stateOn(Math.round(day / NOISE) * NOISE, stages, days);
}
