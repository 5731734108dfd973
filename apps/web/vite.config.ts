import { join } from 'node:path';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { leanThreePlugin } from './plugins/lean-three.ts';

/**
 * What only the server and its documents use of the declarations of calls: the summaries in both languages, and the schemas of
 * bodies and queries, of which the client asks only whether there is one. To make a schema has no effect: one that is used no more goes.
 */
const withoutServerParts: Plugin = {
  name: 'without-server-parts',
  enforce: 'pre',
  transform: (code, id) =>
    /\/packages\/api\/src\/calls\/[\w-]+\.ts$/.test(id)
      ? code
          // Lines stay where they are, for the source map's sake.
          .replaceAll(/\bsummary: \{[^{}]*\},?/g, (text) => text.replaceAll(/[^\n]/g, ''))
          // To the next key: lines that are indented further, or that close a bracket.
          .replaceAll(
            /^ {4}(body|query): (?!')[^\n]*(?:\n {4}[ \])}][^\n]*)*/gm,
            (text, key) => `    ${key}: {},${text.replaceAll(/[^\n]/g, '')}`,
          )
          .replaceAll(/\bv\.(?!parse|safeParse)\w+\(/g, '/* @__PURE__ */ $&')
      : undefined,
};

export default defineConfig({
  plugins: [
    withoutServerParts,
    leanThreePlugin,
    react(),
    // Reading `signal.value` in a component subscribes it. The React Compiler must stay off: it breaks this.
    babel({
      include: /\/(apps\/web|packages\/ui)\/src\/.*\.tsx?$/,
      // Where the plugin is found: `npm run dev` runs in another folder.
      cwd: import.meta.dirname,
      plugins: [['module:@preact/signals-react-transform', { mode: 'all' }]],
    }),
    tailwindcss(),
  ],
  resolve: { conditions: ['@farm3d/source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2023',
    rollupOptions: {
      input: {
        index: join(import.meta.dirname, 'index.html'),
        embed: join(import.meta.dirname, 'embed.html'),
        'service-worker': join(import.meta.dirname, 'src/service-worker.ts'),
      },
      output: {
        // A worker governs the paths below its own, and its path stays.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
    // Hashed names: the server lets them be cached for a year.
    assetsDir: 'assets',
    chunkSizeWarningLimit: 900,
  },
});
