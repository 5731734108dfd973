// Shared by start and test: paths, changed sources, and running of programs. No dependency:
// these scripts run before anything is installed, on any Node from version 20.
import { createHash } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The package manager, by exact version: the lockfile's format belongs to it. */
export const PNPM = 'pnpm@12.21.0';

/** State of the scripts from run to run; removed with node_modules. */
const MEMORY = join(ROOT, 'node_modules', '.farm3d');

/** Compile cache of Node: a second start of the server takes half the processor time. */
export const COMPILE_CACHE = join(MEMORY, 'compile-cache');

const GIB = 1024 ** 3;
/** What a browser that draws in software, or a server with its database, may take beside its test. */
const MEMORY_OF_A_FILE = 1.5 * GIB;

/**
 * Files of the suites under tests/ that run at once. Each has a browser or a server of its own and waits for it about half
 * of its time, so two run even on two cores.
 */
export const FILES_AT_ONCE = Math.max(
  1,
  Math.min(Math.max(2, availableParallelism() - 1), Math.floor(totalmem() / MEMORY_OF_A_FILE)),
);

/** Prints one line and ends the process: start-up problems are never a stack trace. */
export function fail(message) {
  console.error(`farm3d: ${message}`);
  process.exit(1);
}

export function requireNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) fail(`Node.js 20 or newer is needed, this is ${process.version}. See https://nodejs.org.`);
}

export const SKIPPED = new Set([
  'node_modules',
  'dist',
  '.git',
  'data',
  '.artifacts',
  '.cache',
  'REFERENCE.md',
]);

/** Every file below the given paths (relative to the root), sorted; build outputs and tests left out. */
function filesBelow(paths, root = ROOT) {
  const found = [];
  const visit = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path)) if (!SKIPPED.has(name)) visit(join(path, name));
    } else if (!/\.test\.tsx?$/.test(path)) {
      found.push(path);
    }
  };
  for (const path of paths) visit(join(root, path));
  return found.sort((a, b) => (a < b ? -1 : 1));
}

/** Hash of names and contents of the files below the given paths. */
export function hashOf(paths, root = ROOT) {
  const hash = createHash('sha256');
  for (const file of filesBelow(paths, root)) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** The hash that `setStamp` kept under this name; '' when none. */
export function stampOf(name) {
  const path = join(MEMORY, `${name}.hash`);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

export function setStamp(name, hash) {
  mkdirSync(MEMORY, { recursive: true });
  writeFileSync(join(MEMORY, `${name}.hash`), hash);
}

/** Passes on the signals that a terminal does not send to the whole group: the program does not outlive this process. */
function endsWithUs(child) {
  const pass = (signal) => child.kill(signal);
  for (const signal of ['SIGTERM', 'SIGHUP']) {
    process.on(signal, pass);
    child.once('close', () => process.off(signal, pass));
  }
  return child;
}

/** Runs a program to its end; resolves with the exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = endsWithUs(spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options }));
    child.on('error', () => resolve(127));
    child.on('close', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

/** Runs a program to its end; resolves with its output and its exit code. */
export async function listen(command, args, options) {
  const child = endsWithUs(spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message;
      resolve(127);
    });
    child.on('close', (status) => resolve(status ?? 1));
  });
  return { code, output };
}

/** Node 24, which the workspace installs for itself; else a system Node of the same version. */
export function modernNode() {
  const own = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  return fail(
    `the workspace's own Node.js was not installed for ${process.platform}-${process.arch}; install Node.js 24 and start again.`,
  );
}

/** The environment in which the workspace's tools run: its own Node first, then the programs in `bins`. */
export function toolEnvironment(extra = {}, ...bins) {
  const path = [join(ROOT, 'node_modules', '.bin'), ...bins, process.env.PATH ?? ''].join(delimiter);
  return { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, PATH: path, ...extra };
}

/** Installs the dependencies of the lockfile, only when lockfile or manifests changed. */
export async function install() {
  const manifests = filesBelow([
    'package.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'packages',
    'apps',
    'tests',
    'gallery',
  ])
    .map((file) => relative(ROOT, file))
    .filter((file) => !file.includes('/') || file.endsWith('package.json'));
  const hash = hashOf(manifests);
  if (stampOf('install') === hash && existsSync(join(ROOT, 'node_modules', '.bin'))) return;
  console.log('farm3d: installing (the first time takes about a minute) …');
  const code = await run(
    'npx',
    [
      '-y',
      PNPM,
      'install',
      '--frozen-lockfile',
      '--prefer-offline',
      '--reporter=append-only',
      '--loglevel=error',
    ],
    {
      shell: process.platform === 'win32',
    },
  );
  if (code !== 0)
    fail('the installation failed: the lines above say why. Check the network, then start again.');
  setStamp('install', hash);
}
