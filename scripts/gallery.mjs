// `npm run gallery [-- --port 5174]`: serves the gallery: a demo of every feature of the engine, with its code.
// `npm run gallery -- build`: the same as static files in gallery/dist.
import { join } from 'node:path';
import { ROOT, install, modernNode, requireNode, run, toolEnvironment } from './lib/workspace.mjs';
import { build } from './lib/builds.mjs';

const FOLDER = join(ROOT, 'gallery');

requireNode();
await install();
await build(['models']);
process.exit(
  await run(modernNode(), [join(FOLDER, 'node_modules/vite/bin/vite.js'), ...process.argv.slice(2)], {
    cwd: FOLDER,
    env: toolEnvironment(),
  }),
);
