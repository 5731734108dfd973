// What a run of the yardstick reads from a report of vitest, and what its records mean.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const LONGEST_LINE = 300;

/** Identifies the fault: a result counts only as long as it is the same. */
export const keyOf = ({ file, find, replace }) =>
  createHash('sha256')
    .update(JSON.stringify([file, find, replace]))
    .digest('hex')
    .slice(0, 12);

/** The tests of a fault that were not run under it. */
export const testsLeft = ({ tests }, ran) => tests.filter((test) => !ran.includes(test));

/** The tests in the order in which they are tried: what caught the fault the last time is likely to do so again. */
export const lastCatcherFirst = (tests, record) =>
  tests.toSorted((a, b) => Number(b === record?.by?.file) - Number(a === record?.by?.file));

/** Whether a fault has a result: what survived is tried again with the tests that it got since. */
export function isDone(fault, record) {
  if (record?.key !== keyOf(fault)) return false;
  return (
    record.result === 'caught' || (record.result === 'survived' && testsLeft(fault, record.ran).length === 0)
  );
}

/** The suite that a test file is part of: the second tier says so in its first line. */
export function tierOf(test, root) {
  const path = join(root, test);
  return existsSync(path) && readFileSync(path, 'utf8').startsWith('// Second tier (') ? 2 : 1;
}

const firstLine = (text) =>
  stripVTControlCharacters(text ?? '')
    .trim()
    .split('\n')[0]
    .slice(0, LONGEST_LINE);

/** The first failed test of a report, or the file that did not come to its tests. */
export function failureOf(report, root, test, output) {
  const files = report?.testResults ?? [];
  for (const { name, assertionResults } of files) {
    const failed = assertionResults.find(({ status }) => status === 'failed');
    if (failed)
      return {
        file: name.slice(root.length + 1),
        name: failed.fullName.trim(),
        error: firstLine(failed.failureMessages[0]),
      };
  }
  const file = files.find(({ status }) => status === 'failed');
  return {
    file: file ? file.name.slice(root.length + 1) : test,
    name: '',
    error: firstLine(file?.message || output),
  };
}

/** Whether a failure can also come from a slow or a broken machine: a time-out, or a file that did not come to its tests. */
export const mayBeSlowness = ({ name, error }) =>
  name === '' || /time[d -]?out|deadline|waited \d|waiting for|hangs/i.test(error);

/** Whether two failures are of the same test and the same error, but for ports and counts. */
export const isSameFailure = (one, other) =>
  one.name === other.name && one.error?.replaceAll(/\d+/g, '') === other.error?.replaceAll(/\d+/g, '');
