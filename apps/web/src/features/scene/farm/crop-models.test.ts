import { expect, test } from 'vitest';
import { cropPlants, stagesGrown } from './crop-models.ts';

const lettuce = cropPlants('lettuce')!;
const time = {
  plantedOn: new Date('2026-04-01T00:00:00Z'),
  now: new Date('2026-04-26T00:00:00Z'),
  stageDays: [10, 20, 15, 5],
};

test('each stage of a crop has its model', () => {
  expect(lettuce.stages).toHaveLength(5);
  expect(lettuce.stages[2]).toMatchObject({
    nearPath: '/models/crop-lettuce-roset.glb',
    farPath: '/models/crop-lettuce-roset.far.glb',
  });
  expect(cropPlants('mango')).toBeNull();
});

test('the plants show the computed stage, not the stage by calendar', () => {
  const stage = { code: 'HEAD', progress: 0.25, finished: false };
  expect(stagesGrown(lettuce, stage, time)).toBe(3.25);
  expect(stagesGrown(lettuce, { ...stage, finished: true }, time)).toBe(4);
});

test('without a computed stage the days since sowing decide, up to the harvest', () => {
  expect(stagesGrown(lettuce, null, time)).toBe(2);
  expect(stagesGrown(lettuce, null, { ...time, now: new Date('2027-04-01') })).toBe(4);
  expect(stagesGrown(lettuce, null, { ...time, now: new Date('2026-01-01') })).toBe(0);
});
