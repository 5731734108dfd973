import { cpSync, createReadStream, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const MODELS = fileURLToPath(new URL('../packages/models/dist/', import.meta.url));
const OUTPUT = fileURLToPath(new URL('dist/', import.meta.url));

/** The built-in models at `/models/…`, as the platform serves them; beside the page in a build. */
const models: Plugin = {
  name: 'models',
  configureServer(server) {
    server.middlewares.use('/models/', (request, response) => {
      const file = join(MODELS, basename(new URL(request.url ?? '/', 'http://localhost').pathname));
      if (!file.endsWith('.glb') || !existsSync(file)) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'Content-Type': 'model/gltf-binary' });
      createReadStream(file).pipe(response);
    });
  },
  closeBundle() {
    cpSync(MODELS, join(OUTPUT, 'models'), {
      recursive: true,
      filter: (path) => path === MODELS || path.endsWith('.glb'),
    });
  },
};

export default defineConfig({
  plugins: [models],
  // The engine from its sources: what is seen here is what is being written.
  resolve: { conditions: ['@farm3d/source', 'module', 'browser', 'development|production'] },
  build: { target: 'es2023', chunkSizeWarningLimit: 1_500 },
});
