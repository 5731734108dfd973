// `npm start`: installs and builds what changed, then runs the platform until Ctrl-C.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, fail, install, modernNode, requireNode, toolEnvironment } from './lib/workspace.mjs';
import { build } from './lib/builds.mjs';

requireNode();
await install();
await build();

const server = spawn(modernNode(), ['--conditions=@farm3d/source', join(ROOT, 'apps/server/src/main.ts')], {
  cwd: ROOT,
  stdio: 'inherit',
  env: toolEnvironment({ NODE_NO_WARNINGS: '1' }),
});
server.on('error', (error) => fail(`the server could not be started: ${error.message}`));
server.on('close', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

// A terminal sends Ctrl-C to the whole group: the server hears it by itself and stops in order, while
// this process waits for it. A signal sent to this process alone is passed on; the server takes a
// repeated one as the same wish.
process.on('SIGINT', () => server.kill('SIGINT'));
process.on('SIGTERM', () => server.kill('SIGTERM'));
