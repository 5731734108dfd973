import { expect, test } from 'vitest';
import { createRandom } from './random.ts';

test.each([
  [0, [1144304738, 1416247, 958946056, 627933444]],
  [1, [2693262067, 11749833, 2265367787, 4213581821]],
  [-1, [3850105811, 813802916, 3073704848, 4054706436]],
])('the numbers of the seed %i are those of mulberry32 everywhere', (seed, expected) => {
  const random = createRandom(seed);
  expect(expected.map(() => random() * 2 ** 32)).toEqual(expected);
});
