import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ENGINE = join(ROOT, 'packages/farm3d-engine');

/** The version that the workspace is installed with (`scripts/lib/workspace.mjs`). */
const [, PNPM] = /PNPM = '([^']+)'/.exec(readFileSync(join(ROOT, 'scripts/lib/workspace.mjs'), 'utf8'))!;

/** The packed package, as it would be published. */
export interface Tarball {
  readonly file: string;
  remove(): void;
}

/** Builds and packs farm3d-engine in a separate folder, not in `dist`. The reference takes ten seconds and no example reads it. */
export function packEngine({ hasReference = false } = {}): Tarball {
  const folder = mkdtempSync(join(tmpdir(), 'farm3d-tarball-'));
  const copy = join(folder, 'packages/farm3d-engine');
  const isSource = (path: string) => !/\/(node_modules|dist|\.cache)$/.test(path);
  cpSync(ENGINE, copy, { recursive: true, filter: isSource });
  for (const file of ['pnpm-workspace.yaml', 'tsconfig.base.json', 'LICENSE'])
    cpSync(join(ROOT, file), join(folder, file));
  const require = createRequire(join(ENGINE, 'package.json'));
  const node = (script: string, ...args: string[]) =>
    execFileSync(process.execPath, [script, ...args], {
      cwd: ENGINE,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const out = join(copy, 'dist');
  node(join(require.resolve('tsup/package.json'), '../dist/cli-default.js'), '--out-dir', out, '--silent');
  node(join(ROOT, 'node_modules/@typescript/native/bin/tsc'), '-p', 'tsconfig.build.json', '--outDir', out);
  node(join(ENGINE, 'scripts/write-entry-folders.mjs'), copy);
  if (hasReference) node(join(ROOT, 'scripts/api-report.mjs'), '--check', `--reference=${copy}`);
  // The steps of `prepack` have been done above, in the workspace.
  const pack = ['-y', PNPM!, 'pack', '--config.ignore-scripts=true', '--pack-destination', folder];
  execFileSync('npx', pack, { cwd: copy, stdio: 'pipe' });
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (!name) throw new Error('pnpm packed nothing');
  return { file: join(folder, name), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
