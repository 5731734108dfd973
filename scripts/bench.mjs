// `npm run bench`: runs every benchmark, our code and the compared libraries in one run, and writes
// benchmarks/results and report.html. A run that was stopped goes on where it ended, as long as the commit is the same.
// `npm run bench -- again NAME…`: these anew, in the results of a run before. `npm run bench -- NAME [--json FILE] [more]`: one of
// them, for the eye only. `npm run bench -- docs`: the figures of the documents.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  PNPM,
  ROOT,
  fail,
  install,
  modernNode,
  requireNode,
  run,
  toolEnvironment,
} from './lib/workspace.mjs';
import { build } from './lib/builds.mjs';
import { findOrFetchBrowser } from './lib/browser.mjs';
import { installPrograms } from './lib/outside-programs.mjs';

const FOLDER = join(ROOT, 'benchmarks');
/** Benchmarks of computation alone: they need no build and no browser. */
const PLAIN = new Set(['cluster', 'edits', 'forecast', 'ingest', 'organisations', 'push', 'trial']);
/** Debian packages of the programs beside it: Node-RED, which `ingest` compares with, receives from a broker. */
const PROGRAMS = { ingest: ['mosquitto'], cluster: ['mosquitto', 'postgresql'] };
const known = readdirSync(FOLDER).filter((entry) => existsSync(join(FOLDER, entry, 'bench.ts')));

/** Installs the compared libraries in separate folders: they are not dependencies of the product. */
async function installPeers(name) {
  const folders = PLAIN.has(name)
    ? [join(FOLDER, name, 'peers')]
    : [join(FOLDER, 'peers'), join(FOLDER, name, 'peers')];
  for (const cwd of folders.filter((path) => existsSync(path))) {
    const code = await run(
      'npx',
      ['-y', PNPM, 'install', '--ignore-workspace', '--frozen-lockfile', '--silent'],
      { cwd, shell: process.platform === 'win32' },
    );
    if (code !== 0) fail('the programs to compare with could not be installed: the lines above say why.');
  }
  await installPrograms(PROGRAMS[name] ?? []);
}

/** Runs a program of the benchmarks folder with our own sources. */
const runProgram = (file, args, env = {}) =>
  run(modernNode(), ['--conditions=@farm3d/source', join(FOLDER, file), ...args], {
    env: toolEnvironment({ NODE_NO_WARNINGS: '1', ...env }),
  });

async function runBenchmark(name, args) {
  await installPeers(name);
  if (PLAIN.has(name)) return runProgram(`${name}/bench.ts`, args);
  await build();
  const browser = await findOrFetchBrowser();
  if (!browser)
    fail('no browser was found and none could be fetched. On Debian: apt-get install -y chromium');
  return runProgram(`${name}/bench.ts`, args, { PUPPETEER_EXECUTABLE_PATH: browser });
}

/**
 * One after the other: side by side they would measure each other.
 * @param mode 'collect': the results are these; 'again': they replace those of the same name
 */
async function measure(names, mode) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim();
  const folder = join(FOLDER, 'results', 'parts', `${commit}-${mode}`);
  mkdirSync(folder, { recursive: true });
  const failed = [];
  for (const [i, name] of names.entries()) {
    const file = join(folder, `${name}.json`);
    if (existsSync(file)) {
      console.log(`farm3d: benchmark ${i + 1} of ${names.length}, ${name}: measured before`);
      continue;
    }
    console.log(`farm3d: benchmark ${i + 1} of ${names.length}, ${name} …`);
    const started = performance.now();
    const written = join(folder, `${name}.new`);
    await runBenchmark(name, ['--json', written]);
    if (!existsSync(written)) failed.push(name);
    else {
      const seconds = Math.round((performance.now() - started) / 1000);
      const result = JSON.parse(readFileSync(written, 'utf8'));
      writeFileSync(file, JSON.stringify({ ...result, seconds, commit }));
      rmSync(written);
    }
  }
  writeFileSync(join(folder, 'failed.json'), JSON.stringify(failed));
  const code = await runProgram('write-report.ts', [mode, folder, commit]);
  if (failed.length === 0) rmSync(join(FOLDER, 'results', 'parts'), { recursive: true, force: true });
  return code;
}

requireNode();
const [name, ...rest] = process.argv.slice(2);
const asked = name === 'again' ? rest : name === undefined || name === 'docs' ? [] : [name];
if ((name === 'again' && rest.length === 0) || asked.some((one) => !known.includes(one))) {
  fail(`which benchmark? npm run bench -- [again] ${known.join('|')} [--json FILE]`);
}
await install();
if (name === undefined) process.exit(await measure(known, 'collect'));
if (name === 'again') process.exit(await measure(rest, 'again'));
process.exit(
  name === 'docs' ? await runProgram('write-report.ts', ['docs', ...rest]) : await runBenchmark(name, rest),
);
