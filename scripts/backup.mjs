// `npm run backup -- FILE`: all data of the platform, in one file.
import { join } from 'node:path';
import { ROOT, install, modernNode, requireNode, run, toolEnvironment } from './lib/workspace.mjs';

requireNode();
await install();
process.exit(
  await run(
    modernNode(),
    ['--conditions=@farm3d/source', join(ROOT, 'apps/server/src/cli.ts'), 'backup', ...process.argv.slice(2)],
    { env: toolEnvironment({ NODE_NO_WARNINGS: '1' }) },
  ),
);
