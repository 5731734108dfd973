import { expect, test } from 'vitest';
import { choose, recordsAfter } from './second-tier.mjs';

const HEAD = '1111111111111111111111111111111111111111';
const file = (path: string, age: number, more: object = {}) => ({ path, age, seconds: 60, ...more });
const pathsOf = (files: { path: string }[]) => files.map(({ path }) => path);

test('what changed comes first, by imports before by suite, then the stalest', () => {
  const { chosen, left } = choose(
    [
      file('old', 120),
      file('suite', 3, { reached: 'suite' }),
      file('new', 2),
      file('imports', 1, { reached: 'imports' }),
    ],
    { head: HEAD, seconds: 180, atOnce: 1 },
  );
  expect(pathsOf(chosen)).toEqual(['imports', 'suite', 'old']);
  expect(left).toEqual([{ path: 'new', why: 'last passed 2 commits ago' }]);
});

test('a file that is too old runs whatever the time; one without a record is the stalest', () => {
  const files = [
    file('151', 151),
    file('150', 150),
    file('never', Infinity),
    file('reached', 1, { reached: 'imports' }),
  ];
  const none = choose(files, { head: HEAD, seconds: 0, atOnce: 2 });
  expect(pathsOf(none.chosen)).toEqual(['151']);
  expect(pathsOf(none.left)).toEqual(['reached', 'never', '150']);
});

test('of equally old files each commit takes others', () => {
  const files = Array.from({ length: 20 }, (_, index) => file(`tests/long/${index}`, 7));
  const at = (head: string) => pathsOf(choose(files, { head, seconds: 240, atOnce: 1 }).chosen);
  const heads = [HEAD, HEAD.replaceAll('1', '2'), HEAD.replaceAll('1', '3')].map(at);
  expect(heads.map(({ length }) => length)).toEqual([4, 4, 4]);
  expect(new Set(heads.flat()).size).toBeGreaterThan(4);
  expect(at(HEAD)).toEqual(heads[0]);
});

test('the time is that of files beside each other, and a short file does not overtake a long one', () => {
  const files = [
    file('a', 9),
    file('b', 8),
    file('long', 7, { seconds: 100 }),
    file('short', 6, { seconds: 1 }),
  ];
  const { chosen, left } = choose(files, { head: HEAD, seconds: 70, atOnce: 2 });
  expect(pathsOf(chosen)).toEqual(['a', 'b']);
  expect(pathsOf(left)).toEqual(['long', 'short']);
});

test('a file that passed at this commit is not run again', () => {
  const now = choose([file('a', 0), file('b', 0, { reached: 'imports' })], {
    head: HEAD,
    seconds: 900,
    atOnce: 1,
  });
  expect(pathsOf(now.chosen)).toEqual(['b']);
  expect(now.left).toEqual([]);
});

test('a passed file has the commit of the run, a failed one keeps its own', () => {
  const records = {
    failed: { commit: 'old', seconds: 5, names: ['one'] },
    gone: { commit: 'old', seconds: 5, names: ['two'] },
  };
  const names = new Map([
    ['passed', ['b', 'a']],
    ['failed', ['one', 'more']],
  ]);
  const run = { names, passed: new Map([['passed', 7]]) };
  expect(Object.entries(recordsAfter(records, { ...run, commit: HEAD }))).toEqual([
    ['failed', { commit: 'old', seconds: 5, names: ['more', 'one'] }],
    ['passed', { commit: HEAD, seconds: 7, names: ['a', 'b'] }],
  ]);
  // What passed was not a commit.
  expect(recordsAfter({}, run)['passed']).toEqual({ commit: null, names: ['a', 'b'] });
});
