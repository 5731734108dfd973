// `npm run examples [-- NAME…]`: installs farm3d-engine as its users do, in every bundler and page of
// tests/package-examples/examples.ts: packed, installed in a new folder, opened in a browser, with a
// screenshot each. Downloads the bundlers from the package registry.
import { join } from 'node:path';
import { ROOT, fail, install, modernNode, requireNode, run, toolEnvironment } from './lib/workspace.mjs';
import { build } from './lib/builds.mjs';
import { findOrFetchBrowser } from './lib/browser.mjs';

requireNode();
await install();
await build();
const browser = await findOrFetchBrowser();
if (!browser) fail('no browser was found and none could be fetched. On Debian: apt-get install -y chromium');
process.exit(
  await run(modernNode(), [join(ROOT, 'tests/package-examples/run.ts'), ...process.argv.slice(2)], {
    env: toolEnvironment({ PUPPETEER_EXECUTABLE_PATH: browser, NODE_NO_WARNINGS: '1' }),
  }),
);
