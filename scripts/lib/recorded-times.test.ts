import { expect, test } from 'vitest';
import { longestFirst, paceOf, withReport } from './recorded-times.mjs';

const path = (name: string) => `/anywhere/tests/${name}.test.ts`;

test('the longest file starts first, files without a record before the short ones, unit tests last', () => {
  const unit = '/anywhere/packages/api/src/http.test.ts';
  const paths = [unit, ...['http/quota', 'e2e/new', 'e2e/states', 'crash/crash'].map(path)];
  const times = { 'http/quota': 4, 'e2e/states': 120, 'crash/crash': 90 };
  expect(longestFirst(paths, times)).toEqual([
    ...['e2e/states', 'crash/crash', 'e2e/new', 'http/quota'].map(path),
    unit,
  ]);
  // Paths below the repository, too.
  const relative = paths.map((name) => name.replace('/anywhere/', ''));
  expect(longestFirst(relative, times)[0]).toBe('tests/e2e/states.test.ts');
});

test('a report replaces what it measured, keeps the rest, and removes deleted files', () => {
  const times = withReport(
    { 'e2e/states': 120, 'e2e/gone': 9, 'crash/crash': 90 },
    [
      { path: 'tests/crash/crash.test.ts', seconds: 60 },
      { path: 'tests/browser/edit.test.ts', seconds: 8 },
      { path: 'packages/api/src/http.test.ts', seconds: 1 },
    ],
    (name: string) => name !== 'e2e/gone',
  );
  expect(Object.entries(times)).toEqual([
    ['browser/edit', 8],
    ['crash/crash', 60],
    ['e2e/states', 120],
  ]);
});

test('the pace of a machine comes from many files that have a record, together', () => {
  const files = Array.from({ length: 40 }, (_, n) => ({
    path: `tests/e2e/f${n}.test.ts`,
    seconds: n % 2 ? 5 : 15,
  }));
  const recorded = Object.fromEntries(files.map((_, n) => [`e2e/f${n}`, 5]));
  const unknown = { path: 'tests/e2e/new.test.ts', seconds: 500 };
  expect(paceOf([...files, unknown], recorded)).toBe(2);
  expect(paceOf(files.slice(0, 5), recorded)).toBeUndefined();
});
