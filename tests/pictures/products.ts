import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NodeIO } from '@gltf-transform/core';
import { EXTMeshGPUInstancing, KHRDracoMeshCompression } from '@gltf-transform/extensions';
import type { ManifestEntry } from '@farm3d/models';
import draco from 'draco3dgltf';
import { servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';

// A picture of every built-in model, transparent, 512 px: `npm run pictures -- products [MODEL…]`. Only what changed is
// taken again; `packages/models/pictures/sources.json` says what each picture was taken of.

const MODELS = resolve(import.meta.dirname, '../../packages/models');
const FOLDER = join(MODELS, 'pictures');
const STUDIO = join(import.meta.dirname, '../browser/pages/product/main.ts');
const PIXELS = 512;

interface Source {
  /** Hex digest of the model's near file. */
  model: string;
  /** Of the page that lights and frames it. */
  studio: string;
  /** Of the picture itself. */
  picture: string;
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const manifest = JSON.parse(readFileSync(join(MODELS, 'dist/manifest.json'), 'utf8')) as ManifestEntry[];
const sourcesFile = join(FOLDER, 'sources.json');
const before: Record<string, Source> = existsSync(sourcesFile)
  ? (JSON.parse(readFileSync(sourcesFile, 'utf8')) as Record<string, Source>)
  : {};
const studio = digest(readFileSync(STUDIO));
const wanted = new Set(process.argv.slice(2));
mkdirSync(FOLDER, { recursive: true });

const isFresh = ({ name, sha256 }: ManifestEntry): boolean => {
  const known = before[name];
  return !wanted.has(name) && known?.model === sha256 && known.studio === studio;
};

const io = new NodeIO()
  .registerExtensions([KHRDracoMeshCompression, EXTMeshGPUInstancing])
  .registerDependencies({ 'draco3d.decoder': await draco.createDecoderModule() });

/** The model's file without compression: the page has no decoder. */
async function plain(name: string): Promise<Uint8Array> {
  const document = await io.readBinary(readFileSync(join(MODELS, 'dist', `${name}.glb`)));
  document
    .getRoot()
    .listExtensionsUsed()
    .find(({ extensionName }) => extensionName === KHRDracoMeshCompression.EXTENSION_NAME)
    ?.dispose();
  return io.writeBinary(document);
}

const sources: Record<string, Source> = {};
const stale = manifest.filter((entry) => !isFresh(entry));
for (const entry of manifest) if (isFresh(entry)) sources[entry.name] = before[entry.name]!;

if (stale.length > 0) {
  const server = await servePage('product', { policy: '' });
  let current: Uint8Array = new Uint8Array();
  server.answer = (request, response) => {
    if (!request.url?.startsWith('/model/')) return false;
    response.end(current);
    return true;
  };
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.goto(server.url);
    await page.waitForFunction(() => window.takePicture !== undefined);
    for (const { name, sha256 } of stale) {
      current = await plain(name);
      const picture = Buffer.from(
        await page.evaluate((url, pixels) => window.takePicture(url, pixels), `/model/${name}.glb`, PIXELS),
        'base64',
      );
      writeFileSync(join(FOLDER, `${name}.webp`), picture);
      sources[name] = { model: sha256, studio, picture: digest(picture) };
      console.log(`${name}.webp ${picture.length}`);
    }
  } finally {
    await browser.close();
    await server.close();
  }
}
const ordered = Object.fromEntries(manifest.map(({ name }) => [name, sources[name]]));
writeFileSync(sourcesFile, `${JSON.stringify(ordered, null, 2)}\n`);
console.log(`${stale.length} pictures taken, ${manifest.length - stale.length} were fresh`);
