import { describe, expect, it } from 'vitest';
import { dualCropBalance, type DualResult } from '../dual-crop.ts';
import {
  COTTON_2013,
  DRY_IRRIGATION,
  DRY_RUN,
  WEATHER_2013,
  WET_IRRIGATION,
  WET_RUN,
} from './cotton-2013.ts';
import {
  COTTON_2022,
  COTTON_IRRIGATION,
  COTTON_RUN,
  COTTON_SOIL_WATER,
  COTTON_WEATHER,
} from './cotton-2022.ts';

type Weather = readonly (readonly [day: number, et0: number, rain: number, wind: number, rhMin: number])[];
type Irrigation = readonly (readonly [day: number, mm: number, wetted?: number])[];

const conditions = (weather: Weather, irrigation: Irrigation) => {
  const watered = new Map(irrigation.map(([day, mm, wetted]) => [day, { mm, wetted }]));
  return weather.map(([day, et0, rain, wind, rhMin]) => ({
    et0,
    rain,
    irrigation: watered.get(day)?.mm ?? 0,
    wettedShare: watered.get(day)?.wetted ?? 1,
    wind,
    windHeight: 3,
    rhMin,
  }));
};

function expectDepletion(
  results: readonly DualResult[],
  first: number,
  run: readonly (readonly [number, number])[],
) {
  expect(run.length).toBeGreaterThan(20);
  for (const [day, published] of run)
    expect(results[day - first]?.depletion, `day ${day}`).toBeCloseTo(published, 1);
}

describe('published runs of the dual crop coefficient', () => {
  it.each([
    ['well watered', WET_IRRIGATION, WET_RUN],
    ['with deficit', DRY_IRRIGATION, DRY_RUN],
  ] as const)('cotton 2013, %s', (_, irrigation, run) => {
    const { crop, fieldCapacity, wiltingPoint, initial, evaporationDepth, readilyEvaporable } = COTTON_2013;
    const results = dualCropBalance({
      crop,
      soil: {
        layers: [{ bottom: crop.rootDepth[1], fieldCapacity, wiltingPoint, initial }],
        evaporationDepth,
        readilyEvaporable,
        drainage: 'bucket',
      },
      days: conditions(WEATHER_2013, irrigation),
    });
    expectDepletion(results, WEATHER_2013[0]?.[0] ?? 0, run.depletion);
    const total = (pick: (day: DualResult) => number) => results.reduce((all, day) => all + pick(day), 0);
    expect(total((day) => day.transpiration)).toBeCloseTo(run.transpiration, 0);
    expect(total((day) => day.evaporation)).toBeCloseTo(run.evaporation, 0);
  });

  it('cotton 2022, layered soil', () => {
    const { crop, horizons, evaporationDepth, readilyEvaporable, planted } = COTTON_2022;
    const start = COTTON_SOIL_WATER[0]?.[1] ?? [];
    const results = dualCropBalance({
      crop,
      soil: {
        layers: start.map((initial, index) => {
          const bottom = (index + 1) / 5;
          const [, fieldCapacity, wiltingPoint] =
            horizons.find(([end]) => bottom <= end + 1e-9) ?? horizons[4];
          return { bottom, fieldCapacity, wiltingPoint, initial };
        }),
        evaporationDepth,
        readilyEvaporable,
        drainage: 'profile',
      },
      days: conditions(COTTON_WEATHER, COTTON_IRRIGATION),
    });
    expectDepletion(results, planted, COTTON_RUN);
  });
});
