// `npm test [-- SUITE…]`: installs, finds a browser, runs every check and suite, and ends with one
// line, `N passed, N failed`, counted from the runners' own reports.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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

/** Static checks: each counts as one test. */
const CHECKS = [
  { name: 'format', args: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'] },
  { name: 'lint', args: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', args: ['scripts/types.mjs'] },
  { name: 'graph', args: ['scripts/graph.mjs'] },
  { name: 'api report', args: ['scripts/api-report.mjs', '--check'] },
  { name: 'dead code', args: ['node_modules/knip/bin/knip.js'] },
];

/** Vitest projects. */
const SUITES = [
  { name: 'unit' },
  { name: 'contract' },
  { name: 'security' },
  { name: 'browser', browser: true },
  { name: 'leaks', browser: true },
  { name: 'e2e', browser: true },
  { name: 'crash' },
];

/** Suites that need what the clone has not, programs (cluster) or real files (corpus): run only by name. */
const OUTSIDE = [
  { name: 'cluster', browser: true },
  { name: 'corpus', browser: true },
];

/** For all suites of a run together, on two slow cores; a run that takes longer is stopped and has failed. */
const BUDGET_SECONDS = 3_600;

requireNode();
const wanted = process.argv.slice(2);
const unknown = wanted.filter(
  (name) => ![...CHECKS, ...SUITES, ...OUTSIDE].some((item) => item.name === name),
);
if (unknown.length > 0) fail(`no such suite: ${unknown.join(', ')}`);
const chosen = (list) =>
  list.filter((item) => (wanted.length === 0 ? !OUTSIDE.includes(item) : wanted.includes(item.name)));

await install();
await build();
const node = modernNode();

const suites = chosen([...SUITES, ...OUTSIDE]);
let browser;
if (suites.some((suite) => suite.browser)) {
  browser = await findOrFetchBrowser();
  if (!browser)
    fail('no browser was found and none could be fetched. On Debian: apt-get install -y chromium');
  console.log(`farm3d: testing with ${browser}`);
}
const env = toolEnvironment({
  CI: '1',
  NODE_NO_WARNINGS: '1',
  ...(browser ? { PUPPETEER_EXECUTABLE_PATH: browser } : {}),
});

const artifacts = join(ROOT, 'tests', '.artifacts');
rmSync(artifacts, { recursive: true, force: true });
mkdirSync(artifacts, { recursive: true });

const title = (name) => console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}`);
const started = Date.now();

// Side by side; what one says is shown when it is done.
const results = await Promise.all(
  chosen(CHECKS).map(async ({ name, args }) => {
    const { code, said } = await listen(node, args, { cwd: ROOT, env });
    title(name);
    if (said) console.log(said.trimEnd());
    return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  }),
);
if (suites.length > 0) {
  title(suites.map(({ name }) => name).join(', '));
  results.push(...(await runSuites(suites.map(({ name }) => name))));
}

/**
 * Runs vitest projects together, so that no core waits for one suite's last file, and counts from vitest's own JSON
 * report. No report, a suite without a passed test, or a run over the budget is a failure.
 */
async function runSuites(names) {
  const report = join(artifacts, 'results.json');
  const code = await run(
    node,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...names.flatMap((name) => ['--project', name]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env, timeout: BUDGET_SECONDS * 1000, killSignal: 'SIGTERM' },
  );
  if (!existsSync(report)) {
    console.error(`The suites left no report (over ${BUDGET_SECONDS} s, or they did not start).`);
    return names.map((name) => ({ name, passed: 0, failed: 1 }));
  }
  const { success, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const counted = names.map((name) => countSuite(name, testResults));
  if (counted.every(({ failed }) => failed === 0) && (code !== 0 || !success)) counted[0].failed = 1;
  return counted;
}

/** One suite's share of the report: a skipped test counts as failed, and so does a file that could not run. */
function countSuite(name, testResults) {
  const isOurs = (file) => (/\/tests\/([^/]+)\//.exec(file.name)?.[1] ?? 'unit') === name;
  const count = { name, passed: 0, failed: 0, seconds: 0 };
  for (const { status, assertionResults, startTime, endTime } of testResults.filter(isOurs)) {
    const passed = assertionResults.filter((test) => test.status === 'passed').length;
    const isBroken = status === 'failed' && passed === assertionResults.length;
    count.passed += passed;
    count.failed += assertionResults.length - passed + (isBroken ? 1 : 0);
    count.seconds += (endTime - startTime) / 1000;
  }
  const skipped = testResults
    .filter(isOurs)
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed').length;
  if (skipped > 0)
    console.error(`${skipped} tests of the ${name} suite were skipped: a skipped test counts as failed.`);
  if (count.passed === 0) count.failed ||= 1;
  return count;
}

title('summary');
for (const { name, passed, failed, seconds } of results) {
  const time = seconds === undefined ? '' : `${Math.round(seconds)} s in its files`;
  console.log(
    `${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(10)} ${String(passed).padStart(4)} passed ${String(failed).padStart(4)} failed  ${time}`,
  );
}
console.log(`all checks and suites: ${Math.round((Date.now() - started) / 1000)} s`);
const passed = results.reduce((sum, result) => sum + result.passed, 0);
let failed = results.reduce((sum, result) => sum + result.failed, 0);

// The floor keeps a suite that silently stopped running from passing unseen.
const { floor } = JSON.parse(readFileSync(join(ROOT, 'tests', 'floor.json'), 'utf8'));
if (wanted.length === 0 && passed < floor) {
  console.error(`Only ${passed} tests passed; the committed floor is ${floor} (tests/floor.json).`);
  failed += 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
