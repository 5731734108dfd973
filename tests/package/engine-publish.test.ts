// Second tier (publish): what npm would publish
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ENGINE = join(ROOT, 'packages/farm3d-engine');

interface Published {
  readonly name: string;
  readonly version: string;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

let folder: string;
let published: Published;

/** The files that npm would publish, without a registry: the package as published by `npm run release`. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'farm3d-publish-'));
  cpSync(ENGINE, folder, { recursive: true, filter: (path) => !/\/(node_modules|dist|\.cache)$/.test(path) });
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  const tsup = createRequire(join(ENGINE, 'package.json')).resolve('tsup/package.json');
  const dist = join(folder, 'dist');
  const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: ENGINE, stdio: 'pipe' });
  node(join(tsup, '../dist/cli-default.js'), '--out-dir', dist, '--silent');
  node(join(ROOT, 'node_modules/@typescript/native/bin/tsc'), '-p', 'tsconfig.build.json', '--outDir', dist);
  const reported = execFileSync(
    'npm',
    ['publish', '--dry-run', '--offline', '--json', '--ignore-scripts', '--access', 'public'],
    { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const answer = JSON.parse(reported) as Published | Record<string, Published>;
  published = 'files' in answer ? (answer as Published) : Object.values(answer)[0]!;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const paths = () => published.files.map(({ path }) => path);

it('npm would publish the version of the changelog', () => {
  expect([published.name, published.version]).toEqual([
    'farm3d-engine',
    /^## (\d+\.\d+\.\d+) /m.exec(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'))?.[1],
  ]);
});

it('contains the script and the types of each entry, the licence and the readme', () => {
  const { exports, bin } = JSON.parse(readFileSync(join(ENGINE, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string; default: string }>;
    bin: Record<string, string>;
  };
  const wanted = Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' ? entry : [entry.types, entry.default],
  );
  const named = [...wanted, ...Object.values(bin)].map((path) => path.replace('./', ''));
  const missing = [...named, 'LICENSE', 'README.md'].filter((path) => !paths().includes(path));
  expect(missing).toEqual([]);
});

it('contains no source, test or fixture', () => {
  expect(paths().filter((path) => /^src\/|\.test\.|test-|(?<!\.d)\.tsx?$/.test(path))).toEqual([]);
});

it('depends on no package of the workspace', () => {
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  expect(text).not.toContain('workspace:');
});
