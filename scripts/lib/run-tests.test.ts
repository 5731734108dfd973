import { expect, test } from 'vitest';
import { countsOf } from './run-tests.mjs';

const passed = (name: string) => ({ name, state: 'passed', error: '' });
const file = (path: string, tests: object[], errors: string[] = []) => ({
  path,
  suite: 'crash',
  seconds: 2,
  tests,
  errors,
});
const count = (files: object[] | undefined, isGood = true) =>
  countsOf([{ name: 'crash' }], { isGood, files });

test('what failed is counted and named', () => {
  const tests = [passed('one'), { name: 'two', state: 'failed', error: 'AssertionError: no' }];
  expect(count([file('a', tests), file('b', [passed('three')])])).toEqual([
    { name: 'crash', passed: 2, failed: 1, seconds: 4, failures: ['FAILED a: two: AssertionError: no'] },
  ]);
});

test.each([
  [
    'a skipped test',
    [file('a', [passed('one'), { name: 'two', state: 'skipped', error: '' }])],
    'a: two: skipped',
  ],
  [
    'a file that cannot be read',
    [file('a', [], ['SyntaxError']), file('b', [passed('one')])],
    'a: SyntaxError',
  ],
  ['an error after the last test', [file('a', [passed('one')], ['it does not stop'])], 'a: it does not stop'],
  ['a file without a test', [file('a', []), file('b', [passed('one')])], 'a: no test'],
  ['a suite without a file', [], 'crash: no test ran'],
  ['a run without a report', undefined, 'crash: the suites left no report'],
])('%s counts as failed', (_, files, failure) => {
  const [crash] = count(files);
  expect(crash).toMatchObject({ failed: 1, failures: [`FAILED ${failure}`] });
});

test('a run that ends in an error is not good, though every test passed', () => {
  const counts = count([file('a', [passed('one')])], false);
  expect(counts.map(({ failed }) => failed)).toEqual([0, 1]);
});

test('a run of what changed may have nothing to do', () => {
  expect(countsOf([{ name: 'crash' }], { isGood: true, files: [] }, true)).toMatchObject([
    { passed: 0, failed: 0 },
  ]);
});
