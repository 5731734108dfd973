// `npm run faults [-- ID… | --suite=NAME] [--again] [--seconds=N]`: plants each seeded fault of quality/faults/ in a copy of
// the working tree and runs the test that should catch it. What was tried stays in quality/faults.json, so a run that was
// stopped goes on where it ended; quality/faults.md is written from it.
//   --again      tries those again that have a result
//   --seconds=N  starts no fault after N seconds
//   --sample=N   N faults (of the suite) chosen by --seed (default: the commit); writes nothing; a fault that moved, or that
//                was not tried to its end in the seconds, is named and counts neither as passed nor as failed
// It ends with `N passed, N failed`: caught and survived.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findOrFetchBrowser } from '../scripts/lib/browser.mjs';
import { build } from '../scripts/lib/builds.mjs';
import { deadlineOf, wordsOf } from '../scripts/lib/command-line.mjs';
import { SUITES, buildsOf } from '../scripts/lib/suites.mjs';
import {
  ROOT,
  install,
  listen,
  modernNode,
  requireNode,
  toolEnvironment,
} from '../scripts/lib/workspace.mjs';
import { apply, copyTree, keyOf, occurrences, sampleOf } from './lib/faults.mjs';
import { documentOf } from './lib/faults-document.mjs';
import { NAMED } from './faults/named.mjs';
import { SERVER } from './faults/server.mjs';
import { TELLING } from './faults/telling.mjs';

const RECORDS = join(ROOT, 'quality', 'faults.json');
const DOCUMENT = join(ROOT, 'quality', 'faults.md');
/** Ends a test that a fault made hang: that, too, is caught. */
const LONGEST_MS = 420_000;
const FAULTS = [...NAMED, ...SERVER];

requireNode();
const {
  names: ids,
  has,
  value: option,
} = wordsOf(process.argv.slice(2), {
  isName: (id) => FAULTS.some((fault) => fault.id === id),
  flags: ['again'],
  values: ['suite', 'seconds', 'sample', 'seed'],
});
const until = deadlineOf(option('seconds'));
const isSample = option('sample') !== undefined;
const records = isSample ? {} : JSON.parse(readFileSync(RECORDS, 'utf8'));
/** What survived is tried again: a test may have come. */
const isCaught = ({ id, ...fault }) => records[id]?.key === keyOf(fault) && records[id].result === 'caught';
const ofSuite = FAULTS.filter(({ suite }) => option('suite') === undefined || option('suite') === suite);
const chosen = isSample
  ? sampleOf(ofSuite, Number(option('sample')), option('seed') ?? commit())
  : ofSuite.filter(
      (fault) => (ids.length === 0 || ids.includes(fault.id)) && (has('again') || !isCaught(fault)),
    );

await install();
const suites = new Set(chosen.map(({ suite }) => suite));
await build(buildsOf(SUITES.filter(({ name }) => suites.has(name))));
const browser = suites.has('browser') || suites.has('e2e') ? await findOrFetchBrowser() : null;
const env = toolEnvironment({
  CI: '1',
  NODE_NO_WARNINGS: '1',
  ...(browser ? { PUPPETEER_EXECUTABLE_PATH: browser } : {}),
});

const copy = mkdtempSync(join(tmpdir(), 'farm3d-faults-'));
const counts = { caught: 0, survived: 0 };
const undecided = [];
try {
  copyTree(ROOT, copy);
  for (const fault of chosen) {
    if (Date.now() >= until) undecided.push(`${fault.id} (no time)`);
    else if (occurrences(copy, fault) !== 1) undecided.push(`${fault.id} (its text moved)`);
    else await attempt(fault);
  }
} finally {
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
}
if (!isSample) writeFileSync(DOCUMENT, documentOf({ NAMED, SERVER }, records, TELLING));
if (undecided.length > 0) console.log(`not tried: ${undecided.join(', ')}`);
console.log(`${counts.caught} passed, ${counts.survived} failed`);
process.exit(counts.survived > 0 ? 1 : 0);

async function attempt(fault) {
  const started = performance.now();
  let outcome = await underFault(fault);
  // A fault in the order of events may once pass by chance.
  if (isSample && outcome.result === 'survived') outcome = await underFault(fault);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `${outcome.result.padEnd(8)} ${fault.id.padEnd(36)} ${String(seconds).padStart(3)} s  ${outcome.by}`,
  );
  if (outcome.result === 'undecided') {
    undecided.push(`${fault.id} (not to its end)`);
    return;
  }
  counts[outcome.result] += 1;
  if (outcome.result === 'survived') console.log(`FAILED ${fault.file}: ${fault.says}: ${fault.test} passes`);
  if (isSample) return;
  records[fault.id] = { key: keyOf(fault), result: outcome.result, by: outcome.by, seconds };
  const sorted = FAULTS.filter(({ id }) => records[id]).map(({ id }) => [id, records[id]]);
  writeFileSync(RECORDS, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
}

/** Runs the test of a fault under it. `by`: the first test that failed. */
async function underFault(fault) {
  const restore = apply(copy, fault);
  const started = performance.now();
  const report = join(copy, 'faults-report.json');
  rmSync(report, { force: true });
  const limit = Math.min(LONGEST_MS, isSample ? until - Date.now() : Infinity);
  try {
    const { code } = await listen(
      modernNode(),
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project',
        fault.suite,
        fault.test,
        '--bail=1',
        ...(fault.only ? ['-t', fault.only] : []),
        '--reporter=json',
        `--outputFile=${report}`,
      ],
      { cwd: copy, env, timeout: Math.max(1, limit), killSignal: 'SIGTERM' },
    );
    if (code === 0)
      return hasPassed(report)
        ? { result: 'survived', by: '' }
        : { result: 'undecided', by: 'no test has this name' };
    return judged(report, performance.now() - started >= LONGEST_MS);
  } finally {
    restore();
  }
}

/** A name that no test has, too, ends in order. */
function hasPassed(path) {
  return JSON.parse(readFileSync(path, 'utf8')).numPassedTests > 0;
}

function judged(path, hangs) {
  let report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // It was ended: by its full time, or earlier from outside, which proves nothing.
    return hangs ? { result: 'caught', by: 'it hangs' } : { result: 'undecided', by: '' };
  }
  const failed = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed');
  if (failed) return { result: 'caught', by: failed.fullName.trim() };
  // A file that could not run proves nothing: a wrong path, a page that was not built, a server that did not start.
  const [file] = report.testResults.filter(({ status }) => status === 'failed');
  const message = stripVTControlCharacters(file?.message ?? '').trim();
  return { result: 'undecided', by: message.split('\n')[0].slice(0, 160) };
}

function commit() {
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
}
