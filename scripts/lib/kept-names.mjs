// The names of all tests, as they are committed: of the first tier in quality/test-names.txt, of the second in
// quality/second-tier.json with the commit at which each file last passed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from './changed-files.mjs';
import { compareNames, formatNames, parseNames, shared } from './names.mjs';
import { recordsAfter } from './second-tier.mjs';
import { hasPassed } from './test-report.mjs';
import { ROOT } from './workspace.mjs';

const NAMES = 'quality/test-names.txt';
const RECORDS = 'quality/second-tier.json';

const textOf = (path) => (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : '');

/** Names by path, from the texts of both files. */
function namesIn(list, records) {
  const second = Object.entries(JSON.parse(records || '{}')).map(([path, { names }]) => [path, names]);
  return new Map([...parseNames(list), ...second]);
}

/**
 * Names that are listed. Of files that run, or are gone, without those that a run listed since the last commit: a test that
 * is being written may change.
 */
function knownNames(ran) {
  const listed = namesIn(textOf(NAMES), textOf(RECORDS));
  const committed = [NAMES, RECORDS].map((path) => git('show', `HEAD:${path}`));
  if (committed.includes(undefined)) return listed;
  const before = namesIn(...committed);
  const isOpen = (path) => ran.has(path) || !existsSync(join(ROOT, path));
  return new Map(
    [...listed].map(([path, names]) => [path, isOpen(path) ? shared(names, before.get(path) ?? []) : names]),
  );
}

/** By path: `{ commit, seconds, names }`. */
export const readRecords = () => JSON.parse(textOf(RECORDS) || '{}');

/** The commit that was tested: undefined without git, and when a tracked file differs from it, except these two. */
function testedCommit() {
  const changed = git('diff', '--name-only', 'HEAD', '--', '.', `:!${NAMES}`, `:!${RECORDS}`);
  return changed === '' ? git('rev-parse', 'HEAD')?.trim() : undefined;
}

/**
 * Compares the names of a run with those that are committed, and writes what is new to the files; not to the first tier's
 * where another machine looks on (CI).
 *
 * @param {import('./test-report.mjs').FileResult[]} files results of all files that ran
 * @param {object} options
 * @param {ReadonlyMap<string, string>} options.secondTier its files, by path
 * @param {(path: string, isSecond: boolean) => boolean} options.isExpected whether the run should have had this file
 * @returns a count, as of a suite: each name that is missing is a failure
 */
export function settleNames(files, { secondTier, isExpected }) {
  const records = readRecords();
  const failedToStart = new Set(files.filter(({ tests }) => tests.length === 0).map(({ path }) => path));
  const ran = new Map(
    files
      .filter(({ path }) => !failedToStart.has(path))
      .map(({ path, tests }) => [path, tests.map(({ name }) => name)]),
  );
  const { missing, added, next } = compareNames({
    known: knownNames(ran),
    ran,
    isExpected: (path) => !failedToStart.has(path) && isExpected(path, path in records),
  });

  const isSecond = (path) => secondTier.has(path) || (path in records && !existsSync(join(ROOT, path)));
  const ofTier = (wanted) =>
    new Map([...next].filter(([path, names]) => names.length > 0 && isSecond(path) === wanted));
  if (!process.env.CI) writeFileSync(join(ROOT, NAMES), formatNames(ofTier(false)));
  if (added.length > 0)
    console.log(`${added.length} names of tests are new${process.env.CI ? ' and not in the list yet' : ''}`);

  const incomplete = new Set(missing.map(({ path }) => path));
  const passed = files.filter(
    (file) => secondTier.has(file.path) && hasPassed(file) && !incomplete.has(file.path),
  );
  const commit = passed.length > 0 ? testedCommit() : undefined;
  if (passed.length > 0 && !commit)
    console.log(`${RECORDS}: not recorded as passed, because tracked files differ from the commit`);
  const after = recordsAfter(records, {
    names: ofTier(true),
    passed: new Map(passed.map(({ path, seconds }) => [path, seconds])),
    commit,
  });
  const text = `${JSON.stringify(after, undefined, 2)}\n`;
  if (text !== textOf(RECORDS)) writeFileSync(join(ROOT, RECORDS), text);

  return {
    name: 'names',
    passed: missing.length === 0 ? 1 : 0,
    failed: missing.length,
    failures: missing.map(
      ({ path, name }) =>
        `FAILED ${path}: no test has the name “${name}” any more: remove it from ${path in records ? RECORDS : NAMES} in the commit that says what proves it now`,
    ),
  };
}
