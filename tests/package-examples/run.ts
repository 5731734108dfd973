// `npm run examples [-- NAME…]`: packs farm3d-engine, installs it in a fresh folder for each bundler and page of
// `examples.ts`, opens it in a browser, and leaves a picture of each in tests/.artifacts/package-examples.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../support/browser.ts';
import { EXAMPLES } from './examples.ts';
import { serveFolder, writeModels } from './folders.ts';
import { packEngine } from './tarball.ts';
import { install, tryExample, writeFolder } from './try-example.ts';

const PICTURES = fileURLToPath(new URL('../.artifacts/package-examples/', import.meta.url));

const wanted = process.argv.slice(2);
const chosen = EXAMPLES.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)),
);
if (chosen.length === 0) throw new Error(`no example is named ${wanted.join(', ')}`);

mkdirSync(PICTURES, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'farm3d-examples-'));
const tarball = packEngine();
writeModels(join(work, 'models'));
const models = await serveFolder(join(work, 'models'), { 'Access-Control-Allow-Origin': '*' });
const browser = await launchBrowser();
let failed = 0;
try {
  for (const example of chosen) {
    const folder = join(work, example.name);
    const started = Date.now();
    let faults: readonly string[];
    let found = '';
    try {
      writeFolder(example, folder);
      await install(example, folder, tarball.file);
      const { faults: reported, visit } = await tryExample(example, folder, models.origin, browser);
      faults = reported;
      found = `${visit.workers.length} workers from ${example.workers}, ${visit.colours} colours`;
      writeFileSync(join(PICTURES, `${example.name}.png`), visit.picture);
    } catch (error) {
      faults = [error instanceof Error ? error.message : String(error)];
    }
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${example.name.padEnd(20)} ${seconds} s  ${found}`);
    for (const fault of faults) console.log(`     ${fault}`);
    if (faults.length > 0) failed++;
    rmSync(folder, { recursive: true, force: true });
  }
} finally {
  await browser.close();
  await models.close();
  tarball.remove();
  rmSync(work, { recursive: true, force: true });
}
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
