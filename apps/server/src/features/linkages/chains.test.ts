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

it('the field that is refused is that of the first automation among the actions', () => {
  const notice = { type: 'notice', title: '', content: '' } as const;
  const run = (linkageId: string) => ({ type: 'linkage', linkageId }) as const;
  expect(() => checkChains([notice, run('a'), run('gone')], null, chains)).toThrow(
    '400 linkage.unknown (actions.2.linkageId)',
  );
  const leaves = Array.from({ length: 100 }, () => run('c'));
  expect(() => checkChains([notice, ...leaves], null, chains)).toThrow(
    '400 linkage.chain (actions.1.linkageId)',
  );
  // With the run itself exactly a hundred.
  expect(() => checkChains([notice, ...leaves.slice(1)], null, chains)).not.toThrow();
});

it('what others run is no obstacle for an automation that does not add to it', () => {
  const many = (id: string, count: number): string[] => Array.from({ length: count }, () => id);
  const full = new Map([
    ['top', ['own', ...many('leaf', 200)]],
    ['own', []],
    ['leaf', []],
  ]);
  const leaf = { type: 'linkage', linkageId: 'leaf' } as const;
  expect(() => checkChains([{ type: 'wait', ms: 1 }], 'own', full)).not.toThrow();
  expect(() => checkChains([leaf], null, full)).not.toThrow();
  expect(() => checkChains([leaf], 'own', full)).toThrow('400 linkage.chain (actions.0.linkageId)');
});

it('what lies beyond five automations after one another does not run, and does not count', () => {
  const line = new Map<string, string[]>([['leaf', []]]);
  for (let n = 1; n <= 6; n += 1)
    line.set(`l${n}`, n === 6 ? Array.from({ length: 200 }, () => 'leaf') : [`l${n + 1}`]);
  const saved = (first: string) => () => checkChains([{ type: 'linkage', linkageId: first }], null, line);
  // l2 to l6 after the saved one: l6 is the fifth, its leaves would be the sixth.
  expect(saved('l2')).not.toThrow();
  expect(saved('l3')).toThrow('400 linkage.chain');
});
