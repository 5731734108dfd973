import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSources } from './source-watch.mjs';

let root: string;
let unwatch: () => void;
let received: string[][];

const write = (path: string) => writeFileSync(join(root, path), `${Math.random()}`);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'farm3d-watch-'));
  for (const folder of [
    'apps/server/src/deep',
    'apps/server/migrations',
    'packages/api/src',
    'packages/ui/src',
  ])
    mkdirSync(join(root, folder), { recursive: true });
  received = [];
  const folders = ['apps/server', 'packages/api', 'packages/no-sources'];
  unwatch = watchSources(folders, (changed: string[]) => received.push(changed), root);
});
afterEach(() => {
  unwatch();
  rmSync(root, { recursive: true });
});

test('an edit is reported once, with its package; tests and other packages are ignored', async () => {
  write('apps/server/src/deep/main.test.ts');
  write('packages/ui/src/button.ts');
  write('packages/api/src/.swap');
  // Events arrive in order: this one comes last.
  write('apps/server/src/deep/main.ts');
  await vi.waitFor(() => expect(received).toEqual([['apps/server']]), 30_000);
  write('apps/server/migrations/0001_first.sql');
  await vi.waitFor(() => expect(received).toHaveLength(2), 30_000);
  write('packages/api/src/new.ts');
  await vi.waitFor(() => expect(received.slice(1)).toEqual([['apps/server'], ['packages/api']]), 30_000);
});
