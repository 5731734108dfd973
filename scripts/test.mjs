// `npm test [-- SUITE…] [--all] [--changed[=REF]] [--record-times]`: installs, finds a browser, runs every check and the
// first tier of the tests (scripts/lib/tiers.mjs), and ends with one line, `N passed, N failed`. Suites by name run whole.
//   --all           both tiers: `npm run test:all`
//   --changed       only test files that the changes since REF (default: the last commit) reach by imports
//   --record-times  writes how long each file took to tests/times.json, by which the next runs are ordered
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT, install, listen, modernNode, requireNode } from './lib/workspace.mjs';
import { build } from './lib/builds.mjs';
import { changedSince } from './lib/changed-files.mjs';
import { settleNames } from './lib/kept-names.mjs';
import { prepareOutside } from './lib/outside.mjs';
import { readTimes, withReport, writeTimes } from './lib/recorded-times.mjs';
import { countsOf, printCounts, printLastLine, runTests, testEnvironment, title } from './lib/run-tests.mjs';
import { CHECKS, SUITES, buildsOf, concernedBy, suiteOf } from './lib/suites.mjs';
import { secondTierOf, testFiles } from './lib/tiers.mjs';
import { wordsOf } from './lib/command-line.mjs';

requireNode();
const {
  names: requested,
  has,
  value,
} = wordsOf(process.argv.slice(2), {
  isName: (name) => [...CHECKS, ...SUITES].some((item) => item.name === name),
  flags: ['all', 'changed', 'record-times'],
  values: ['changed'],
});
const isChosen = ({ name }) => requested.length === 0 || requested.includes(name);

const since = value('changed') ?? (has('changed') ? 'HEAD' : undefined);
const changed = since && changedSince(since);
// Without a change below tests/ none of its files is run: no build and no browser is needed.
const isReached = ({ name }) =>
  !changed || name === 'unit' || changed.some((file) => file.startsWith('tests/'));

const files = testFiles();
const secondTier = secondTierOf(files);
const ofBothTiers = requested.length > 0 || has('all');
const isInTier = (path) => ofBothTiers || !secondTier.has(path);
const suites = SUITES.filter(isChosen).filter(isReached);

await install();
const away = await prepareOutside(
  files.filter((path) => isInTier(path) && suites.some(({ name }) => name === suiteOf(path))),
);
const isRun = (path) => isInTier(path) && !away.has(path);
// A suite that was asked for and cannot run fails.
const runnable = suites.filter(
  ({ name }) => requested.length > 0 || files.some((path) => suiteOf(path) === name && isRun(path)),
);
await build(buildsOf(runnable));
const env = await testEnvironment(runnable);
const started = Date.now();

// In parallel; the output of each is printed when it has ended.
const counts = await Promise.all(
  CHECKS.filter(isChosen).map(async ({ name, args }) => {
    const { code, output } = await listen(modernNode(), args, { cwd: ROOT, env });
    title(name);
    if (output) console.log(output.trimEnd());
    return code === 0
      ? { name, passed: 1, failed: 0 }
      : { name, passed: 0, failed: 1, failures: endOf(output).map((line) => `FAILED ${name}: ${line}`) };
  }),
);
if (runnable.length > 0) counts.push(...(await runSuites()));

printCounts(counts);
for (const [path, reason] of away) console.log(`NOT RUN ${path}: ${reason}`);
console.log(`all checks and suites: ${Math.round((Date.now() - started) / 1000)} s`);
if (changed) {
  const missing = concernedBy(changed, suites).map(({ name }) => name);
  if (missing.length > 0)
    console.log(`not all of it: these suites run what changed, too: npm test -- ${missing.join(' ')}`);
}
process.exit(printLastLine(counts));

async function runSuites() {
  title(runnable.map(({ name }) => name).join(', '));
  const result = await runTests({
    suites: runnable,
    without: files.filter((path) => !isRun(path)),
    more: since ? [`--changed=${since}`, '--passWithNoTests'] : [],
    env,
  });
  const ran = result.files ?? [];
  if (has('record-times')) {
    const isThere = (name) => {
      const path = `tests/${name}.test.ts`;
      return existsSync(join(ROOT, path)) && !secondTier.has(path);
    };
    writeTimes(withReport(readTimes(), ran, isThere));
  }
  const isWhole = requested.length === 0 && !changed;
  // Without a report every name would be missing: the run has failed already.
  if (!result.files) return countsOf(runnable, result);
  const names = settleNames(ran, {
    secondTier,
    isExpected: (path, isSecond) =>
      isWhole && (has('all') || !(isSecond || secondTier.has(path))) && !away.has(path),
  });
  return [...countsOf(runnable, result, changed !== undefined), names];
}

/** The last lines of a check's output, without what it found in order: what is wrong, and in which file. */
function endOf(output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('ok '));
  return lines.slice(-12);
}
