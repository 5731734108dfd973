import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ManifestEntry } from '@farm3d/models';
import { EngineDriver } from '../browser/engine-driver.ts';
import { servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { openStudio, studioText, takeProduct } from './product-photo.ts';

// An image of every built-in model, transparent, 512 px, rendered by the engine: `npm run pictures --
// products [MODEL…]`. Only stale images are rendered; `packages/models/pictures/sources.json` has the digests
// of each image's sources.

const MODELS = resolve(import.meta.dirname, '../../packages/models');
const FOLDER = join(MODELS, 'pictures');

interface Source {
  /** Hex digest of the model's near file. */
  model: string;
  /** Hex digest of the files that determine how it is rendered. */
  studio: string;
  /** Hex digest of the image. */
  picture: string;
}

const digest = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

const manifest = JSON.parse(readFileSync(join(MODELS, 'dist/manifest.json'), 'utf8')) as ManifestEntry[];
const sourcesFile = join(FOLDER, 'sources.json');
const before: Record<string, Source> = existsSync(sourcesFile)
  ? (JSON.parse(readFileSync(sourcesFile, 'utf8')) as Record<string, Source>)
  : {};
const studio = digest(studioText());
const wanted = new Set(process.argv.slice(2));
mkdirSync(FOLDER, { recursive: true });

const isFresh = ({ name, sha256 }: ManifestEntry): boolean => {
  const known = before[name];
  return !wanted.has(name) && known?.model === sha256 && known.studio === studio;
};

const sources: Record<string, Source> = { ...before };
const stale = manifest.filter((entry) => !isFresh(entry));
/** Writes the digests in the manifest's order after each image, so that an interrupted run can continue. */
const note = () =>
  writeFileSync(
    sourcesFile,
    `${JSON.stringify(Object.fromEntries(manifest.map(({ name }) => [name, sources[name]])), null, 2)}\n`,
  );

if (stale.length > 0) {
  const server = await servePage('viewer');
  const browser = await launchBrowser();
  try {
    const driver = await EngineDriver.open(browser, server.url, 320, 320);
    await openStudio(driver);
    for (const entry of stale) {
      const picture = await takeProduct(driver, entry);
      writeFileSync(join(FOLDER, `${entry.name}.webp`), picture);
      sources[entry.name] = { model: entry.sha256, studio, picture: digest(picture) };
      note();
      console.log(`${entry.name}.webp ${picture.length}`);
    }
    if (driver.complaints.length > 0) throw new Error(driver.complaints.join('\n'));
  } finally {
    await browser.close();
    await server.close();
  }
}
note();
console.log(`${stale.length} pictures taken, ${manifest.length - stale.length} were fresh`);
