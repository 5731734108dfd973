// `npm run inspect -- FILE…`: loads models and region maps with the engine and prints the results.
import { join, resolve } from 'node:path';
import { ROOT, fail, install, modernNode, requireNode, run, toolEnvironment } from './lib/workspace.mjs';
import { build } from './lib/builds.mjs';
import { findOrFetchBrowser } from './lib/browser.mjs';

/** npm runs scripts in the root; paths of files are relative to the user's folder. */
const FROM = process.env.INIT_CWD ?? process.cwd();

requireNode();
await install();
await build();
const browser = await findOrFetchBrowser();
if (!browser) fail('no browser was found and none could be fetched. On Debian: apt-get install -y chromium');
process.exit(
  await run(
    modernNode(),
    [
      '--conditions=@farm3d/source',
      join(ROOT, 'tests/support/inspect.ts'),
      ...process.argv.slice(2).map((file) => resolve(FROM, file)),
    ],
    {
      env: toolEnvironment({ PUPPETEER_EXECUTABLE_PATH: browser, NODE_NO_WARNINGS: '1' }),
    },
  ),
);
