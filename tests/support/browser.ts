import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type LaunchOptions, type Page } from 'puppeteer';
import { PATIENCE_MS } from './wait.ts';

/** Another rasteriser for ANGLE: with Mesa's llvmpipe (`gl-egl`, LIBGL_ALWAYS_SOFTWARE=1) the kept pictures match, but for the weather. */
const ANGLE = process.env['FARM3D_ANGLE'];

/**
 * Software WebGL2, sRGB and unhinted text: the same pixels on every machine. The other flags keep Chromium
 * off the network.
 */
const FLAGS = [
  `--use-angle=${ANGLE ?? 'swiftshader'}`,
  '--enable-unsafe-swiftshader',
  ...(ANGLE ? ['--ignore-gpu-blocklist'] : []),
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
  const browser = await puppeteer.launch({
    headless: true,
    env: ownClock(process.env),
    // A wait ends at its own deadline, with its own message.
    protocolTimeout: PATIENCE_MS + 60_000,
    ...options,
    ...(executablePath ? { executablePath } : {}),
    args: [...FLAGS, ...TEST_FLAGS, ...sandbox, ...(options.args ?? [])],
  });
  const shiftS = Number(/^\+(\d+)s$/.exec(process.env['FAKETIME'] ?? '')?.[1] ?? 0);
  if (shiftS > 0) shiftPages(browser, shiftS * 1000);
  return browser;
}

/** Without the shifted clock of this process (npm run test:conditions): Chromium's waits do not end with it. */
function ownClock(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => name !== 'LD_PRELOAD' && !name.startsWith('FAKETIME')),
  );
}

/** Gives each page of a browser a `Date` that is ahead by `ms`. */
function shiftPages(browser: Browser, ms: number): void {
  // One place through which every page of every context is made.
  const maker = browser as unknown as { _createPageInContext(...given: unknown[]): Promise<Page> };
  const make = maker._createPageInContext.bind(browser);
  maker._createPageInContext = async (...given) => {
    const page = await make(...given);
    await page.evaluateOnNewDocument((ahead) => {
      globalThis.Date = new Proxy(Date, {
        construct: (real, values, of) =>
          Reflect.construct(real, values.length === 0 ? [real.now() + ahead] : values, of) as object,
        apply: (real) => new real(real.now() + ahead).toString(),
        get: (real, name) =>
          name === 'now' ? () => real.now() + ahead : (Reflect.get(real, name) as unknown),
      });
    }, ms);
    return page;
  };
}
