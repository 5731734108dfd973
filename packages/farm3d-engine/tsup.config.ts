import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { minify, type MinifyOptions } from 'terser';
import { defineConfig, type Options } from 'tsup';
import { minifyShadersOf } from './scripts/minify-shaders.ts';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];
type ChunkPlugin = NonNullable<Options['plugins']>[number];

const require = createRequire(import.meta.url);

/** camera-controls names what is its own with an underscore, and nothing else: those names may be short. */
const shortNames: Plugin = {
  name: 'short-names',
  setup(build) {
    build.onLoad({ filter: /camera-controls\.module\.js$/ }, async ({ path }) => {
      const { code } = await build.esbuild.transform(await readFile(path, 'utf8'), { mangleProps: /^_/ });
      return { contents: code, loader: 'js' };
    });
  },
};

const shaders: Plugin = {
  name: 'shaders',
  setup(build) {
    build.onLoad({ filter: /src\/(?:view|labels|weather|farm|region)\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return path.endsWith('.client.ts') || !source.includes('/* glsl */')
        ? undefined
        : { contents: minifyShadersOf(source), loader: 'ts' };
    });
  },
};

/** In the source the worker is a .ts file, which bundlers of the workspace understand; in dist it is its .js sibling. */
const workerAddress: Plugin = {
  name: 'worker-address',
  setup(build) {
    build.onLoad({ filter: /\.client\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: source.replaceAll(/(new URL\('\.\/[\w-]+\.worker)\.ts'/g, "$1.js'"), loader: 'ts' };
    });
  },
};

const WORKERS = ['glb', 'fbx', 'ktx2', 'geojson'];

const MINIFY: MinifyOptions = { module: true, ecma: 2020, compress: { passes: 2 } };

/** What esbuild has minified is 4 % smaller, sent compressed, once terser has been over it too. */
const minifyAgain: ChunkPlugin = {
  name: 'minify-again',
  async renderChunk(code, { path }) {
    if (!path.endsWith('.js')) return undefined;
    const smaller = await minify(code, { ...MINIFY, sourceMap: true });
    return { code: smaller.code!, map: smaller.map };
  },
};

/** Modules that exist only in the build (see `src/workers/packed-workers.ts`): each holds a worker's script as text. */
const packedWorkers: Plugin = {
  name: 'packed-workers',
  setup(build) {
    build.onResolve({ filter: /\.worker\.packed\.js$/ }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /packed-workers\.ts$/ }, () => ({
      contents: WORKERS.map((name) => {
        const constant = `packed${name.charAt(0).toUpperCase()}${name.slice(1)}`;
        return `export const ${constant} = () => import('./${name}.worker.packed.js');`;
      }).join('\n'),
    }));
  },
};

/** Writes those modules from the scripts that have just been built. */
const packWorkers: ChunkPlugin = {
  name: 'pack-workers',
  async buildEnd({ writtenFiles }) {
    for (const { name } of writtenFiles) {
      if (!name.endsWith('.worker.js')) continue;
      const packed = gzipSync(await readFile(name), { level: 9 }).toString('base64');
      await writeFile(name.replace(/js$/, 'packed.js'), `export default "${packed}";\n`);
    }
  },
};

/**
 * `x.wasm?url` and `x.wasm?url&inline` are data: URLs; Vite makes a file of the first. Packed: base64 of a plain file would be
 * a third larger once the script is sent compressed; the workers unpack it (`src/workers/inline-wasm.ts`).
 */
const inlineWasm: Plugin = {
  name: 'inline-wasm',
  setup(build) {
    build.onResolve({ filter: /\.wasm\?url(&inline)?$/ }, ({ path }) => ({
      path: require.resolve(path.slice(0, path.indexOf('?'))),
      namespace: 'inline-wasm',
    }));
    build.onLoad({ filter: /.*/, namespace: 'inline-wasm' }, async ({ path }) => ({
      contents: gzipSync(await readFile(path), { level: 9 }),
      loader: 'dataurl',
    }));
  },
};

/** A worker draws nothing: it needs three's vectors and geometries, not the renderer that `three` names too. */
const threeCore: Plugin = {
  name: 'three-core',
  setup(build) {
    build.onResolve({ filter: /^three$/ }, () => ({
      path: require.resolve('three').replace(/three\.(cjs|module\.js)$/, 'three.core.js'),
    }));
  },
};

/** Modules that Draco's decoder requires in Node only. */
const noNode: Plugin = {
  name: 'no-node',
  setup(build) {
    build.onResolve({ filter: /^(fs|path)$/ }, ({ path }) => ({ path, namespace: 'no-node' }));
    build.onLoad({ filter: /.*/, namespace: 'no-node' }, () => ({ contents: 'module.exports = {};' }));
  },
};

const shared: Options = {
  format: 'esm',
  platform: 'browser',
  target: 'es2023',
  splitting: false,
  sourcemap: true,
  clean: false,
  dts: false,
};

export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      editor: 'src/editor/index.ts',
      element: 'src/element/index.ts',
      live: 'src/live/index.ts',
      debug: 'src/debug/index.ts',
      region: 'src/region/index.ts',
      weather: 'src/weather/index.ts',
      farm: 'src/farm/index.ts',
      'region-pack': 'src/geo/make-pack.ts',
    },
    // What two entries use is one file: a FarmError of one is a FarmError of the other.
    splitting: true,
    external: ['three', /^three\//],
    // A page with an import map names three and nothing else.
    noExternal: [/^(?!three$|three\/)/],
    minify: true,
    esbuildPlugins: [shaders, shortNames, workerAddress, packedWorkers, inlineWasm],
    plugins: [minifyAgain],
  },
  {
    // An import map does not reach into a worker: these files import nothing but one another.
    ...shared,
    entry: {
      'glb.worker': 'src/workers/glb.worker.ts',
      'fbx.worker': 'src/workers/fbx.worker.ts',
      'ktx2.worker': 'src/workers/ktx2.worker.ts',
      'geojson.worker': 'src/region/geojson.worker.ts',
    },
    noExternal: [/.*/],
    // esbuild keeps classes of three to whose prototype something is assigned: a sixth of the GLB worker.
    treeshake: true,
    minify: 'terser',
    terserOptions: MINIFY,
    // Node-only names that decoders look up: defined here once, because bundlers handle them differently.
    define: { __filename: 'undefined', __dirname: 'undefined', process: 'undefined', global: 'globalThis' },
    esbuildPlugins: [inlineWasm, noNode, threeCore],
    plugins: [packWorkers],
  },
]);
