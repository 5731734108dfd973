// `npm run pictures`: takes the pictures of docs/pictures from the real running product.
import { join } from 'node:path';
import {
  ROOT,
  build,
  fail,
  install,
  modernNode,
  requireNode,
  run,
  toolEnvironment,
} from './lib/workspace.mjs';
import { findOrFetchBrowser } from './lib/browser.mjs';

requireNode();
await install();
await build();
const browser = await findOrFetchBrowser();
if (!browser) fail('no browser was found and none could be fetched. On Debian: apt-get install -y chromium');
process.exit(
  await run(modernNode(), ['--conditions=@farm3d/source', join(ROOT, 'tests/pictures/take.ts')], {
    env: toolEnvironment({ PUPPETEER_EXECUTABLE_PATH: browser, NODE_NO_WARNINGS: '1' }),
  }),
);
