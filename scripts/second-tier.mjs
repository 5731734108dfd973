// `npm run test:second [-- --seconds=N]`: a part of the second tier in N seconds (default 900), by the recorded times and the
// pace of this machine in its last run of many files: the files that have not passed for long, those that the changes since
// then reach, and the stalest (scripts/lib/second-tier.mjs). It says what it takes and why, and what was not run, and ends
// with `N passed, N failed`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './lib/builds.mjs';
import { changedSince, git } from './lib/changed-files.mjs';
import { wordsOf } from './lib/command-line.mjs';
import { importsBelow } from './lib/imports.mjs';
import { readRecords, settleNames } from './lib/kept-names.mjs';
import { hindranceOf, prepareOutside } from './lib/outside.mjs';
import { secondsOf } from './lib/recorded-times.mjs';
import {
  countsOf,
  knownPace,
  printCounts,
  printLastLine,
  runTests,
  testEnvironment,
  title,
} from './lib/run-tests.mjs';
import { choose } from './lib/second-tier.mjs';
import { SUITES, buildsOf, concernedBy, suiteOf } from './lib/suites.mjs';
import { secondTierOf, testFiles } from './lib/tiers.mjs';
import { hasPassed } from './lib/test-report.mjs';
import { FILES_AT_ONCE, ROOT, install, requireNode } from './lib/workspace.mjs';

requireNode();
const { value } = wordsOf(process.argv.slice(2), { isName: () => false, values: ['seconds'] });
const seconds = Number(value('seconds') ?? 900);
const pace = knownPace();

/** More files than this are no accident. */
const MOST_TRIED_AGAIN = 3;
const secondTries = [];

await install();
const secondTier = secondTierOf(testFiles());
const records = readRecords();
const importsOf = importsBelow();
/** What is known of the commits in the records, by commit. */
const known = new Map();

const paths = [...secondTier.keys()];
const away = new Map(paths.map((path) => [path, hindranceOf(path)]).filter(([, reason]) => reason));
const { chosen, left } = choose(
  paths
    .filter((path) => !away.has(path))
    .map((path) => ({ path, seconds: pace * secondsOf(path), ...sinceItPassed(path) })),
  { head: git('rev-parse', 'HEAD')?.trim() ?? '', seconds, atOnce: FILES_AT_ONCE },
);
for (const [path, reason] of await prepareOutside(chosen.map(({ path }) => path))) away.set(path, reason);
const taken = chosen.filter(({ path }) => !away.has(path));
const suites = SUITES.filter(({ name }) => taken.some(({ path }) => suiteOf(path) === name));

title(`second tier: ${taken.length} of ${paths.length} files`);
for (const { path, why } of taken) console.log(`${path}: ${why}`);
let result = { isGood: true, files: [] };
if (taken.length > 0) {
  await build(buildsOf(suites));
  const env = await testEnvironment(suites);
  result = await tryAgain(await runTests({ suites, files: taken.map(({ path }) => path), env }), env);
}
const counts = countsOf(suites, result);
const ran = new Set((result.files ?? []).map(({ path }) => path));
for (const { path } of taken.filter(({ path }) => !ran.has(path)))
  counts.push({ name: path, passed: 0, failed: 1, failures: [`FAILED ${path}: vitest did not run it`] });
const isGone = (path, isSecond) => isSecond && !existsSync(join(ROOT, path));
counts.push(settleNames(result.files ?? [], { secondTier, isExpected: isGone }));
printCounts(counts);
for (const line of secondTries) console.log(line);
for (const { path, why } of left) console.log(`NOT RUN ${path}: no time; ${why}`);
for (const [path, reason] of away) console.log(`NOT RUN ${path}: ${reason}`);
process.exit(printLastLine(counts));

/**
 * A file of the second tier that fails beside others is run once more, alone: it is told, and what fails again has failed.
 * `npm test` tries nothing again.
 */
async function tryAgain(first, env) {
  const failed = (first.files ?? []).filter((file) => !hasPassed(file)).map(({ path }) => path);
  if (failed.length === 0 || failed.length > MOST_TRIED_AGAIN) return first;
  title(`second try, alone: ${failed.join(', ')}`);
  const own = suites.filter(({ name }) => failed.some((path) => suiteOf(path) === name));
  const second = await runTests({ suites: own, files: failed, more: ['--no-file-parallelism'], env });
  for (const file of first.files) {
    const again = second.files?.find(({ path }) => path === file.path);
    if (!failed.includes(file.path) || !again) continue;
    const [error] = [...file.errors, ...file.tests.flatMap(({ error }) => error ?? [])];
    secondTries.push(
      `SECOND TRY ${hasPassed(again) ? 'passed' : 'failed'}: ${file.path}: first ${error ?? 'it did not end'}`,
    );
  }
  const files = first.files.map((file) => second.files?.find(({ path }) => path === file.path) ?? file);
  return { isGood: second.isGood, files };
}

/** How many commits ago a file passed, and whether what changed since then reaches it. */
function sinceItPassed(path) {
  const commit = records[path]?.commit;
  if (!commit) return { age: Infinity };
  if (!known.has(commit)) {
    const count = git('rev-list', '--count', `${commit}..HEAD`);
    const changed = count === undefined ? [] : changedSince(commit);
    const concerned = concernedBy(changed, SUITES).map(({ name }) => name);
    known.set(commit, { age: ageOf(count), changed: new Set(changed), concerned });
  }
  const { age, changed, concerned } = known.get(commit);
  const imports = importsOf(path);
  if ([...changed].some((file) => imports.has(file))) return { age, reached: 'imports' };
  return concerned.includes(suiteOf(path)) ? { age, reached: 'suite' } : { age };
}

/** A commit that is not in the history is as old as can be; a history that is cut off, or none, does not tell. */
function ageOf(count) {
  if (count !== undefined) return Number(count);
  return git('rev-parse', '--is-shallow-repository')?.trim() === 'false' ? Number.MAX_SAFE_INTEGER : 1;
}
