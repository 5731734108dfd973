import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The platform that `vite dev` talks to; the built app is served by it. */
const platform = process.env['FARM3D_DEV_SERVER'] ?? 'http://127.0.0.1:8080';

const proxied = { target: platform, changeOrigin: false };

export default defineConfig({
  plugins: [
    react(),
    // Reading `signal.value` in a component subscribes it. The React Compiler must stay off: it breaks this.
    babel({
      include: /\/(apps\/web|packages\/ui)\/src\/.*\.tsx?$/,
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
  server: {
    proxy: {
      '/auth': proxied,
      '/api': { ...proxied, ws: true },
      '/intelligent': proxied,
      '/files': proxied,
      '/models': proxied,
    },
  },
});
