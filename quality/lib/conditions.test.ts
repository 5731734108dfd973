import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  STEADY,
  documentOf,
  entriesOf,
  hasPassed,
  pressureBetween,
  recordOf,
  shiftTo,
  versionOf,
} from './conditions.mjs';

const FILE = 'tests/http/mqtt.test.ts';
let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'farm3d-conditions-test-'));
  for (const suite of STEADY) mkdirSync(join(root, 'tests', suite), { recursive: true });
  writeFileSync(join(root, FILE), 'the first version');
});
afterEach(() => rmSync(root, { recursive: true }));

const result = (...statuses: string[]) => ({
  name: join(root, FILE),
  status: statuses.includes('failed') ? 'failed' : 'passed',
  startTime: 1_000,
  endTime: 4_000,
  assertionResults: statuses.map((status, i) => ({
    status,
    fullName: `test ${i}`,
    failureMessages: status === 'failed' ? ['expected 1\nat line 5'] : [],
  })),
});

test('the clock is shifted to the next such day, at nine', () => {
  const now = Date.parse('2026-11-27T21:00:00Z');
  expect(new Date(now + shiftTo([1, 7], now)).toISOString()).toBe('2027-01-07T09:00:00.000Z');
  expect(new Date(now + shiftTo([2, 29], now)).toISOString()).toBe('2028-02-29T09:00:00.000Z');
  expect(new Date(now + shiftTo([11, 27], now)).toISOString()).toBe('2027-11-27T09:00:00.000Z');
  expect(new Date(now + shiftTo([1, 7], now, true)).toISOString()).toBe('2026-01-07T09:00:00.000Z');
  expect(new Date(now + shiftTo([2, 29], now, true)).toISOString()).toBe('2024-02-29T09:00:00.000Z');
});

test('a test that failed or was skipped is recorded, and so is a file without a report', () => {
  const of = (...results: unknown[]) => recordOf(results, { commit: 'c', version: 'v' });
  expect(of(result('passed', 'failed'))).toEqual({
    commit: 'c',
    version: 'v',
    tests: 2,
    seconds: 3,
    failed: ['test 1: expected 1'],
  });
  expect(of(result('passed', 'skipped')).failed).toEqual(['test 1: ']);
  expect(of().failed).toEqual(['no report']);
  // What prepares the file failed: its tests were not run.
  const unprepared = { ...result('skipped'), status: 'failed', message: 'no browser\nat line 3' };
  unprepared.assertionResults = [{ status: 'skipped', fullName: 'test 0' }] as never;
  expect(of(unprepared).failed).toEqual(['test 0: no browser']);
});

test('a file that passed is run again when it changed, and one that failed in any case', () => {
  const record = (...statuses: string[]) => ({
    january: { [FILE]: recordOf([result(...statuses)], { commit: 'c', version: versionOf(FILE, root) }) },
  });
  expect(hasPassed(record('passed'), 'january', FILE, root)).toBe(true);
  expect(hasPassed(record('passed'), 'leap-day', FILE, root)).toBe(false);
  expect(hasPassed(record('failed'), 'january', FILE, root)).toBe(false);
  const earlier = record('passed');
  writeFileSync(join(root, FILE), 'the second version');
  expect(hasPassed(earlier, 'january', FILE, root)).toBe(false);
});

test('the page counts files, tests and failures by condition and suite, and names what failed', () => {
  expect(entriesOf('http', root)).toEqual([FILE]);
  const page = documentOf(
    { january: { [FILE]: recordOf([result('passed', 'failed')], { commit: 'c', version: 'v' }) } },
    root,
  );
  expect(page).toContain('| january | http | 1 of 1 | 2 | 1 | 3 |  |');
  expect(page).toContain('| leap-day | http | 0 of 1 | 0 | 0 | 0 |  |');
  expect(page).toContain(`- january, ${FILE}: test 1: expected 1`);
});

test('the page tells under which pressure the files of a suite ran', () => {
  expect(pressureBetween({ waitedUs: 0, atMs: 0 }, { waitedUs: 9_300_000, atMs: 10_000 })).toBe(0.93);
  expect(pressureBetween(undefined, { waitedUs: 1, atMs: 1 })).toBeUndefined();
  const of = (pressure?: number) => recordOf([result('passed')], { commit: 'c', version: 'v', pressure });
  writeFileSync(join(root, 'tests/http/web.test.ts'), '');
  const records = { 'busy-1': { [FILE]: of(0.92), 'tests/http/web.test.ts': of(0.88) } };
  expect(documentOf(records, root)).toContain('| busy-1 | http | 2 of 2 | 2 | 0 | 6 | 0.90 |');
  expect(of()).not.toHaveProperty('pressure');
});
