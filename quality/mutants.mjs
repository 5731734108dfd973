// `npm run mutants [-- SCOPE… | FILE…] [--again] [--seconds=N]`: mutation testing by Stryker, a few source files at a time, in
// a copy of the working tree. What was tried stays in quality/mutants.json, so a run that was stopped goes on where it ended;
// a file is tried again when it changed. quality/mutants.md, a table by scope, is written from it.
// A mutant may write and remove what its source never would: temporary files are inside of the copy, and a test removes no
// folder that it did not make itself.
//   --again      tries files again that did not change; only mutants that new or changed tests reach are run
//   --seconds=N  starts no further files after N seconds
//   --survivors  tries nothing: lists what survived, with the reasons why it may
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deadlineOf, wordsOf } from '../scripts/lib/command-line.mjs';
import {
  PNPM,
  ROOT,
  fail,
  hashOf,
  install,
  listen,
  modernNode,
  requireNode,
  run,
} from '../scripts/lib/workspace.mjs';
import { copyTree } from './lib/faults.mjs';
import { SCOPES, documentOf, filesOf, settingsOf, summaryOf, survivorsOf } from './lib/mutants.mjs';

const RECORDS = join(ROOT, 'quality', 'mutants.json');
const DOCUMENT = join(ROOT, 'quality', 'mutants.md');
/** Stryker, apart from the workspace. */
const TOOL = join(ROOT, 'quality', 'stryker');
/** What Stryker remembers of each scope. */
const MEMORY = join(ROOT, 'tests', '.artifacts', 'mutants');

/** Lines of the files that are tried in one go. */
const MOST_LINES = 300;

requireNode();
const read = () => JSON.parse(readFileSync(RECORDS, 'utf8'));
const records = read();
const all = SCOPES.flatMap((scope) => filesOf(scope, ROOT).map((file) => ({ scope, file })));
const { names, has, value } = wordsOf(process.argv.slice(2), {
  isName: (name) => all.some(({ scope, file }) => scope.name === name || file === name),
  flags: ['again', 'survivors'],
  values: ['seconds'],
});
const until = deadlineOf(value('seconds'));
const named = all.filter(
  ({ scope, file }) => names.length === 0 || names.includes(scope.name) || names.includes(file),
);
if (has('survivors')) {
  const text = survivorsOf(
    records,
    named.map(({ file }) => file),
    ROOT,
  );
  // All of it, before the process ends.
  await new Promise((resolve) => process.stdout.write(`${text}\n`, resolve));
  process.exit();
}
const chosen = named.filter(({ file }) => has('again') || records[file]?.hash !== hashOf([file]));

await install();
if (
  (await run('npx', ['-y', PNPM, 'install', '--ignore-workspace', '--frozen-lockfile', '--silent'], {
    cwd: TOOL,
    shell: process.platform === 'win32',
  })) !== 0
)
  fail('Stryker could not be installed: the lines above say why.');

const copy = mkdtempSync(join(tmpdir(), 'farm3d-mutants-'));
let isMissed = false;
try {
  copyTree(ROOT, copy);
  symlinkSync(join(TOOL, 'node_modules'), join(copy, 'quality', 'stryker', 'node_modules'));
  for (const scope of SCOPES) {
    for (const files of batchesOf(chosen.filter((one) => one.scope === scope))) {
      if (Date.now() >= until) isMissed = true;
      else await mutate(scope, files);
    }
  }
} finally {
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
}
writeFileSync(DOCUMENT, documentOf(read(), ROOT));
if (isMissed) console.log('The time is over: the next run goes on.');

/** Files that Stryker tries in one go: starting it and running all tests once takes as long as a hundred mutants. */
function batchesOf(entries) {
  const batches = [];
  let lines = 0;
  for (const { file } of entries) {
    const own = readFileSync(join(ROOT, file), 'utf8').split('\n').length;
    if (batches.length === 0 || lines + own > MOST_LINES) {
      batches.push([]);
      lines = 0;
    }
    lines += own;
    batches.at(-1).push(file);
  }
  return batches;
}

async function mutate(scope, files) {
  const report = join(copy, 'mutants.json');
  const memory = join(MEMORY, `${scope.name}.json`);
  mkdirSync(dirname(memory), { recursive: true });
  if (!isWhole(memory)) rmSync(memory, { force: true });
  rmSync(report, { force: true });
  const settings = settingsOf(scope, files, { memory, report, tool: TOOL });
  writeFileSync(join(copy, 'vitest.mutants.ts'), settings.vitest);
  writeFileSync(join(copy, 'stryker.json'), settings.stryker);
  const temporary = join(copy, 'temporary');
  mkdirSync(temporary, { recursive: true });
  const started = performance.now();
  const { output } = await listen(
    modernNode(),
    [join(TOOL, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', 'stryker.json'],
    { cwd: copy, env: { ...process.env, NODE_NO_WARNINGS: '1', TMPDIR: temporary } },
  );
  if (!existsSync(report)) {
    console.log(`failed   ${files.join(' ')}\n${output.split('\n').slice(-15).join('\n')}`);
    process.exitCode = 1;
    return;
  }
  const results = JSON.parse(readFileSync(report, 'utf8'));
  for (const file of files) keep(file, summaryOf(results, file));
  console.log(`${Math.round((performance.now() - started) / 1000)} s`);
}

/** Whether a run that was killed did not leave half of it. */
function isWhole(memory) {
  try {
    JSON.parse(readFileSync(memory, 'utf8'));
    return true;
  } catch {
    return false;
  }
}

function keep(file, summary) {
  // Read anew: another run may have written meanwhile.
  const records = { ...read(), [file]: { hash: hashOf([file]), ...summary } };
  const sorted = all.filter((one) => records[one.file]).map((one) => [one.file, records[one.file]]);
  writeFileSync(RECORDS, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
  const { caught, survivors } = summary;
  console.log(`${String(caught).padStart(4)} of ${String(caught + survivors.length).padEnd(4)} ${file}`);
}
