import { expect, test } from 'vitest';
import { filesToTryAgain, withSecondTry } from './second-try.mjs';

const of = (
  name: string,
  statuses: string[],
  status = statuses.includes('failed') ? 'failed' : 'passed',
) => ({
  name: `/farm/tests/e2e/${name}`,
  status,
  assertionResults: statuses.map((status, at) => ({
    fullName: `test ${at}`,
    status,
    failureMessages: status === 'failed' ? ['Error: too late\n  at line 1'] : [],
  })),
});

test('files with few failed tests are tried again', () => {
  expect(filesToTryAgain([of('a', ['passed']), of('b', ['passed', 'failed'])])).toEqual([
    '/farm/tests/e2e/b',
  ]);
  expect(filesToTryAgain([of('a', ['passed'])])).toEqual([]);
});

test('many failures, a file that could not run and a unit test are no accident', () => {
  const five = Array.from({ length: 5 }, () => 'failed');
  expect(filesToTryAgain([of('a', five), of('b', five)])).toEqual([]);
  expect(filesToTryAgain([of('a', [], 'failed'), of('b', ['failed'])])).toEqual([]);
  expect(filesToTryAgain([{ ...of('a', ['failed']), name: '/farm/scripts/lib/a.test.ts' }])).toEqual([]);
});

test('a test that passes alone counts as passed, and both tries are printed', () => {
  const { results, lines } = withSecondTry(
    [of('a', ['passed']), of('b', ['passed', 'failed'])],
    [of('b', ['passed', 'passed'])],
    '/farm',
  );
  expect(results.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))).toEqual([
    'passed',
    'passed',
    'passed',
  ]);
  expect(lines).toEqual(['SECOND TRY passed: tests/e2e/b: test 1: first Error: too late']);
});

test('a defect fails again, also one of another test of the file', () => {
  const { results, lines } = withSecondTry(
    [of('b', ['failed', 'passed'])],
    [of('b', ['passed', 'failed'])],
    '/farm',
  );
  expect(results[0]!.assertionResults.map(({ status }) => status)).toEqual(['passed', 'failed']);
  expect(lines).toEqual(['SECOND TRY passed: tests/e2e/b: test 0: first Error: too late']);
});

test('a second try that left out a test changes nothing', () => {
  const first = [of('b', ['failed', 'passed'])];
  expect(withSecondTry(first, [of('b', ['passed'])], '/farm')).toEqual({ results: first, lines: [] });
  expect(withSecondTry(first, [], '/farm')).toEqual({ results: first, lines: [] });
});
