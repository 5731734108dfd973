import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { occurrences } from '../lib/faults.mjs';
import { ROOT } from '../../scripts/lib/workspace.mjs';
import { candidatesOf, faultOf } from './draw.mjs';
import { failureOf, isDone, isSameFailure, keyOf, mayBeSlowness } from './results.mjs';
import { WEB_FAULTS } from './web.mjs';

interface Planted {
  id: string;
  file: string;
  find: string;
  replace: string;
  tests: string[];
}

const DRAWN = JSON.parse(readFileSync(join(import.meta.dirname, 'drawn.json'), 'utf8')) as Planted[];
const FAULTS: Planted[] = [...WEB_FAULTS, ...DRAWN];
/** Share of the faults whose lines may have changed since: a run of the yardstick names them. */
const MOST_MOVED = 0.05;

test('40 faults of the web app and 60 drawn ones have places, which their texts name once, and tests', () => {
  expect([WEB_FAULTS.length, DRAWN.length]).toEqual([40, 60]);
  expect(new Set(FAULTS.map(({ id }) => id)).size).toBe(100);
  const moved = FAULTS.filter((fault) => occurrences(ROOT, fault) !== 1).map(({ id }) => id);
  expect(moved.slice(MOST_MOVED * FAULTS.length)).toEqual([]);
  const wrong = FAULTS.filter(
    ({ find, replace, tests }) =>
      find === replace || tests.length === 0 || !tests.every((path) => existsSync(join(ROOT, path))),
  );
  expect(wrong.map(({ id }) => id)).toEqual([]);
});

test('one drawn fault a file, thirty of the server and thirty of the engine', () => {
  expect(new Set(DRAWN.map(({ file }) => file)).size).toBe(60);
  expect(DRAWN.filter(({ id }) => id.startsWith('server-')).length).toBe(30);
});

const SOURCE = `export function limit(value: number, most?: number): boolean {
  const end = most ?? 10;
  if (value < end && value > 0) note(value);
  return value + 1 < end;
}
`;
const rankedBy = (seed: string) =>
  candidatesOf('a.ts', SOURCE, seed).toSorted((a, b) => (a.rank < b.rank ? -1 : 1));

test('the drawing depends on sources and seed alone', () => {
  expect(rankedBy('one')).toEqual(rankedBy('one'));
  expect(rankedBy('two').map(({ start }) => start)).not.toEqual(rankedBy('one').map(({ start }) => start));
});

test('a drawn change is one place of the source, found again by its lines', () => {
  const faults = rankedBy('one').map((candidate) => faultOf(candidate, SOURCE));
  for (const { find } of faults) expect(SOURCE.split(find)).toHaveLength(2);
  const changed = faults.map(({ says, find, replace }) => [says, SOURCE.replace(find, () => replace)]);
  expect(Object.fromEntries(changed)).toMatchObject({
    'default dropped: most ?? 10 → most': expect.stringContaining('const end = most;'),
    'other operator: && → ||': expect.stringContaining('value < end || value > 0'),
    'call removed: note(value); → ;': expect.stringContaining('value > 0) ;'),
    'constant returned: value + 1 < end → true': expect.stringContaining('return true;'),
    'number by one: 10 → 11': expect.stringContaining('most ?? 11'),
  });
});

test('a result counts as long as the fault is the same, a survivor until a test comes', () => {
  const fault = { file: 'a.ts', find: 'a', replace: 'b', tests: ['one', 'two'] };
  const key = keyOf(fault);
  expect(isDone(fault, { key, result: 'caught', ran: ['one'] })).toBe(true);
  expect(isDone(fault, { key, result: 'survived', ran: ['one'] })).toBe(false);
  expect(isDone(fault, { key, result: 'survived', ran: ['two', 'one'] })).toBe(true);
  expect(isDone({ ...fault, replace: 'c' }, { key, result: 'caught' })).toBe(false);
  expect(isDone(fault, { key, result: 'moved' })).toBe(false);
  expect(isDone(fault, undefined)).toBe(false);
});

test('a failure is that of the first failed test, or of the file that did not come to one', () => {
  const failed = { status: 'failed', fullName: 'a page opens', failureMessages: ['Error: no page\n  at'] };
  const report = (assertionResults: object[], message = '') => ({
    testResults: [{ name: '/copy/tests/a.test.ts', status: 'failed', message, assertionResults }],
  });
  const ofTest = failureOf(report([{ ...failed, status: 'passed' }, failed]), '/copy', 'a', '');
  expect(ofTest).toEqual({ file: 'tests/a.test.ts', name: 'a page opens', error: 'Error: no page' });
  const ofFile = failureOf(report([], 'no server'), '/copy', 'a', '');
  expect(ofFile).toEqual({ file: 'tests/a.test.ts', name: '', error: 'no server' });
  expect([ofTest, ofFile].map(mayBeSlowness)).toEqual([false, true]);
  const slow = { name: 'a page opens', error: 'Error: waited 60000 ms for port 4711' };
  expect(mayBeSlowness(slow)).toBe(true);
  expect(isSameFailure(slow, { ...slow, error: 'Error: waited 60000 ms for port 4712' })).toBe(true);
  expect(isSameFailure(slow, { ...slow, name: 'a page closes' })).toBe(false);
});
