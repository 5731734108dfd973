import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeUnusedPages } from './page-cache.mjs';

test('pages in use are kept; those unused for more than a week and files of an interrupted build are removed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'farm3d-pages-'));
  const now = Date.UTC(2026, 5, 20);
  const ages = { 'viewer-a1': 1, 'viewer-b2': 8, 'building-x': 2, 'building-y': 0.5 };
  for (const [name, days] of Object.entries(ages)) {
    const lastUse = new Date(now - days * 86_400_000);
    mkdirSync(join(folder, name));
    utimesSync(join(folder, name), lastUse, lastUse);
  }
  try {
    removeUnusedPages(folder, now);
    expect(readdirSync(folder).toSorted()).toEqual(['building-y', 'viewer-a1']);
    removeUnusedPages(join(folder, 'not-there'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
