// `npm run examples [-- NAME…]`: packs farm3d-engine, installs it in a new folder for each bundler and page
// of `examples.ts`, opens it in a browser, and writes a screenshot of each to
// tests/.artifacts/package-examples.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../support/browser.ts';
import { EXAMPLES, type Example } from './examples.ts';
import { serveFolder, writeModels } from './folders.ts';
import { LivePlatform, tryLive } from './live.ts';
import { packEngine } from './tarball.ts';
import { install, tryExample, writeFolder } from './try-example.ts';

const PICTURES = fileURLToPath(new URL('../.artifacts/package-examples/', import.meta.url));

const wanted = process.argv.slice(2);
const chosen = EXAMPLES.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)),
);
if (chosen.length === 0) throw new Error(`no example is named ${wanted.join(', ')}`);

/** What an installation consists of. */
const INSTALLED = ['node_modules', 'package.json', 'package-lock.json'];

/** Seconds since an instant of `Date.now()`. */
const since = (started: number) => Math.round((Date.now() - started) / 1000);

const begun = Date.now();
mkdirSync(PICTURES, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'farm3d-examples-'));
const tarball = packEngine();
writeModels(join(work, 'models'));
const models = await serveFolder(join(work, 'models'), { 'Access-Control-Allow-Origin': '*' });
const browser = await launchBrowser();
const platform = chosen.some(({ live }) => live) ? await LivePlatform.start() : undefined;
let failed = 0;
try {
  // Examples with the same packages share one installation. The next one is made while the present one is used.
  const groups = [...Map.groupBy(chosen, ({ packages }) => JSON.stringify(packages)).values()];
  let next = installFor(groups, 0);
  for (const [index, examples] of groups.entries()) {
    const installed = await next;
    next = installFor(groups, index + 1);
    for (const example of examples) if (!(await isShown(example, installed))) failed++;
  }
} finally {
  await browser.close();
  await models.close();
  await platform?.stop();
  tarball.remove();
  rmSync(work, { recursive: true, force: true });
}
console.log(`${chosen.length} examples: ${since(begun)} s`);
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** The packages of a group, in a folder of their own. */
interface Installed {
  readonly folder: string;
  readonly seconds: number;
  readonly error?: unknown;
}

async function installFor(groups: readonly (readonly Example[])[], index: number): Promise<Installed> {
  const folder = join(work, `installed-${index}`);
  const started = Date.now();
  try {
    const [example] = groups[index] ?? [];
    if (example) await install(example, folder, tarball.file);
    return { folder, seconds: since(started) };
  } catch (error) {
    return { folder, seconds: since(started), error };
  }
}

/** Tries an example in a new folder, reports it and keeps its screenshot. */
async function isShown(example: Example, installed: Installed): Promise<boolean> {
  const folder = join(work, example.name);
  const started = Date.now();
  let faults: readonly string[];
  let found = '';
  try {
    if (installed.error) throw installed.error;
    writeFolder(example, folder);
    for (const name of INSTALLED) renameSync(join(installed.folder, name), join(folder, name));
    const { picture, colours, faults: reported } = await open(example, folder);
    faults = reported;
    found = `${colours} colours`;
    writeFileSync(join(PICTURES, `${example.name}.png`), picture);
  } catch (error) {
    faults = [error instanceof Error ? error.message : String(error)];
  }
  if (existsSync(folder)) handBack(folder, installed.folder);
  const isGood = faults.length === 0;
  console.log(
    `${isGood ? 'ok  ' : 'FAIL'} ${example.name.padEnd(20)} ${since(started)} s, installed in ${installed.seconds} s  ${found}`,
  );
  for (const fault of faults) console.log(`     ${fault}`);
  return isGood;
}

/** Opens an example: of a running platform, or with models of its own. */
async function open(example: Example, folder: string) {
  if (platform && example.live) return tryLive(example, folder, browser, platform);
  const { faults, visit } = await tryExample(example, folder, models.origin, browser);
  return { ...visit, faults };
}

/** Moves an installation to where the next example finds it, without what bundlers keep in it. */
function handBack(folder: string, installed: string): void {
  for (const name of ['.vite', '.vite-temp', '.cache'])
    rmSync(join(folder, 'node_modules', name), { recursive: true, force: true });
  for (const name of INSTALLED)
    if (existsSync(join(folder, name))) renameSync(join(folder, name), join(installed, name));
  rmSync(folder, { recursive: true, force: true });
}
