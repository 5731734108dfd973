import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NAMED } from '../faults/named.mjs';
import { SERVER } from '../faults/server.mjs';
import { TELLING } from '../faults/telling.mjs';
import { keyOf, occurrences, sampleOf } from './faults.mjs';
import { documentOf } from './faults-document.mjs';
import { ROOT } from '../../scripts/lib/workspace.mjs';

const FAULTS = [...NAMED, ...SERVER];

/** Share of the faults whose lines may have changed since: `npm run faults` names them. */
const MOST_MOVED = 0.05;

test('each fault has a place, which its text names once, and a test', () => {
  const moved = FAULTS.filter((fault) => occurrences(ROOT, fault) !== 1).map(
    ({ id, file }) => `${id}: ${file}`,
  );
  // Who changes such lines changes the faults with them, in quality/faults/.
  expect(moved.slice(MOST_MOVED * FAULTS.length)).toEqual([]);
  const wrong = FAULTS.filter(({ find, replace, test }) => find === replace || !existsSync(join(ROOT, test)));
  expect(wrong.map(({ id }) => id)).toEqual([]);
  expect(new Set(FAULTS.map(({ id }) => id)).size).toBe(FAULTS.length);
});

test('a sample depends on its seed alone', () => {
  const ids = (faults: readonly { id: string }[]) => faults.map(({ id }) => id);
  const sample = ids(sampleOf(FAULTS, 5, 'one'));
  expect(ids(sampleOf(FAULTS.toReversed(), 5, 'one'))).toEqual(sample);
  expect(ids(sampleOf(FAULTS, 5, 'two'))).not.toEqual(sample);
});

test('a result counts only as long as the fault is the same', () => {
  const [fault] = NAMED;
  if (!fault) throw new Error('no fault');
  const record = { key: keyOf(fault), result: 'caught', by: 'its test', seconds: 1 };
  const line = (changed: object) =>
    documentOf({ NAMED: [{ ...fault, ...changed }], SERVER: [] }, { [fault.id]: record }, {})
      .split('\n')
      .find((text) => text.startsWith(`| ${fault.says}`));
  expect(line({})).toContain('| caught |');
  expect(line({ replace: 'something else' })).toContain('| not tried |');
});

test('the most telling faults are listed with what they do, and with their tests', () => {
  const lines = documentOf({ NAMED, SERVER }, {}, TELLING).split('\n');
  for (const [id, harm] of Object.entries(TELLING)) {
    const fault = FAULTS.find((one) => one.id === id);
    expect(lines).toContainEqual(expect.stringContaining(`| ${harm} | not tried | ${fault?.test}`));
  }
  expect(() => documentOf({ NAMED, SERVER }, {}, { 'no-such-fault': '' })).toThrow('no-such-fault');
});
