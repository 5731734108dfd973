// Runs test files with vitest, and counts what came of them.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOrFetchBrowser } from './browser.mjs';
import { removeUnusedPages } from './page-cache.mjs';
import { paceOf } from './recorded-times.mjs';
import { ROOT, fail, modernNode, run, toolEnvironment } from './workspace.mjs';

const ARTIFACTS = join(ROOT, 'tests', '.artifacts');
const REPORT = join(ARTIFACTS, 'results.json');
/** Of the last run of many files: `test:second` plans with it. */
const PACE = join(ARTIFACTS, 'pace.json');

/** The environment of checks and tests, with a browser when one of these suites needs it. */
export async function testEnvironment(suites) {
  const environment = toolEnvironment({ CI: '1', NODE_NO_WARNINGS: '1' });
  if (!suites.some((suite) => suite.browser)) return environment;
  const browser = await findOrFetchBrowser();
  if (!browser)
    fail('no browser was found and none could be fetched. On Debian: apt-get install -y chromium');
  console.log(`farm3d: testing with ${browser}`);
  return { ...environment, PUPPETEER_EXECUTABLE_PATH: browser };
}

/**
 * Runs the files of some suites together, so that no core waits for one suite's last file.
 *
 * @param {object} options
 * @param {{ name: string }[]} options.suites
 * @param {string[]} [options.files] only these paths; default all files of the suites
 * @param {string[]} [options.without] paths of files that are not run
 * @param {string[]} [options.more] further options of vitest
 * @returns `isGood`, and `files`: a FileResult each, undefined when vitest left no report
 */
export async function runTests({ suites, files = [], without = [], more = [], env }) {
  mkdirSync(ARTIFACTS, { recursive: true });
  removeUnusedPages(join(ARTIFACTS, 'pages'));
  rmSync(REPORT, { force: true });
  const code = await run(
    modernNode(),
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...suites.flatMap(({ name }) => ['--project', name]),
      ...files.map((path) => join(ROOT, path)),
      ...more,
    ],
    { env: { ...env, FARM3D_TEST_REPORT: REPORT, FARM3D_TESTS_WITHOUT: without.join(',') } },
  );
  const results = existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, 'utf8')) : undefined;
  const pace = paceOf(results ?? []);
  if (pace !== undefined) writeFileSync(PACE, JSON.stringify(pace));
  return { isGood: code === 0, files: results };
}

/** How many times the recorded seconds this machine takes, by the last run of many files; 1 before one. */
export function knownPace() {
  return existsSync(PACE) ? JSON.parse(readFileSync(PACE, 'utf8')) : 1;
}

/**
 * Counts of each suite from the results of its files. A test that was skipped counts as failed, and so does an error outside
 * the tests, a file without a test, a suite of which nothing passed (unless `mayBeEmpty`), and a run without a report.
 */
export function countsOf(suites, { isGood, files }, mayBeEmpty = false) {
  const counts = suites.map(({ name }) => {
    const own = (files ?? []).filter(({ suite }) => suite === name);
    const tests = own.flatMap(({ path, tests }) => tests.map((test) => ({ path, ...test })));
    const passed = tests.filter(({ state }) => state === 'passed').length;
    const failures = [
      ...tests
        .filter(({ state }) => state !== 'passed')
        .map(({ path, name, state, error }) => `FAILED ${path}: ${name}: ${error || state}`),
      ...own.flatMap(({ path, tests, errors }) =>
        [...errors, ...(tests.length + errors.length === 0 ? ['no test'] : [])].map(
          (error) => `FAILED ${path}: ${error}`,
        ),
      ),
    ];
    if (passed + failures.length === 0 && !mayBeEmpty)
      failures.push(`FAILED ${name}: ${files ? 'no test ran' : 'the suites left no report'}`);
    const seconds = own.reduce((sum, file) => sum + file.seconds, 0);
    return { name, passed, failed: failures.length, seconds, failures };
  });
  if (!isGood && counts.every(({ failed }) => failed === 0))
    counts.push({
      name: 'vitest',
      passed: 0,
      failed: 1,
      failures: ['FAILED vitest: the lines above say why'],
    });
  return counts;
}

export const title = (name) => console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}`);

/** Prints a table of counts, then what failed. */
export function printCounts(counts) {
  title('summary');
  for (const { name, passed, failed, seconds } of counts) {
    const time = seconds === undefined ? '' : `${seconds} s in its files`;
    console.log(
      `${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(10)} ${String(passed).padStart(4)} passed ${String(failed).padStart(4)} failed  ${time}`,
    );
  }
  for (const line of counts.flatMap(({ failures = [] }) => failures)) console.log(line);
}

/** Prints the last line. @returns the exit code */
export function printLastLine(counts) {
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
}
