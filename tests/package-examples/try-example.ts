import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'puppeteer';
import { waitFor } from '../support/wait.ts';
import type { Example } from './examples.ts';
import { serveFolder } from './folders.ts';
import { visit, type Visit } from './visit.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ANYBODY = { 'Access-Control-Allow-Origin': '*' };
/** Minimum number of distinct colours: a page with a scene and a map has thousands. */
const MIN_COLOURS = 300;

const call = promisify(execFile);

/** Creates a project folder as described in the package's README, without configuration. */
export function writeFolder(example: Example, folder: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(join(HERE, example.folder), folder, { recursive: true });
  cpSync(join(HERE, 'scene.js'), join(folder, 'scene.js'));
}

/** Installs the packages of the example and the packed engine in a new folder. */
export async function install(example: Example, folder: string, tarball: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const manifest = { name: 'farm3d-example', private: true, version: '0.0.0' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  const named = Object.entries(example.packages).map(([name, version]) => `${name}@${version}`);
  const given = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--save-exact'];
  await call('npm', [...given, tarball, 'three@0.187.0', ...named], { cwd: folder });
}

/** Builds, serves and opens the example. @returns faults, and the visit */
export async function tryExample(
  example: Example,
  folder: string,
  models: string,
  browser: Browser,
): Promise<{ readonly faults: readonly string[]; readonly visit: Visit }> {
  await buildExample(example, folder);
  const other = example.packagesAt?.startsWith('OTHER') ? await serveFolder(folder, ANYBODY) : undefined;
  if (example.packagesAt)
    fillIn(join(folder, 'index.html'), example.packagesAt.replace('OTHER', other?.origin ?? ''));
  const server = await serveExample(example, folder, await freePort());
  try {
    const query = [`models=${encodeURIComponent(models)}/`, ...(example.query ? [example.query] : [])];
    const seen = await visit(browser, `${server.origin}/?${query.join('&')}`, example.patienceMs);
    return { faults: faultsOf(example, seen), visit: seen };
  } finally {
    await server.close();
    await other?.close();
  }
}

/** Runs the build of an example. */
export async function buildExample({ build }: Example, folder: string): Promise<void> {
  if (build) await inFolder(folder, build);
}

function fillIn(page: string, packages: string): void {
  writeFileSync(page, readFileSync(page, 'utf8').replaceAll('PACKAGES', packages));
}

function faultsOf(example: Example, { outcome, complaints, workers, alive, colours }: Visit): string[] {
  const faults: string[] = [];
  const [reported, expected] = [outcome, example.expected].map((value) => JSON.stringify(value));
  if (reported !== expected) faults.push(`the page says ${reported} instead of ${expected}`);
  const isMissing = (text: string) => example.missesFile && /404.*worker\.js/.test(text);
  for (const text of complaints) if (!isMissing(text)) faults.push(`console: ${text}`);
  const fromText = workers.filter((url) => url.startsWith('blob:')).length;
  const isAsExpected = example.workers === 'text' ? fromText > 0 : fromText === 0 && workers.length > 0;
  if (!isAsExpected) faults.push(`workers are from ${workers.join(', ') || 'nowhere'}`);
  // One viewer has at most four.
  if (alive > 4 * (example.viewers ?? 1)) faults.push(`${alive} workers are left`);
  if (colours < MIN_COLOURS) faults.push(`the picture has ${colours} colours`);
  return faults;
}

const binOf = (folder: string, name: string) => join(folder, 'node_modules/.bin', name);

/** The environment of a terminal: bundlers build differently with a test runner's NODE_ENV. */
const { NODE_ENV: _, VITEST: __, ...terminal } = process.env;
const environment = { ...terminal, CI: '1', NEXT_TELEMETRY_DISABLED: '1', NO_COLOR: '1' };

async function inFolder(folder: string, [name, ...given]: readonly string[]): Promise<void> {
  try {
    await call(binOf(folder, name!), given, { cwd: folder, env: environment });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${name} ${given.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

/** Serves an example at a port. */
export async function serveExample(
  { server, serves = '.', policy }: Example,
  folder: string,
  port: number,
): Promise<{ readonly origin: string; close(): Promise<void> }> {
  if (!server)
    return serveFolder(join(folder, serves), policy ? { 'Content-Security-Policy': policy } : {}, port);
  const [name, ...given] = server.map((word) => (word === 'PORT' ? String(port) : word));
  const child = spawn(binOf(folder, name!), given, { cwd: folder, env: environment, stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const close = async () => {
    child.kill();
    await ended;
  };
  const origin = `http://127.0.0.1:${port}`;
  try {
    await waitFor(
      () =>
        fetch(origin).then(
          ({ ok }) => ok,
          () => child.exitCode !== null,
        ),
      {
        timeoutMs: 60_000,
        intervalMs: 200,
        what: () => `${name} to serve:\n${output}`,
      },
    );
  } catch (error) {
    await close();
    throw error;
  }
  return { origin, close };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return port;
}
