import { expect, test } from 'vitest';
import { cropPlants } from './crop-models.ts';

test('the stages of a crop share its season', () => {
  const plants = cropPlants({ id: 'lettuce', stageDays: [10, 20, 15, 5] });
  expect(plants?.stages.map(({ fromDay }) => fromDay)).toEqual([0, 10, 20, 30, 40]);
  expect(plants?.stages[2]).toMatchObject({
    nearPath: '/models/crop-lettuce-roset.glb',
    farPath: '/models/crop-lettuce-roset.far.glb',
  });
});

test('a crop without models has no plants', () => {
  expect(cropPlants({ id: 'mango', stageDays: [10] })).toBeNull();
});
