import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PEERS = join(ROOT, 'benchmarks/peers');
const ARTIFACTS = join(ROOT, 'tests/.artifacts/pages');

/** What a page may be built from. */
const SOURCES = [
  'pnpm-lock.yaml',
  'packages',
  'gallery',
  'benchmarks/peers/package.json',
  'tests/browser/pages',
  'apps/web/vite.config.ts',
  'apps/web/src/features/scene/farm',
  'apps/web/src/kit/forms',
];
/** Installed, built, read by nobody but tests, or a tool's own that is gone the next moment. */
const LEFT_OUT = /(?:^|\/)(?:node_modules|dist)(?:\/|$)|\.test\.tsx?$|\.bundled_/;

let sourcesHash: string | undefined;

/** Of the contents of every source; files do not change while one test file runs. */
function hashOfSources(): string {
  if (sourcesHash) return sourcesHash;
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const path = join(ROOT, source);
    const files = /\.\w+$/.test(source)
      ? ['']
      : readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name).slice(path.length))
          .filter((file) => !LEFT_OUT.test(file))
          .toSorted();
    for (const file of files)
      hash
        .update(`${source}${file}\0`)
        .update(readFileSync(path + file))
        .update('\0');
  }
  return (sourcesHash = hash.digest('hex').slice(0, 16));
}

/**
 * Builds a page with Vite, the engine from source, and answers its folder. Test files that run side by side or one after
 * the other share what was built from the same sources.
 *
 * @param components - The page shows components of `packages/ui`.
 * @param peers - Also resolves what `benchmarks/peers` installs, with the workspace's own three.js under all of them.
 */
export async function buildPage(root: string, peers: boolean, components: boolean): Promise<string> {
  const folder = join(ARTIFACTS, `${basename(root)}${peers ? '-peers' : ''}-${hashOfSources()}`);
  if (existsSync(folder)) {
    // Its last use: `npm test` removes what nobody uses any more.
    utimesSync(folder, new Date(), new Date());
    return folder;
  }
  mkdirSync(ARTIFACTS, { recursive: true });
  const outDir = mkdtempSync(join(ARTIFACTS, 'building-'));
  await build({
    root,
    base: './',
    logLevel: 'error',
    // The screens' own build has React, signals and Tailwind.
    configFile: components && join(ROOT, 'apps/web/vite.config.ts'),
    resolve: {
      conditions: ['@farm3d/source', 'module', 'browser', 'production'],
      ...(peers && { alias: peerAliases() }),
    },
    build: { outDir, emptyOutDir: true, minify: false, target: 'es2023', modulePreload: false },
    plugins: [onlyPage(join(root, 'index.html'))],
  });
  try {
    renameSync(outDir, folder);
  } catch (error) {
    // Somebody else was quicker with the same.
    rmSync(outDir, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** The page instead of those of a configuration file: Vite would add it to them. */
const onlyPage = (input: string): Plugin => ({
  name: 'only-page',
  config: (config) => {
    (config.build ??= {}).rollupOptions = { ...config.build.rollupOptions, input };
  },
});

/** Package → folder, for each dependency of `benchmarks/peers`. One three.js for all: peers find ours. */
function peerAliases(): { find: RegExp; replacement: string }[] {
  const { dependencies } = JSON.parse(readFileSync(join(PEERS, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const three = join(ROOT, 'tests/node_modules/three/');
  return [
    { find: /^three$/, replacement: join(three, 'build/three.module.js') },
    { find: /^three\/addons\//, replacement: `${three}examples/jsm/` },
    { find: /^three\/examples\//, replacement: `${three}examples/` },
    ...Object.keys(dependencies)
      .filter((name) => name !== 'three')
      .map((name) => ({
        find: new RegExp(`^${name}(?=$|/)`),
        replacement: join(PEERS, 'node_modules', name),
      })),
  ];
}
