import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type LaunchOptions } from 'puppeteer';
import { PATIENCE_MS } from './wait.ts';

/**
 * Software WebGL2, sRGB and unhinted text: the same pixels on every machine. The other flags keep Chromium
 * off the network.
 */
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

/** Without GPU emulation, text and boxes of a page are drawn in half the time. Not used by benchmarks. */
const TEST_FLAGS = process.env['VITEST'] ? ['--disable-gpu-rasterization'] : [];

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser's path, or undefined if puppeteer's own cache is used. */
export function findBrowser(): string | undefined {
  const configured = process.env['PUPPETEER_EXECUTABLE_PATH'];
  if (configured) return configured;
  return INSTALLED.find((path) => existsSync(path));
}

/** Starts a headless Chromium. The caller closes it. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = findBrowser();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return puppeteer.launch({
    headless: true,
    // A wait ends at its own deadline, with its own message.
    protocolTimeout: PATIENCE_MS + 60_000,
    ...options,
    ...(executablePath ? { executablePath } : {}),
    args: [...FLAGS, ...TEST_FLAGS, ...sandbox, ...(options.args ?? [])],
  });
}
