// `npm run bench -- NAME [--json FILE] [more]`: runs benchmarks/NAME/bench.ts, ours and its peers in one run.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  PNPM,
  ROOT,
  fail,
  install,
  modernNode,
  requireNode,
  run,
  toolEnvironment,
} from './lib/workspace.mjs';
import { build } from './lib/builds.mjs';
import { findOrFetchBrowser } from './lib/browser.mjs';

const FOLDER = join(ROOT, 'benchmarks');
/** Computation alone: no build, no peers, no browser. */
const PLAIN = new Set(['edits', 'forecast', 'ingest', 'push']);

requireNode();
const [name, ...rest] = process.argv.slice(2);
const known = readdirSync(FOLDER).filter((entry) => existsSync(join(FOLDER, entry, 'bench.ts')));
if (!name || !known.includes(name)) {
  fail(`which benchmark? npm run bench -- ${known.join('|')} [--json FILE]`);
}
await install();
// The peers are not the product's: they are installed in folders of their own, and only for a benchmark.
const peers = PLAIN.has(name)
  ? [join(FOLDER, name, 'peers')]
  : [join(FOLDER, 'peers'), join(FOLDER, name, 'peers')];
for (const cwd of peers.filter((path) => existsSync(path))) {
  const code = await run(
    'npx',
    ['-y', PNPM, 'install', '--ignore-workspace', '--frozen-lockfile', '--silent'],
    { cwd, shell: process.platform === 'win32' },
  );
  if (code !== 0) fail('the programs to compare with could not be installed: the lines above say why.');
}
let browser;
if (!PLAIN.has(name)) {
  await build();
  browser = await findOrFetchBrowser();
  if (!browser)
    fail('no browser was found and none could be fetched. On Debian: apt-get install -y chromium');
}
process.exit(
  await run(modernNode(), ['--conditions=@farm3d/source', join(FOLDER, name, 'bench.ts'), ...rest], {
    env: toolEnvironment({
      NODE_NO_WARNINGS: '1',
      ...(browser ? { PUPPETEER_EXECUTABLE_PATH: browser } : {}),
    }),
  }),
);
