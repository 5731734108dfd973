// `npm run yardstick [-- ID… | web | server | engine] [--again] [--seconds=N]`: the judge of changes of the test suite. Plants
// each fault of quality/yardstick/ in a copy of the working tree and runs the tests that reach its place until one fails: what
// caught it the last time, then the cheapest first. What caught it, or all that did not, stays in quality/yardstick.json, so a
// run that was stopped goes on where it ended. Nothing that was caught once may escape later.
//   --again      tries those again that have a result
//   --unit       runs the unit tests alone; what they do not catch stays open
//   --seconds=N  starts no fault after N seconds
//   --table      prints what is recorded: fault, file, what caught it, its tier
//   --draw       draws the mutants anew from the sources (quality/yardstick/drawn.json)
// It ends with `N passed, N failed`: caught and survived.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrFetchBrowser } from '../scripts/lib/browser.mjs';
import { build, foldersFor } from '../scripts/lib/builds.mjs';
import { deadlineOf, wordsOf } from '../scripts/lib/command-line.mjs';
import { apply, copyTree, occurrences } from './lib/faults.mjs';
import { SUITES } from '../scripts/lib/suites.mjs';
import {
  ROOT,
  install,
  listen,
  modernNode,
  requireNode,
  toolEnvironment,
} from '../scripts/lib/workspace.mjs';
import { draw } from './yardstick/draw.mjs';
import {
  failureOf,
  isDone,
  isSameFailure,
  keyOf,
  lastCatcherFirst,
  mayBeSlowness,
  testsLeft,
  tierOf,
} from './yardstick/results.mjs';
import { WEB_FAULTS } from './yardstick/web.mjs';

const RECORDS = join(ROOT, 'quality', 'yardstick.json');
const DRAWN = join(ROOT, 'quality', 'yardstick', 'drawn.json');
/** Ends a test file that a fault made hang. */
const LONGEST_MS = 900_000;
/** Deadlines in tests: of waits shorter, as under a fault many are in vain, of the start of a server longer. */
const DEADLINES = [
  { file: 'tests/support/wait.ts', find: 'PATIENCE_MS = 180_000', replace: 'PATIENCE_MS = 120_000' },
  {
    file: 'tests/support/server.ts',
    find: 'START_TIMEOUT_MS = 60_000',
    replace: 'START_TIMEOUT_MS = 300_000',
  },
];
/** Stands in the list of tests for those of the unit suite that import the file. */
const RELATED = 'unit tests that import it';
const WEB = 'apps/web';

/** Ended from outside: what its tests say then proves nothing. */
let isStopped = false;
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => (isStopped = true));

const drawn = JSON.parse(readFileSync(DRAWN, 'utf8'));
const FAULTS = [...WEB_FAULTS, ...drawn].map((fault) => ({ ...fault, tests: [RELATED, ...fault.tests] }));
const groupOf = ({ id }) => id.split('-', 1)[0];

requireNode();
const { names, has, value } = wordsOf(process.argv.slice(2), {
  isName: (name) => FAULTS.some((fault) => fault.id === name || groupOf(fault) === name),
  flags: ['again', 'unit', 'table', 'draw'],
  values: ['seconds'],
});
const records = JSON.parse(readFileSync(RECORDS, 'utf8'));
if (has('draw')) drawAnew();
else if (has('table')) printTable();
else await tryAll();

function drawAnew() {
  const tests = new Map(drawn.map((fault) => [fault.id, fault.tests]));
  const next = draw(ROOT).map((fault) => ({ ...fault, tests: tests.get(fault.id) ?? [] }));
  writeFileSync(DRAWN, `${JSON.stringify(next, undefined, 2)}\n`);
  console.log(`${next.length} drawn`);
}

function printTable() {
  for (const { id, file } of FAULTS) {
    const { result = 'not tried', by, tier } = records[id] ?? {};
    console.log(`${id.padEnd(38)} ${file.padEnd(76)} ${by ? `tier ${tier} ${by.file}: ${by.name}` : result}`);
  }
  const results = FAULTS.map(({ id }) => records[id]?.result);
  const count = (result) => results.filter((one) => one === result).length;
  console.log(`${count('caught')} caught, ${count('survived')} survived, of ${FAULTS.length}`);
}

