import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type LaunchOptions } from 'puppeteer';

/** Software WebGL2, sRGB and unhinted text: the same pixels on every machine. The rest keeps Chromium off the network. */
const FLAGS = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--autoplay-policy=no-user-gesture-required',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Text and boxes of a page take half the time when no drawing machine is imitated for them. Benchmarks do not see this. */
const TEST_FLAGS = process.env['VITEST'] ? ['--disable-gpu-rasterization'] : [];

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser's path, or undefined when puppeteer's own cache is to be tried. */
export function findBrowser(): string | undefined {
  const named = process.env['PUPPETEER_EXECUTABLE_PATH'];
  if (named) return named;
  return INSTALLED.find((path) => existsSync(path));
}

/** Starts a headless Chromium. The caller closes it. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = findBrowser();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return puppeteer.launch({
    headless: true,
    protocolTimeout: 120_000,
    ...options,
    ...(executablePath ? { executablePath } : {}),
    args: [...FLAGS, ...TEST_FLAGS, ...sandbox, ...(options.args ?? [])],
  });
}
