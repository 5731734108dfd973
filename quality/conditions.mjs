// `npm run test:conditions [-- CONDITION… SUITE…] [--again] [--seconds=N]`: the suites under other conditions than those of
// `npm test`: twice as many files at once, each the load of the others (busy-1, -2, -3), and on other dates (january,
// leap-day: Debian's faketime shifts the clock of server, database and tests, `launchBrowser` that of the pages). There is no
// second try. What was run stays in quality/conditions.json, so a run that was stopped goes on where it ended; a test file
// is run again when it changed or failed. quality/conditions.md is written from it.
//   --again      runs again what passed
//   --seconds=N  starts no further files after N seconds
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, sep } from 'node:path';
import { findOrFetchBrowser } from '../scripts/lib/browser.mjs';
import { build } from '../scripts/lib/builds.mjs';
import { deadlineOf, wordsOf } from '../scripts/lib/command-line.mjs';
import { installPrograms, libraryOfFaketime } from '../scripts/lib/outside-programs.mjs';
import { longestFirst } from '../scripts/lib/recorded-times.mjs';
import { SUITES, buildsOf } from '../scripts/lib/suites.mjs';
import {
  ROOT,
  fail,
  install,
  listen,
  modernNode,
  requireNode,
  toolEnvironment,
} from '../scripts/lib/workspace.mjs';
import {
  CONDITIONS,
  ON_LAST_DAY,
  STEADY,
  documentOf,
  entriesOf,
  hasPassed,
  pressureBetween,
  recordOf,
  shiftTo,
  versionOf,
} from './lib/conditions.mjs';

const RECORDS = join(ROOT, 'quality', 'conditions.json');
const ARTIFACTS = join(ROOT, 'tests', '.artifacts');
const REPORT = join(ARTIFACTS, 'conditions.json');
/** Test files that run at once: `npm test` fills the cores with one each. */
const AT_ONCE = 2 * Math.max(2, availableParallelism());
/** Test files in one go: a run that is stopped loses no more. */
const TOGETHER = { busy: 3 * AT_ONCE, quiet: 4 };

requireNode();
const known = [...Object.keys(CONDITIONS), ...STEADY];
const { names, has, value } = wordsOf(process.argv.slice(2), {
  isName: (name) => known.includes(name),
  flags: ['again'],
  values: ['seconds'],
});
const until = deadlineOf(value('seconds'));
const chosenOf = (all) => {
  const chosen = all.filter((name) => names.includes(name));
  return chosen.length > 0 ? chosen : all;
};
const conditions = chosenOf(Object.keys(CONDITIONS));
const suites = SUITES.filter(({ name }) => chosenOf(STEADY).includes(name));

await install();
await build(buildsOf(suites));
const library = conditions.some((name) => CONDITIONS[name].day) ? await fakeTime() : '';
const browser = suites.some((suite) => suite.browser) ? await findOrFetchBrowser() : '';
if (browser === undefined) fail('no browser was found and none could be fetched.');
const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
  cwd: ROOT,
  encoding: 'utf8',
}).trim();
mkdirSync(ARTIFACTS, { recursive: true });
/** What a stopped run had not finished is not recorded. */
let isStopped = false;
for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => (isStopped = true));

const read = () => JSON.parse(readFileSync(RECORDS, 'utf8'));
for (const condition of conditions) {
  for (const { name } of suites) {
    const due = entriesOf(name, ROOT).filter(
      (entry) => has('again') || !hasPassed(read(), condition, entry, ROOT),
    );
    for (const entries of batchesOf(longestFirst(due), CONDITIONS[condition])) {
      if (isStopped) process.exit(1);
      else if (Date.now() < until) await pass(condition, name, entries);
      else process.exitCode = 1;
    }
  }
}
writeFileSync(join(ROOT, 'quality', 'conditions.md'), documentOf(read(), ROOT));
if (Date.now() >= until) console.log('The time is over: the next run goes on.');

/** Entries that run together: on one day. */
function batchesOf(entries, { isBusy = false, day }) {
  const together = isBusy ? TOGETHER.busy : TOGETHER.quiet;
  const groups = day
    ? [true, false].map((isLast) => entries.filter((entry) => ON_LAST_DAY.has(entry) === isLast))
    : [entries];
  return groups.flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / together) }, (_, i) =>
      group.slice(i * together, (i + 1) * together),
    ),
  );
}

/** Time that something waited for a core since the start, µs, and now; undefined where the system does not tell. */
function waiting() {
  const path = '/proc/pressure/cpu';
  if (!existsSync(path)) return undefined;
  const [, total] = /^some .*total=(\d+)/.exec(readFileSync(path, 'utf8')) ?? [];
  return total && { waitedUs: Number(total), atMs: performance.now() };
}

async function fakeTime() {
  await installPrograms(['faketime']);
  return libraryOfFaketime();
}

function faketimeOf(shiftMs) {
  return `${shiftMs > 0 ? '+' : ''}${Math.round(shiftMs / 1000)}s`;
}

/** Runs some entries of a suite under a condition, and records how each ended. */
async function pass(condition, suite, entries) {
  const { isBusy = false, day } = CONDITIONS[condition];
  const clock = day && {
    LD_PRELOAD: library,
    FAKETIME: faketimeOf(
      shiftTo(
        day,
        Date.now(),
        entries.some((entry) => ON_LAST_DAY.has(entry)),
      ),
    ),
    // Durations stay as they are.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  rmSync(REPORT, { force: true });
  const before = waiting();
  await listen(
    modernNode(),
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      suite,
      ...entries.filter((entry) => entry.endsWith('.ts')),
      ...(isBusy ? [`--maxWorkers=${AT_ONCE}`] : []),
      '--reporter=json',
      `--outputFile.json=${REPORT}`,
    ],
    {
      cwd: ROOT,
      env: toolEnvironment({
        CI: '1',
        NODE_NO_WARNINGS: '1',
        ...(browser && { PUPPETEER_EXECUTABLE_PATH: browser }),
        ...clock,
      }),
    },
  );
  const pressure = pressureBetween(before, waiting());
  if (isStopped) return;
  const results = existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, 'utf8')).testResults : [];
  const records = read();
  for (const entry of entries) {
    const own = results.filter(
      ({ name }) => entry === suite || relative(ROOT, name).split(sep).join('/') === entry,
    );
    const record = recordOf(own, { commit, version: versionOf(entry, ROOT), pressure });
    records[condition] = { ...records[condition], [entry]: record };
    if (record.failed.length > 0) process.exitCode = 1;
    console.log(
      `${record.failed.length === 0 ? 'ok  ' : 'FAIL'} ${condition.padEnd(8)} ${entry}: ${record.tests} tests, ${record.seconds} s`,
    );
    for (const test of record.failed) console.log(`     ${test}`);
  }
  writeFileSync(RECORDS, `${JSON.stringify(records, undefined, 2)}\n`);
}
