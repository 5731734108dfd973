// Second tier (publish): the packed engine in bundlers and pages
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXAMPLES } from '../package-examples/examples.ts';
import { type FolderServer, serveFolder, writeModels } from '../package-examples/folders.ts';
import { packEngine, type Tarball } from '../package-examples/tarball.ts';
import { tryExample, writeFolder } from '../package-examples/try-example.ts';
import { launchBrowser } from '../support/browser.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The examples whose bundler the workspace has installed; `npm run examples` installs and tests all. */
const SAMPLE = ['vite8-dev', 'strict-policy', 'esbuild', 'other-origin', 'element'];

let work: string;
let tarball: Tarball;
let models: FolderServer;
let browser: Browser;

/** Links the packages that npm would install, without a registry. */
function link(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  execFileSync('tar', ['-xzf', tarball.file, '-C', modules]);
  renameSync(join(modules, 'package'), join(modules, 'farm3d-engine'));
  const programs = { three: '', gsap: '', vite: 'bin/vite.js', esbuild: 'bin/esbuild' };
  for (const [name, program] of Object.entries(programs)) {
    symlinkSync(installed(name), join(modules, name));
    if (program) symlinkSync(join(modules, name, program), join(modules, '.bin', name));
  }
}

/** Path of a package in the workspace: a dependency of the tests, or of the engine's build tool. */
function installed(name: string): string {
  const own = join(ROOT, 'tests/node_modules', name);
  if (existsSync(own)) return realpathSync(own);
  return join(realpathSync(join(ROOT, 'packages/farm3d-engine/node_modules/tsup')), '..', name);
}

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'farm3d-examples-'));
  tarball = packEngine();
  writeModels(join(work, 'models'));
  models = await serveFolder(join(work, 'models'), { 'Access-Control-Allow-Origin': '*' });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await models?.close();
  tarball?.remove();
  rmSync(work, { recursive: true, force: true });
});

it.each(SAMPLE)('shows a scene and a map as installed, without configuration: %s', async (name) => {
  const example = EXAMPLES.find((one) => one.name === name)!;
  const folder = join(work, name);
  writeFolder(example, folder);
  link(folder);
  const { faults } = await tryExample(example, folder, models.origin, browser);
  expect(faults).toEqual([]);
});
