// What start and test share: where things are, what changed, and how a step is run. No dependency:
// these scripts run before anything is installed, on any Node from version 20.
import { createHash } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The package manager, by exact version: the lockfile's format belongs to it. */
export const PNPM = 'pnpm@12.21.0';

const STAMPS = join(ROOT, 'node_modules', '.farm3d');

/** Prints one line and ends the process: start-up problems are never a stack trace. */
export function fail(message) {
  console.error(`farm3d: ${message}`);
  process.exit(1);
}

export function requireNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) fail(`Node.js 20 or newer is needed, this is ${process.version}. See https://nodejs.org.`);
}

const SKIPPED = new Set(['node_modules', 'dist', '.git', 'data', '.artifacts', '.cache']);

/** Every file below the given paths (relative to the root), sorted; build outputs and tests left out. */
function filesBelow(paths) {
  const found = [];
  const visit = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path)) if (!SKIPPED.has(name)) visit(join(path, name));
    } else if (!/\.test\.tsx?$/.test(path)) {
      found.push(path);
    }
  };
  for (const path of paths) visit(join(ROOT, path));
  return found.sort((a, b) => (a < b ? -1 : 1));
}

export function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of filesBelow(paths)) {
    hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function stampOf(name) {
  const path = join(STAMPS, `${name}.hash`);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function setStamp(name, hash) {
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(join(STAMPS, `${name}.hash`), hash);
}

/** Runs a program to its end; resolves with the exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
    child.on('error', () => resolve(127));
    child.on('close', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

/** Runs a program to its end and keeps what it says; resolves with that and with the exit code. */
export async function listen(command, args, options) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      said += error.message;
      resolve(127);
    });
    child.on('close', (status) => resolve(status ?? 1));
  });
  return { code, said };
}

/** Node 24, which the workspace installs for itself; an equally new system Node stands in where it did not. */
export function modernNode() {
  const own = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  return fail(
    `the workspace's own Node.js was not installed for ${process.platform}-${process.arch}; install Node.js 24 and start again.`,
  );
}

/** The environment in which the workspace's tools run: its own Node first. */
export function toolEnvironment(extra = {}) {
  const bin = join(ROOT, 'node_modules', '.bin');
  const separator = process.platform === 'win32' ? ';' : ':';
  return { ...process.env, PATH: `${bin}${separator}${process.env.PATH ?? ''}`, ...extra };
}

/** Installs what the lockfile says, only when lockfile or manifests changed. */
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

/** What is built, from what, and into what. A build runs when the hash of its sources changed. */
const BUILDS = [
  {
    name: 'models',
    label: '3D models',
    sources: ['packages/models', 'pnpm-lock.yaml'],
    output: 'packages/models/dist/manifest.json',
    command: [['src/build.ts'], 'packages/models'],
  },
  {
    name: 'areas',
    label: 'areas',
    sources: ['apps/server/src/features/areas', 'pnpm-lock.yaml'],
    output: 'apps/server/dist/areas/upper.br',
    command: [['src/features/areas/build-areas.ts'], 'apps/server'],
  },
  {
    name: 'web',
    label: 'web app',
    sources: [
      'packages/api',
      'packages/farm3d-engine',
      'packages/ui',
      'apps/web',
      'pnpm-lock.yaml',
      'tsconfig.base.json',
    ],
    output: 'apps/web/dist/index.html',
    command: [['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], 'apps/web'],
  },
];

/** Builds what changed, side by side. `only` names builds; all by default. */
export async function build(only) {
  const node = modernNode();
  await Promise.all(
    BUILDS.filter(({ name }) => !only || only.includes(name)).map((item) => buildOne(node, item)),
  );
}

async function buildOne(node, { name, label, sources, output, command: [args, folder] }) {
  const hash = hashOf(sources);
  if (stampOf(name) === hash && existsSync(join(ROOT, output))) return;
  console.log(`farm3d: building the ${label} …`);
  const { code, said } = await listen(node, args, { cwd: join(ROOT, folder), env: toolEnvironment() });
  if (code !== 0) {
    console.error(said.trimEnd());
    fail(`building the ${label} failed: the lines above say why.`);
  }
  setStamp(name, hash);
}
