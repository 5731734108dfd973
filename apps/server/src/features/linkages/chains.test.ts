import { expect, it } from 'vitest';
import { checkChains } from './chains.ts';

const chains = new Map<string, string[]>([
  ['a', ['b']],
  ['b', ['c']],
  ['c', []],
  // Older data may have a circle: it is not walked for ever.
  ['d', ['e']],
  ['e', ['d']],
]);
const problem = (id: string | null, ...linkageIds: string[]): unknown => {
  try {
    checkChains(
      linkageIds.map((linkageId) => ({ type: 'linkage', linkageId })),
      id,
      chains,
    );
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

it('a linkage runs others that exist, and itself neither directly nor by others', () => {
  expect(problem(null, 'a')).toBeNull();
  expect(problem('a', 'b', 'c')).toBeNull();
  expect(problem('c', 'e')).toBeNull();
  expect(problem('a', 'a')).toBe('400 linkage.circle (actions.0.linkageId)');
  expect(problem('c', 'e', 'a')).toBe('400 linkage.circle (actions.1.linkageId)');
  expect(problem('a', 'gone')).toBe('400 linkage.unknown (actions.0.linkageId)');
});

it('one trigger causes a hundred runs at most, also of a linkage that runs the saved one', () => {
  const many = (id: string, count: number): string[] => Array.from({ length: count }, () => id);
  expect(problem('new', ...many('c', 20))).toBeNull();
  // Each of twenty runs of `a` runs `b`, which runs `c`: with the first 61 runs.
  expect(problem('new', ...many('a', 20))).toBeNull();
  expect(problem('c', ...many('leaf', 20))).toBe('400 linkage.unknown (actions.0.linkageId)');
  const wide = new Map([
    ['top', many('middle', 20)],
    ['middle', []],
    ['leaf', []],
  ]);
  const saved = (count: number) => () =>
    checkChains(
      many('leaf', count).map((linkageId) => ({ type: 'linkage', linkageId })),
      'middle',
      wide,
    );
  // 1 + 20 × (1 + 3) = 81, and 1 + 20 × (1 + 4) = 101.
  expect(saved(3)).not.toThrow();
  expect(saved(4)).toThrow('400 linkage.chain (actions.0.linkageId)');
});
