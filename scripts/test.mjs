// `npm test [-- SUITE…] [--changed[=REF]] [--record-times]`: installs, finds a browser, runs every check and suite, and ends
// with one line, `N passed, N failed`, counted from the runners' own reports.
//   --changed       only test files that the changes since REF (default: the last commit) reach by imports
//   --record-times  writes how long each file took to tests/times.json, by which the next runs are ordered
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  ROOT,
  fail,
  install,
  listen,
  modernNode,
  requireNode,
  run,
  toolEnvironment,
} from './lib/workspace.mjs';
import { build } from './lib/builds.mjs';
import { findOrFetchBrowser } from './lib/browser.mjs';
import { changedSince } from './lib/changed-files.mjs';
import { removeUnusedPages } from './lib/page-cache.mjs';
import { readTimes, withReport, writeTimes } from './lib/recorded-times.mjs';
import { BY_NAME, CHECKS, SUITES, buildsOf, concernedBy } from './lib/suites.mjs';
import { wordsOf } from './lib/command-line.mjs';

requireNode();
const {
  names: requested,
  has,
  value,
} = wordsOf(process.argv.slice(2), {
  isName: (name) => [...CHECKS, ...SUITES, ...BY_NAME].some((item) => item.name === name),
  flags: ['changed', 'record-times'],
  values: ['changed'],
});
const chosen = (list) =>
  list.filter((item) => (requested.length === 0 ? !BY_NAME.includes(item) : requested.includes(item.name)));

const since = value('changed') ?? (has('changed') ? 'HEAD' : undefined);
const changed = since && changedSince(since);
// Without a change below tests/ none of its files is run: no build and no browser is needed.
const isReached = ({ name }) =>
  !changed || name === 'unit' || changed.some((file) => file.startsWith('tests/'));

await install();
const suites = chosen([...SUITES, ...BY_NAME]).filter(isReached);
await build(buildsOf(suites));
const node = modernNode();
const env = toolEnvironment({ CI: '1', NODE_NO_WARNINGS: '1', ...(await browserFor(suites)) });

const artifacts = join(ROOT, 'tests', '.artifacts');
const report = join(artifacts, 'results.json');
mkdirSync(artifacts, { recursive: true });
removeUnusedPages(join(artifacts, 'pages'));

const title = (name) => console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}`);
const started = Date.now();

// In parallel; the output of each is printed when it has ended.
const results = await Promise.all(
  chosen(CHECKS).map(async ({ name, args }) => {
    const { code, output } = await listen(node, args, { cwd: ROOT, env });
    title(name);
    if (output) console.log(output.trimEnd());
    return code === 0
      ? { name, passed: 1, failed: 0 }
      : { name, passed: 0, failed: 1, failures: endOf(output).map((line) => `FAILED ${name}: ${line}`) };
  }),
);
if (suites.length > 0) {
  title(suites.map(({ name }) => name).join(', '));
  results.push(...(await runSuites(suites.map(({ name }) => name))));
}
process.exit(summarise(results) === 0 ? 0 : 1);

async function browserFor(suites) {
  if (!suites.some((suite) => suite.browser)) return {};
  const browser = await findOrFetchBrowser();
  if (!browser)
    fail('no browser was found and none could be fetched. On Debian: apt-get install -y chromium');
  console.log(`farm3d: testing with ${browser}`);
  return { PUPPETEER_EXECUTABLE_PATH: browser };
}

/**
 * Runs vitest projects together, so that no core waits for one suite's last file, and counts from vitest's own JSON
 * report. No report, or a suite without a passed test, is a failure.
 */
async function runSuites(names) {
  const first = await runVitest(names, since ? [`--changed=${since}`, '--passWithNoTests'] : []);
  if (!first.report) {
    console.error('The suites left no report: they did not start.');
    return names.map((name) => ({ name, passed: 0, failed: 1 }));
  }
  const { success, testResults } = first.report;
  const code = first.code || (success ? 0 : 1);
  const counted = names.map((name) => countSuite(name, testResults));
  if (counted.every(({ failed }) => failed === 0) && code !== 0) counted[0].failed = 1;
  if (has('record-times')) recordTimes(testResults);
  return counted;
}

/** Runs vitest projects, and reads its report; undefined when it left none. */
async function runVitest(names, more) {
  rmSync(report, { force: true });
  const code = await run(
    node,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...names.flatMap((name) => ['--project', name]),
      ...more,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env },
  );
  return { code, report: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined };
}

function recordTimes(testResults) {
  writeTimes(
    withReport(readTimes(), testResults, (name) => existsSync(join(ROOT, 'tests', `${name}.test.ts`))),
  );
}

/** Counts the results of one suite: a skipped test counts as failed, and so does a file that could not run. */
function countSuite(name, testResults) {
  const isOurs = (file) => (/\/tests\/([^/]+)\//.exec(file.name)?.[1] ?? 'unit') === name;
  const count = { name, passed: 0, failed: 0, seconds: 0, failures: [] };
  for (const { name: file, status, message, assertionResults, startTime, endTime } of testResults.filter(
    isOurs,
  )) {
    const failed = assertionResults.filter((test) => test.status !== 'passed');
    const passed = assertionResults.length - failed.length;
    const isBroken = status === 'failed' && failed.length === 0;
    const place = relative(ROOT, file);
    count.failures.push(
      ...failed.map((test) => failureLine(`${place}: ${test.fullName}`, test.failureMessages?.[0])),
      ...(isBroken ? [failureLine(place, message)] : []),
    );
    count.passed += passed;
    count.failed += failed.length + (isBroken ? 1 : 0);
    count.seconds += (endTime - startTime) / 1000;
  }
  const skipped = testResults
    .filter(isOurs)
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed').length;
  if (skipped > 0)
    console.error(`${skipped} tests of the ${name} suite were skipped: a skipped test counts as failed.`);
  if (count.passed === 0 && !changed) count.failed ||= 1;
  return count;
}

/** The last lines of a check's output, without what it found in order: what is wrong, and in which file. */
function endOf(output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('ok '));
  return lines.slice(-12);
}

/** One line that names a failed test and the first line of its error. */
function failureLine(test, message = '') {
  return `FAILED ${test}: ${stripVTControlCharacters(message).trim().split('\n')[0].slice(0, 300)}`;
}

/** Prints the table, what failed, and the last line. Returns the number of failures. */
function summarise(results) {
  title('summary');
  for (const { name, passed, failed, seconds } of results) {
    const time = seconds === undefined ? '' : `${Math.round(seconds)} s in its files`;
    console.log(
      `${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(10)} ${String(passed).padStart(4)} passed ${String(failed).padStart(4)} failed  ${time}`,
    );
  }
  for (const line of results.flatMap(({ failures = [] }) => failures)) console.log(line);
  console.log(`all checks and suites: ${Math.round((Date.now() - started) / 1000)} s`);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  let failed = results.reduce((sum, result) => sum + result.failed, 0);

  // Minimum number of passed tests: a suite that no longer runs its tests must not pass.
  const { floor } = JSON.parse(readFileSync(join(ROOT, 'tests', 'floor.json'), 'utf8'));
  if (requested.length === 0 && !changed && passed < floor) {
    console.error(`Only ${passed} tests passed; the committed floor is ${floor} (tests/floor.json).`);
    failed += 1;
  }
  if (changed) {
    const missing = concernedBy(changed, SUITES).map(({ name }) => name);
    if (missing.length > 0)
      console.log(`not all of it: these suites run what changed, too: npm test -- ${missing.join(' ')}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed;
}
