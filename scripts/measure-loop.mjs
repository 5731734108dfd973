// `npm run measure-loop`: measures the seconds from an edit to its effect, under `npm run dev` and `npm run
// test:watch`. It edits files of this checkout and restores them.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, fail, install, requireNode } from './lib/workspace.mjs';
import { findOrFetchBrowser } from './lib/browser.mjs';

const ROUNDS = 3;
const PATIENCE_MS = 180_000;
const PASSWORD = 'measured-password';
/** Appended to a module: reports to the page which edit is loaded. */
const marked = (text, n) => `${text}\n(globalThis as { lastEdit?: number }).lastEdit = ${n};\n`;
const commented = (text, n) => `${text}\n// edit ${n}\n`;

requireNode();
await install();
const executablePath = (await findOrFetchBrowser()) ?? fail('no browser was found and none could be fetched');
const { default: puppeteer } = await import(
  createRequire(join(ROOT, 'tests/package.json')).resolve('puppeteer')
);

const originals = new Map();
const children = [];
const dataDir = mkdtempSync(join(tmpdir(), 'farm3d-loop-'));
const browser = await puppeteer.launch({
  executablePath,
  args: [
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
});
try {
  console.log(`${cpus().length} cores, load ${loadavg()[0].toFixed(1)}; median of ${ROUNDS} edits`);
  await measurePage();
  await measureUnits();
} finally {
  for (const [file, text] of originals) writeFileSync(file, text);
  await browser.close();
  await Promise.all(children.map(end));
  rmSync(dataDir, { recursive: true, force: true });
}

async function measurePage() {
  const dev = start('dev.mjs', [], {
    FARM3D_PORT: '0',
    FARM3D_MQTT_PORT: '0',
    FARM3D_RTMP_PORT: '0',
    FARM3D_DATA_DIR: dataDir,
    FARM3D_ADMIN_PASSWORD: PASSWORD,
  });
  const began = Date.now();
  const [, url] = await dev.waitFor(/farm3d is ready at (\S+)/);
  report('npm run dev → the address answers, on an empty data folder', [Date.now() - began]);
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.setDefaultNavigationTimeout(PATIENCE_MS);
  await page.setViewport({ width: 640, height: 480 });

  await page.goto(`${url}/login`);
  await page.waitForSelector('[data-testid="login-submit"]');
  const knowsEdit = (n) =>
    page.waitForFunction((wanted) => globalThis.lastEdit === wanted, { polling: 'raf' }, n);
  const style = 'apps/web/src/app.css';
  await measure(
    `${style} → the page is drawn with it`,
    style,
    (text, n) => `${text}\n:root { --edit: ${n}; }\n`,
    (n) =>
      page.waitForFunction(
        (wanted) => getComputedStyle(document.documentElement).getPropertyValue('--edit').trim() === wanted,
        { polling: 'raf' },
        String(n),
      ),
  );
  const login = 'apps/web/src/components/login-frame/login-frame.tsx';
  await measure(
    `${login} → the page shows it`,
    login,
    (text, n) => text.replace("t('app.name')", `t('app.name') + '#${n}'`),
    (n) =>
      page.waitForFunction(
        (wanted) => document.body.textContent.includes(`#${wanted}`),
        { polling: 'raf' },
        n,
      ),
  );
  await logIn(page, url);
  const engine = 'packages/farm3d-engine/src/index.ts';
  await measure(`${engine} → the scene is drawn again`, engine, marked, async (n) => {
    await knowsEdit(n);
    await sceneIsThere(page);
  });
  const server = 'apps/server/src/main.ts';
  await measure(
    `${server} → the server answers`,
    server,
    commented,
    async () => {
      await dev.waitFor(/starts again/);
      await dev.waitFor(/farm3d is ready/);
    },
    () => dev.forget(),
  );
}

async function logIn(page, url) {
  await page.type('[data-testid="login-username"]', 'admin');
  await page.type('[data-testid="login-password"]', PASSWORD);
  await page.click('[data-testid="login-submit"]');
  await page.waitForSelector('[data-testid="scene-list-item"]');
  await page.click('[data-testid="scene-list-item"]');
  await sceneIsThere(page);
  if (!page.url().startsWith(url)) fail(`the page went to ${page.url()}`);
}

async function sceneIsThere(page) {
  await page.waitForSelector('[data-testid="scene-canvas"]');
  await page.waitForSelector('[data-testid="loading-overlay"]', { hidden: true });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

async function measureUnits() {
  const watch = start('watch-tests.mjs', [], { CI: '' });
  const began = Date.now();
  await watch.waitFor(/Waiting for file changes/);
  report('npm run test:watch → all results', [Date.now() - began]);
  for (const file of ['packages/agronomy/src/drought.ts', 'packages/farm3d-engine/src/core/emitter.ts']) {
    await measure(
      `${file} → its unit results`,
      file,
      commented,
      () => watch.waitFor(/Waiting for file changes/),
      () => watch.forget(),
    );
  }
}

/** Edits a file several times, waits until each edit is visible, and prints the median. */
async function measure(what, path, edit, seen, before = () => {}) {
  const file = join(ROOT, path);
  const text = readFileSync(file, 'utf8');
  originals.set(file, text);
  const times = [];
  for (let n = 1; n <= ROUNDS; n += 1) {
    before();
    const began = Date.now();
    writeFileSync(file, edit(text, n));
    await seen(n);
    times.push(Date.now() - began);
  }
  before();
  writeFileSync(file, text);
  originals.delete(file);
  report(what, times);
}

function report(what, times) {
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
  console.log(`${(median / 1000).toFixed(2).padStart(7)} s  ${what}`);
}

/** Starts a script of this folder; `waitFor` waits for a line of its output. */
function start(script, args, env) {
  const child = spawn(process.execPath, [join(ROOT, 'scripts', script), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  return {
    forget: () => (output = ''),
    async waitFor(pattern) {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const match = pattern.exec(output);
        if (match) return match;
        if (child.exitCode !== null || Date.now() > deadline)
          throw new Error(`${script} did not say ${pattern}:\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}

async function end(child) {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
}
