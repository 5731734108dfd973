// `npm run examples [-- NAME…]`: farm3d-engine as a stranger installs it, in every bundler and page that
// tests/package-examples/examples.ts names: packed, installed in a fresh folder, opened in a browser, with a picture each.
// It asks the package registry for the bundlers.
import { join } from 'node:path';
import { ROOT, fail, install, modernNode, requireNode, run, toolEnvironment } from './lib/workspace.mjs';
import { build } from './lib/builds.mjs';
import { findOrFetchBrowser } from './lib/browser.mjs';

requireNode();
await install();
await build(['models']);
const browser = await findOrFetchBrowser();
if (!browser) fail('no browser was found and none could be fetched. On Debian: apt-get install -y chromium');
process.exit(
  await run(modernNode(), [join(ROOT, 'tests/package-examples/run.ts'), ...process.argv.slice(2)], {
    env: toolEnvironment({ PUPPETEER_EXECUTABLE_PATH: browser, NODE_NO_WARNINGS: '1' }),
  }),
);
