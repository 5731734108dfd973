import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { servePage } from '../browser/pages/page-server.ts';
import { launchBrowser } from '../support/browser.ts';

// `npm run pictures -- gallery [DEMO…]`: the gallery's pages at the high tier as one sheet, docs/pictures/gallery.webp.
// With names: those pages as they are, one PNG each. PICTURES names another folder.

const FOLDER = resolve(process.env['PICTURES'] ?? join(import.meta.dirname, '../../docs/pictures'));
const [WIDTH, HEIGHT] = [1440, 900];
const COLUMNS = 4;
const TILE = 400;
const QUALITY = 0.82;
/** Time until levels of detail are loaded and the full-resolution frame is drawn, milliseconds. */
const SETTLED_MS = 2_500;

mkdirSync(FOLDER, { recursive: true });
const server = await servePage('gallery', { root: join(import.meta.dirname, '../../gallery') });
const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => console.error(error));
  await page.setViewport({ width: WIDTH, height: HEIGHT });
  await page.goto(`${server.url}?quality=high&lang=en&still`);
  const all = await page.$$eval('#entries a', (links) => links.map(({ hash }) => hash.slice(2)));
  const wanted = process.argv.slice(2);
  const tiles: string[] = [];
  for (const demo of wanted.length > 0 ? wanted : all) {
    await page.evaluate((demo) => (location.hash = `#/${demo}`), demo);
    await page.waitForFunction((id) => document.body.dataset['ready'] === id, {}, demo.split('/')[0]);
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    const picture = await page.screenshot({ encoding: 'base64' });
    if (wanted.length > 0) {
      writeFileSync(join(FOLDER, `gallery-${demo.replaceAll('/', '-')}.png`), Buffer.from(picture, 'base64'));
    } else tiles.push(picture);
    console.log(demo);
  }
  if (tiles.length > 0) {
    const sheet = await page.evaluate(
      async (tiles, columns, width, height, quality) => {
        const canvas = new OffscreenCanvas(columns * width, Math.ceil(tiles.length / columns) * height);
        const context = canvas.getContext('2d')!;
        context.imageSmoothingQuality = 'high';
        for (const [i, tile] of tiles.entries()) {
          const bytes = Uint8Array.from(atob(tile), (letter) => letter.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes]));
          context.drawImage(bitmap, (i % columns) * width, Math.floor(i / columns) * height, width, height);
        }
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
        const bytes = new Uint8Array(await blob.arrayBuffer());
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      },
      tiles,
      COLUMNS,
      TILE,
      (TILE * HEIGHT) / WIDTH,
      QUALITY,
    );
    const file = join(FOLDER, 'gallery.webp');
    writeFileSync(file, Buffer.from(sheet, 'base64'));
    console.log(file);
  }
} finally {
  await browser.close();
  await server.close();
}
