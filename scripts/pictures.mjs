// `npm run pictures`: takes the screenshot of the README from the running product. `npm run pictures -- NAME
// [WHAT…]`: products (an image of every model), models (contact sheets), farm (views of the demo farm),
// region (maps), weather (each at noon, dusk and night), sky (the scene by a set clock), home, pages (around the
// scene), gallery (its pages), states (reference screenshots of each state of the screens).
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, fail, install, modernNode, requireNode, run, toolEnvironment } from './lib/workspace.mjs';
import { build } from './lib/builds.mjs';
import { findOrFetchBrowser } from './lib/browser.mjs';

const [name = 'take', ...what] = process.argv.slice(2);
const script = join(ROOT, 'tests/pictures', `${name}.ts`);
if (!/^[a-z]+$/.test(name) || !existsSync(script)) fail(`there are no pictures named ${name}`);
requireNode();
await install();
await build();
const browser = await findOrFetchBrowser();
if (!browser) fail('no browser was found and none could be fetched. On Debian: apt-get install -y chromium');
process.exit(
  await run(modernNode(), ['--conditions=@farm3d/source', script, ...what], {
    env: toolEnvironment({ PUPPETEER_EXECUTABLE_PATH: browser, NODE_NO_WARNINGS: '1' }),
  }),
);
