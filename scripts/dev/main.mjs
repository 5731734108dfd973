// Runs on the workspace's own Node, for scripts/dev.mjs.
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { createServer as createVite } from 'vite';
import { build, foldersFor } from '../lib/builds.mjs';
import { ROOT, fail } from '../lib/workspace.mjs';
import { createFront } from './front.mjs';
import { reloadForPlainModules } from './reload.mjs';
import { watchSources } from './source-watch.mjs';
import { WatchedServer } from './watched-server.mjs';

const WEB = join(ROOT, 'apps/web');
const wantedPort = process.env.FARM3D_PORT || '8080';
if (!/^\d{1,5}$/.test(wantedPort)) fail('FARM3D_PORT must be a port number from 0 to 65535');

const innerPort = await freePort();
const say = (line) => process.stdout.write(`${line}\n`);
const server = new WatchedServer(
  {
    ...process.env,
    FARM3D_PORT: String(innerPort),
    FARM3D_WEB_DIR: WEB,
    // The page is served by this program, over plain HTTP.
    FARM3D_TLS_CERT: '',
    FARM3D_TLS_KEY: '',
  },
  (line) => say(line.replace(`http://localhost:${innerPort}`, `http://localhost:${port}`)),
);
const front = createFront({ port: innerPort, ready: () => server.ready });
const vite = await createVite({
  root: WEB,
  configFile: join(WEB, 'vite.config.ts'),
  logLevel: 'warn',
  clearScreen: false,
  appType: 'custom',
  plugins: [reloadForPlainModules],
  server: { middlewareMode: true, hmr: { server: front.server } },
});
front.attach(vite);
const port = await listen(front.server);
server.start();

// One restart at a time; changes during it are part of the next.
let work = Promise.resolve();
const sources = [...new Set(['apps/server', 'apps/simulator'].flatMap((folder) => foldersFor(folder)))];
const unwatch = watchSources(sources, (folders) => {
  work = work.then(async () => {
    say(`changed: ${folders.join(', ')}; the server starts again …`);
    if (folders.includes('packages/models')) {
      await build(['models']);
      vite.ws.send({ type: 'full-reload' });
    }
    await server.restart();
  });
});

let isStopping = false;
async function stop() {
  if (isStopping) return;
  isStopping = true;
  unwatch();
  front.server.close();
  front.server.closeAllConnections();
  await Promise.all([server.stop(), vite.close()]);
  process.exit(0);
}
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());

function listen(httpServer) {
  return new Promise((resolve) => {
    httpServer.once('error', (error) =>
      fail(
        error.code === 'EADDRINUSE'
          ? `the HTTP port ${wantedPort} is taken; stop what uses it, or set FARM3D_PORT to another port`
          : `HTTP cannot listen on port ${wantedPort}: ${error.message}`,
      ),
    );
    httpServer.listen(Number(wantedPort), process.env.FARM3D_HOST || '0.0.0.0', () =>
      resolve(httpServer.address().port),
    );
  });
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createTcpServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}
