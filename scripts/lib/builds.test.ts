import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { foldersFor, sourcesOf } from './builds.mjs';
import { ROOT, hashOf } from './workspace.mjs';

let root: string;

/** A workspace with the manifests of this one and one source file per package. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'farm3d-builds-'));
  for (const group of ['packages', 'apps']) {
    for (const name of readdirSync(join(ROOT, group))) {
      const folder = join(root, group, name);
      mkdirSync(join(folder, 'src'), { recursive: true });
      cpSync(join(ROOT, group, name, 'package.json'), join(folder, 'package.json'));
      writeFileSync(join(folder, 'src/index.ts'), '');
    }
  }
});
afterEach(() => rmSync(root, { recursive: true }));

function edit(path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), 'export {};');
}

function isStaleAfter(build: string, path: string): boolean {
  const before = hashOf(sourcesOf(build, root), root);
  edit(path);
  return hashOf(sourcesOf(build, root), root) !== before;
}

test.each([
  ...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/src/index.ts`),
  'packages/agronomy/src/deep/new-file.ts',
  'apps/web/src/index.ts',
  'apps/web/index.html',
  'pnpm-lock.yaml',
  'tsconfig.base.json',
])('an edit of %s makes the built web app stale', (path) => {
  expect(isStaleAfter('web', path)).toBe(true);
});

test.each([
  ['web', 'apps/server/src/index.ts'],
  ['web', 'apps/simulator/src/index.ts'],
  ['web', 'packages/agronomy/src/drought.test.ts'],
  ['web', 'apps/web/dist/index.html'],
  ['models', 'packages/api/src/index.ts'],
  ['areas', 'apps/server/src/index.ts'],
])('the %s build is up to date after an edit of %s', (build, path) => {
  expect(isStaleAfter(build, path)).toBe(false);
});

test('the areas are built from the folder of the script, wherever the repository is', () => {
  const script = { name: '@farm3d/server', scripts: { build: 'node src/somewhere/build-areas.ts' } };
  writeFileSync(join(root, 'apps/server/package.json'), JSON.stringify(script));
  expect(isStaleAfter('areas', 'apps/server/src/somewhere/area-rules.ts')).toBe(true);
});

test('transitive dependencies count, and an unknown one is an error', () => {
  const manifest = (name: string, dependencies: object) =>
    writeFileSync(join(root, `packages/${name}/package.json`), JSON.stringify({ name, dependencies }));
  manifest('ui', { models: 'workspace:*' });
  manifest('models', { agronomy: 'workspace:^' });
  manifest('agronomy', { three: '0.187.0' });
  expect(foldersFor('packages/ui', root)).toEqual(['packages/ui', 'packages/models', 'packages/agronomy']);
  manifest('agronomy', { gone: 'workspace:*' });
  expect(() => foldersFor('packages/ui', root)).toThrow('packages/agronomy depends on gone');
});
