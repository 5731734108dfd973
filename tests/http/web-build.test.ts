import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

// The built files of the web app, as its server sends them.

/** Maximum size of scripts of the main thread, gzipped KB; without workers and code that is loaded later. */
const SCRIPT_KB = 350;
const ASSETS = new URL('../../apps/web/dist/assets/', import.meta.url).pathname;

test(`the scripts before the first frame of the scene page have at most ${SCRIPT_KB} KB`, async () => {
  const files = (await readdir(ASSETS)).filter((name) => name.endsWith('.js'));
  const texts = new Map<string, string>();
  for (const name of files) texts.set(name, await readFile(join(ASSETS, name), 'utf8'));
  const needed = new Set<string>();
  const need = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    const text = texts.get(name) ?? '';
    for (const [, other] of text.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      if (other) need(other);
  };
  const page = await readFile(join(ASSETS, '../index.html'), 'utf8');
  for (const [, name] of page.matchAll(/assets\/([^"']+\.js)/g)) if (name) need(name);
  for (const [name, text] of texts) if (text.includes('scene-canvas')) need(name);
  // At least the entry and the scene page.
  expect(needed.size).toBeGreaterThan(2);
  const bytes = [...needed].reduce(
    (sum, name) => sum + gzipSync(texts.get(name) ?? '', { level: 9 }).length,
    0,
  );
  console.log(`scripts before the first frame: ${(bytes / 1000).toFixed(1)} of ${SCRIPT_KB} KB gzip`);
  expect(bytes / 1000).toBeLessThan(SCRIPT_KB);
});