async function tryAll() {
  const until = deadlineOf(value('seconds'));
  const chosen = FAULTS.filter(
    (fault) => names.length === 0 || names.includes(fault.id) || names.includes(groupOf(fault)),
  ).filter((fault) => has('again') || !isDone(fault, records[fault.id]));
  await install();
  await build();
  const browser = await findOrFetchBrowser();
  const env = toolEnvironment({
    CI: '1',
    NODE_NO_WARNINGS: '1',
    ...(browser ? { PUPPETEER_EXECUTABLE_PATH: browser } : {}),
  });
  const copy = mkdtempSync(join(tmpdir(), 'farm3d-yardstick-'));
  const trial = { copy, env, webFolders: foldersFor(WEB), passes: new Set() };
  const counts = { caught: 0, survived: 0 };
  try {
    copyTree(ROOT, copy);
    for (const deadline of DEADLINES) apply(copy, deadline);
    cpSync(distOf(copy), `${distOf(copy)}-clean`, { recursive: true });
    for (const fault of chosen) {
      if (Date.now() >= until) break;
      const record = occurrences(copy, fault) === 1 ? await attempt(fault, trial) : { result: 'moved' };
      if (!record) break;
      if (record.result in counts) counts[record.result] += 1;
      else if (record.result !== 'open') process.exitCode = 1;
      keep(fault, record);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
  }
  console.log(`${counts.caught} passed, ${counts.survived} failed`);
  if (counts.survived > 0) process.exitCode = 1;
}

function distOf(root) {
  return join(root, WEB, 'dist');
}

/** Runs the tests of a fault under it until one fails. */
async function attempt(fault, trial) {
  const started = performance.now();
  const before = has('again') ? undefined : records[fault.id];
  const { ran = [], seconds = 0 } = before?.key === keyOf(fault) ? before : {};
  const uncounted = [];
  const planted = { restore: apply(trial.copy, fault), isBuilt: false };
  const record = (rest) => ({ ...rest, seconds: seconds + Math.round((performance.now() - started) / 1000) });
  try {
    const tests = testsLeft(fault, ran).filter((one) => !has('unit') || one === RELATED);
    for (const test of lastCatcherFirst(tests, records[fault.id])) {
      const failure = await underFault(fault, test, trial, planted);
      if (isStopped) return null;
      if (failure?.unbuilt) return record({ result: 'unbuilt', error: failure.unbuilt, ran });
      const judgement = failure ? await judge(failure, test, fault, trial, planted) : 'passes';
      if (isStopped) return null;
      const { error, ...by } = failure ?? {};
      // What cannot be judged stays among the tests that are left.
      if (judgement === 'passes' || judgement === 'caught') ran.push(test);
      else uncounted.push({ ...by, error, judgement });
      if (judgement === 'passes') trial.passes.add(passKey(test, fault));
      if (judgement === 'caught')
        return record({ result: 'caught', by, error, tier: tierOf(by.file, ROOT), ran });
    }
    const result = testsLeft(fault, ran).length > 0 ? 'open' : 'survived';
    return record({ result, ran, ...(uncounted.length > 0 ? { uncounted } : {}) });
  } finally {
    planted.restore();
    if (planted.isBuilt) restoreBuild(trial);
  }
}

/** The failure of a test file under the fault; null: it passes. */
async function underFault(fault, test, trial, planted) {
  const isOfWeb = trial.webFolders.some((folder) => fault.file.startsWith(`${folder}/`));
  if (isOfWeb && readsWebApp(test) && !planted.isBuilt) {
    planted.isBuilt = true;
    const { code, output } = await listen('node_modules/.bin/vite', ['build', '--logLevel=error'], {
      cwd: join(trial.copy, WEB),
      env: trial.env,
    });
    if (code !== 0) return { unbuilt: output.trim().split('\n')[0] };
  }
  return runTest(test, fault, trial);
}

function suiteOf(test) {
  return /^tests\/(\w+)\//.exec(test)?.[1] ?? 'unit';
}

function readsWebApp(test) {
  const suite = SUITES.find(({ name }) => name === suiteOf(test));
  return suite?.runs.includes(WEB) === true;
}

async function runTest(test, { file }, { copy, env }) {
  const report = join(copy, 'yardstick-report.json');
  rmSync(report, { force: true });
  const which = test === RELATED ? ['related', file, '--run'] : ['run', test];
  const started = performance.now();
  const { code, output } = await listen(
    modernNode(),
    [
      'node_modules/vitest/vitest.mjs',
      ...which,
      '--project',
      suiteOf(test),
      '--bail=1',
      '--maxWorkers=1',
      '--passWithNoTests',
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { cwd: copy, env, timeout: LONGEST_MS, killSignal: 'SIGTERM' },
  );
  if (code === 0) return null;
  if (performance.now() - started >= LONGEST_MS) return { file: test, name: '', error: 'it hangs' };
  return failureOf(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null, copy, test, output);
}

/** What a failure says. One that a slow machine can bring, too, counts when it comes twice, and not without the fault. */
async function judge(failure, test, fault, trial, planted) {
  if (!mayBeSlowness(failure)) return 'caught';
  const again = await underFault(fault, test, trial, planted);
  if (!again) return 'passes';
  if (!isSameFailure(again, failure)) return 'fails in several ways';
  const { copy, passes } = trial;
  const key = passKey(test, fault);
  if (!passes.has(key)) {
    planted.restore();
    if (planted.isBuilt) restoreBuild(trial);
    planted.isBuilt = false;
    if (!(await runTest(test, fault, trial))) passes.add(key);
    planted.restore = apply(copy, fault);
  }
  return passes.has(key) ? 'caught' : 'fails without the fault';
}

/** A test that has passed here: what it does under a fault is the fault's doing. */
function passKey(test, { file }) {
  return test === RELATED ? file : test;
}

function restoreBuild({ copy }) {
  rmSync(distOf(copy), { recursive: true, force: true });
  cpSync(`${distOf(copy)}-clean`, distOf(copy), { recursive: true });
}

function keep(fault, record) {
  // The product and its tests: what is recorded changes with them.
  const commit = execFileSync('git', ['log', '-1', '--format=%h', '--', 'apps', 'packages', 'tests'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim();
  records[fault.id] = { key: keyOf(fault), ...record, commit };
  const sorted = FAULTS.filter(({ id }) => records[id]).map(({ id }) => [id, records[id]]);
  writeFileSync(RECORDS, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
  const what = record.by
    ? `${record.by.file}: ${record.by.name} | ${record.error}`
    : (record.ran ?? []).join(' ');
  console.log(`${record.result.padEnd(8)} ${fault.id.padEnd(38)} ${record.seconds ?? 0} s  ${what}`);
}
