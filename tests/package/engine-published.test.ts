// Second tier (publish): the types and exports of the tarball
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packEngine, type Tarball } from '../package-examples/tarball.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TESTS = join(ROOT, 'tests/node_modules');

let tarball: Tarball;
let folder: string;
let installed: string;
let manifest: { exports: Record<string, unknown>; [key: string]: unknown };

/** Runs a program of the workspace in the empty folder; returns its output and exit code. */
function run(program: string, ...given: string[]): { readonly output: string; readonly code: number } {
  try {
    return {
      output: execFileSync(process.execPath, [program, ...given], { cwd: folder, encoding: 'utf8' }),
      code: 0,
    };
  } catch (error) {
    const { stdout, stderr, status } = error as { stdout: string; stderr: string; status: number };
    return { output: stdout + stderr, code: status };
  }
}

beforeAll(() => {
  tarball = packEngine({ hasReference: true });
  folder = mkdtempSync(join(tmpdir(), 'farm3d-published-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@types'), { recursive: true });
  execFileSync('tar', ['-xzf', tarball.file, '-C', modules]);
  installed = join(modules, 'farm3d-engine');
  renameSync(join(modules, 'package'), installed);
  for (const name of ['three', '@types/three'])
    symlinkSync(realpathSync(join(TESTS, name)), join(modules, name));
  manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as typeof manifest;
});

afterAll(() => {
  tarball?.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe('the types as published', () => {
  const compilers = {
    '5.9': join(TESTS, 'typescript-5.9/bin/tsc'),
    '7': join(ROOT, 'node_modules/@typescript/native/bin/tsc'),
  };

  it.each([
    ['5.9', 'bundler', 'esnext'],
    ['5.9', 'node16', 'node16'],
    ['7', 'bundler', 'esnext'],
    ['7', 'node16', 'node16'],
  ] as const)(
    'pass in TypeScript %s, %s resolution, strict, libraries checked',
    (version, resolution, module) => {
      const entries = Object.entries(manifest.exports).filter(([, target]) => typeof target === 'object');
      expect(entries.length).toBeGreaterThan(6);
      const names = entries.map(([entry]) => `farm3d-engine${entry.slice(1)}`);
      const lines = names.map((name, i) => `import * as e${i} from '${name}';`);
      const using = `
      import { FarmViewer, type LoadReport } from 'farm3d-engine';
      export async function open(element: HTMLElement): Promise<LoadReport> {
        const viewer = new FarmViewer(element, { locale: 'en' });
        // @ts-expect-error There is no such event.
        viewer.on('slect', () => {});
        return viewer.load({ baseModelPath: null, layout: viewer.document.toLayout(), catalogue: [] });
      }`;
      writeFileSync(
        join(folder, 'index.mts'),
        `${lines.join('\n')}\nexport const all = [${names.map((_, i) => `e${i}`).join(', ')}];\n${using}`,
      );
      const compilerOptions = {
        strict: true,
        skipLibCheck: false,
        noEmit: true,
        target: 'es2022',
        lib: ['ES2022', 'DOM'],
        module,
        moduleResolution: resolution,
        types: [],
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['index.mts'] }));
      expect(run(compilers[version], '-p', '.', '--pretty', 'false')).toEqual({ output: '', code: 0 });
    },
  );
});

describe('the package as published', () => {
  it('has no problem according to publint', () => {
    const { output, code } = run(join(TESTS, 'publint/src/cli.js'), tarball.file, '--strict');
    expect(output).toContain('All good!');
    expect(code).toBe(0);
  });

  it('has types that match its scripts according to attw', () => {
    const { output, code } = run(
      join(TESTS, '@arethetypeswrong/cli/dist/index.js'),
      tarball.file,
      '--profile',
      'esm-only',
    );
    // A line for each entry and module resolution; those without ES modules are ignored.
    expect(output).toContain('"farm3d-engine/region/pack"');
    expect(output).not.toMatch(/💀|❌|🥴|🐛/u);
    expect(code).toBe(0);
  });

  it('can be published', () => {
    const output = execFileSync('npm', ['publish', '--dry-run', '--offline', '--json', tarball.file], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(JSON.stringify(JSON.parse(output))).toContain('farm3d-engine');
  });

  it('depends on three alone, and refers to nothing of this workspace', () => {
    expect(manifest['dependencies']).toBeUndefined();
    expect(Object.keys(manifest['peerDependencies'] as object)).toEqual(['@types/three', 'gsap', 'three']);
    expect(manifest['peerDependenciesMeta']).toEqual({
      '@types/three': { optional: true },
      gsap: { optional: true },
    });
    expect(JSON.stringify(manifest.exports)).not.toContain('@farm3d/source');
    // The same entries as in the workspace, without its condition.
    const own = JSON.parse(readFileSync(join(ROOT, 'packages/farm3d-engine/package.json'), 'utf8')) as {
      exports: Record<string, string | Record<string, string>>;
    };
    const without = Object.entries(own.exports).map(([entry, target]) => {
      if (typeof target === 'string') return [entry, target];
      const { '@farm3d/source': _, ...rest } = target;
      return [entry, rest];
    });
    expect(manifest.exports).toEqual(Object.fromEntries(without));
  });

  it('contains a reference of what every entry exports', () => {
    const reference = readFileSync(join(installed, 'REFERENCE.md'), 'utf8');
    for (const [entry, target] of Object.entries(manifest.exports))
      if (typeof target === 'object') expect(reference).toContain(`\n## farm3d-engine${entry.slice(1)}\n`);
    expect(reference).toContain('\n### FarmViewer\n');
  });

  it('contains a changelog, the licences of bundled code, repository, keywords and source maps', () => {
    for (const file of ['CHANGELOG.md', 'LICENSE', 'NOTICE.md', 'README.md'])
      expect(existsSync(join(installed, file)), file).toBe(true);
    expect((manifest['keywords'] as string[]).length).toBeGreaterThan(3);
    expect(manifest['repository']).toMatchObject({
      type: 'git',
      url: expect.stringMatching(/^git\+https:\/\/.+\.git$/),
      directory: 'packages/farm3d-engine',
    });
    const notices = readFileSync(join(installed, 'NOTICE.md'), 'utf8');
    for (const name of [
      'camera-controls',
      'comlink',
      'd3-geo',
      'draco3dgltf',
      'earcut',
      'three-mesh-bvh',
      'Basis',
    ])
      expect(notices).toContain(name);
    expect(notices).toMatch(/Apache License\s+Version 2\.0/);
    const scripts = readdirSync(join(installed, 'dist')).filter(
      (file) => file.endsWith('.js') && !file.endsWith('.packed.js'),
    );
    expect(scripts).toContain('index.js');
    for (const script of scripts) {
      const map = JSON.parse(readFileSync(join(installed, 'dist', `${script}.map`), 'utf8')) as {
        sources: string[];
      };
      // A script that only exports what others contain has no line of any source.
      const text = readFileSync(join(installed, 'dist', script), 'utf8');
      const isExports =
        text
          .replaceAll(/(?:im|ex)port\s*(?:\{[^}]*\}\s*from)?\s*"[^"]+";?|export\s*\{[^}]*\};?/g, '')
          .replaceAll(/\/\/# .*/g, '')
          .trim() === '';
      if (!isExports) expect(map.sources.length, script).toBeGreaterThan(0);
    }
  });
});
