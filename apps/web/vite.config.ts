import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [
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
    // Hashed names: the server lets them be cached for a year.
    assetsDir: 'assets',
    // No data: addresses for scripts or workers: the content policy refuses them.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
  },
});
