// `npm test [-- SUITE…]`: installs, finds a browser, runs every check and suite, and ends with one
// line, `N passed, N failed`, counted from the runners' own reports.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  ROOT,
  build,
  fail,
  install,
  modernNode,
  requireNode,
  run,
  toolEnvironment,
} from './lib/workspace.mjs';
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

/** Vitest projects with their time budgets, seconds on two cores; a suite over its budget is stopped and has failed. */
const SUITES = [
  { name: 'unit', budget: 150 },
  { name: 'contract', budget: 420 },
  { name: 'security', budget: 600 },
  { name: 'browser', budget: 1800, browser: true },
  { name: 'leaks', budget: 1200, browser: true },
  { name: 'e2e', budget: 1500, browser: true },
  { name: 'crash', budget: 700 },
];

/** Suites that need what the clone has not, programs (cluster) or real files (corpus): run only by name. */
const OUTSIDE = [
  { name: 'cluster', budget: 600, browser: true },
  { name: 'corpus', budget: 900, browser: true },
];

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

const results = [];
const title = (name) => console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}`);

for (const check of chosen(CHECKS)) {
  title(check.name);
  const code = await run(node, check.args, { env });
  results.push({ name: check.name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, seconds: 0 });
}

for (const suite of suites) {
  title(suite.name);
  const started = Date.now();
  results.push({
    name: suite.name,
    ...(await runSuite(suite)),
    seconds: Math.round((Date.now() - started) / 1000),
    budget: suite.budget,
  });
}

/** Runs one vitest project and reads its own JSON report. No report, no tests, or a run over budget is a failure. */
async function runSuite({ name, budget }) {
  const report = join(artifacts, `${name}.json`);
  const code = await run(
    node,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      name,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env, timeout: budget * 1000, killSignal: 'SIGTERM' },
  );
  if (!existsSync(report)) {
    console.error(`The ${name} suite left no report (over its ${budget} s, or it did not start).`);
    return { passed: 0, failed: 1 };
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const skipped = numPendingTests + numTodoTests;
  if (skipped > 0)
    console.error(`${skipped} tests of the ${name} suite were skipped: a skipped test counts as failed.`);
  let failed = numFailedTests + brokenFiles + skipped;
  if (failed === 0 && (code !== 0 || !success || numPassedTests === 0)) failed = 1;
  return { passed: numPassedTests, failed };
}

title('summary');
for (const { name, passed, failed, seconds, budget } of results) {
  const time = budget ? `${seconds} s of ${budget} s` : '';
  console.log(
    `${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(10)} ${String(passed).padStart(4)} passed ${String(failed).padStart(4)} failed  ${time}`,
  );
}
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
