import { type Crop, cropPeriods } from './data/crops.ts';
import { type DayTemperature, type GrowthTimeline, growthTimeline, type Normals } from './growth.ts';
import type { Reason } from './reason.ts';

/**
 * Degree-days, stage and dates of a crop of the tables. Advice, growth card and disease models all use it, so that a
 * plot has one sum at one time. See {@link growthTimeline}.
 */
export function cropTimeline(input: {
  crop: Crop;
  plantDate: string;
  today: string;
  temperatures: readonly DayTemperature[];
  normals?: Normals | null;
}): GrowthTimeline | { stage: null; reason: Reason } {
  const { crop, plantDate, today, temperatures } = input;
  return growthTimeline({
    plantDate,
    today,
    temperatures,
    periods: cropPeriods(crop),
    base: crop.base.value,
    upper: crop.upper.value,
    method: crop.gddMethod,
    normals: input.normals ?? null,
  });
}
