// Second tier (pictures): whole scenes compared with kept pictures
import { fileURLToPath } from 'node:url';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { dracoModel } from '../support/fixtures.ts';
import { differenceFromKept, SHARE_TOLERANCE } from '../support/kept-picture.ts';
import { EngineDriver, layoutOf, placed } from './engine-driver.ts';
import { type PageServer, servePage } from './pages/page-server.ts';

const PICTURES = fileURLToPath(new URL('./engine-pictures/', import.meta.url));
const CAMERA = { position: { x: 3.2, y: 2.6, z: 5.4 }, target: { x: 0, y: 0.8, z: 0 } };

let browser: Browser;
let server: PageServer;
let driver: EngineDriver;

beforeAll(async () => {
  const balls = [await dracoModel(0), await dracoModel(3)];
  server = await servePage('viewer');
  server.answer = (request, response) => {
    const which = /^\/fixtures\/ball-(\d)\.glb/.exec(request.url ?? '');
    const body = which && balls[Number(which[1])];
    if (!body) return false;
    response.writeHead(200, { 'Content-Type': 'model/gltf-binary', 'Content-Length': body.length }).end(body);
    return true;
  };
  browser = await launchBrowser();
  driver = await EngineDriver.open(browser, server.url, 480, 320);
  await driver.page.evaluate(() => {
    // A clock that advances by 1/60 s with each frame, however long the frame took.
    let now = 0;
    window.viewer = new window.engine.FarmViewer(window.view, {
      quality: 'low',
      pixelRatio: 1,
      reducedMotion: true,
      seed: 7,
      clock: {
        now: () => now,
        requestFrame: (callback) =>
          requestAnimationFrame(() => {
            now += 1000 / 60;
            callback(now);
          }),
        cancelFrame: (handle) => cancelAnimationFrame(handle),
      },
    });
  });
  await driver.load(layoutOf([placed('a', -0.9, 0), placed('b', 1, 0.4)], CAMERA), {
    a: '/fixtures/ball-0.glb',
    b: '/fixtures/ball-1.glb',
  });
  await driver.page.evaluate(() =>
    window.viewer!.setLiveState([
      { id: 'a', online: true, alarm: false },
      { id: 'b', online: true },
    ]),
  );
  await driver.untilStill();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Share of the pixels in which the present screenshot differs from the reference with this name. */
async function differenceFrom(name: string): Promise<number> {
  const png = await driver.page.evaluate(async () => {
    const bytes = new Uint8Array(await (await window.viewer!.screenshot()).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return differenceFromKept(driver.page, `${PICTURES}${name}.png`, png);
}

it('two objects on the meadow match the reference screenshot', async () => {
  expect(await differenceFrom('things')).toBeLessThanOrEqual(SHARE_TOLERANCE);
});

it('when an alarm starts, the ground around the object turns red', async () => {
  /** Red over green and blue, of the pixels within 60 CSS px of the foot of an object. */
  const redness = (x: number, z: number) =>
    driver.page.evaluate(
      async (x, z) => {
        const [px, py] = window.engineScreenOf(x, 0, z);
        const bitmap = await createImageBitmap(await window.viewer!.screenshot());
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
        context.drawImage(bitmap, 0, 0);
        const { data } = context.getImageData(Math.round(px) - 60, Math.round(py) - 25, 120, 50);
        let red = 0;
        for (let i = 0; i < data.length; i += 4) {
          if (data[i]! > 150 && data[i]! > data[i + 1]! * 1.5 && data[i]! > data[i + 2]! * 1.5) red++;
        }
        return red;
      },
      x,
      z,
    );
  const before = await redness(-0.9, 0);
  await driver.page.evaluate(() => window.viewer!.setLiveState([{ id: 'a', alarm: true }]));
  await driver.untilStill();
  expect(await redness(-0.9, 0)).toBeGreaterThan(before + 100);
  expect(await differenceFrom('alarm')).toBeLessThanOrEqual(SHARE_TOLERANCE);
});

it('the selection has a rim light: its pixels change, those of the sky do not', async () => {
  const skyOf = () => driver.picture(8, 8).then((means) => means.slice(0, 24));
  const before = await skyOf();
  const changed = await driver.pixelsChangedBy(async () => {
    await driver.page.evaluate(() => window.viewer!.select(['b']));
    await driver.untilStill();
  });
  expect(changed).toBeGreaterThan(300);
  expect(await skyOf()).toEqual(before);
  expect(await differenceFrom('chosen')).toBeLessThanOrEqual(SHARE_TOLERANCE);
});

it('drawn labels are above the objects', async () => {
  await driver.page.evaluate(() => {
    const { labels } = window.viewer!;
    for (let i = 0; i < 60; i++) {
      const position = { x: (i % 10) * 6 - 27, y: 1, z: -10 - Math.floor(i / 10) * 6 };
      labels.set({ id: `l${i}`, name: `标签 ${i}`, value: `${i}.5 %`, state: 'online', position });
    }
    labels.mode = 'all';
  });
  await driver.untilStill();
  const tiers = await driver.page.evaluate(() => window.viewer!.labels.shown().map(({ tier }) => tier));
  expect(tiers.filter((tier) => tier === 'dot').length).toBeGreaterThan(5);
  expect(await differenceFrom('labels')).toBeLessThanOrEqual(SHARE_TOLERANCE);
});

// The last test: it loads another scene.
it('selected, in alarm and offline are visible at once, each with its own shape: a full ring, teeth, a broken ring', async () => {
  const { page } = driver;
  /** Seen from above, at each degree around the foot of an object: distance of each colour, metres; null: none. */
  const around = () =>
    page.evaluate(async () => {
      // Three times the resolution of the page.
      const shot = await window.viewer!.screenshot({ width: 1440, height: 960 });
      const bitmap = await createImageBitmap(shot);
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const { data, width } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      const kinds = {
        blue: (r: number, g: number, b: number) => b > 180 && b > r * 1.5 && g > r,
        red: (r: number, g: number, b: number) => r > 170 && r > g * 1.7 && r > b * 1.7,
        pale: (r: number, g: number, b: number) =>
          Math.min(r, g, b) > 165 && Math.max(r, g, b) - Math.min(r, g, b) < 30,
      };
      return Array.from({ length: 360 }, (_, degree) => {
        const turn = (degree / 180) * Math.PI;
        const found: Record<keyof typeof kinds, number | null> = { blue: null, red: null, pale: null };
        for (let out = 0.7; out < 1.5; out += 0.005) {
          const [x, y] = window.engineScreenOf(Math.cos(turn) * out, 0.02, Math.sin(turn) * out);
          const at = (Math.round(y * 3) * width + Math.round(x * 3)) * 4;
          for (const name of ['blue', 'red', 'pale'] as const)
            if (kinds[name](data[at]!, data[at + 1]!, data[at + 2]!)) found[name] = out;
        }
        return found;
      });
    });
  const look = (view: typeof CAMERA) =>
    page.evaluate((state) => window.viewer!.camera.jump({ ...state, rotation: { x: 0, y: 0, z: 0 } }), view);
  await driver.load(layoutOf([placed('a', 0, 0)], CAMERA), { a: '/fixtures/ball-0.glb' });
  await look({ position: { x: 0, y: 6, z: 0.01 }, target: { x: 0, y: 0, z: 0 } });
  const tell = async (isOnline: boolean, isInAlarm: boolean, isChosen: boolean) => {
    await page.evaluate(
      (online, alarm, ids) => {
        window.viewer!.setLiveState([{ id: 'a', online, alarm }]);
        window.viewer!.select(ids);
      },
      isOnline,
      isInAlarm,
      isChosen ? ['a'] : [],
    );
    await driver.untilStill();
    return around();
  };
  const share = (all: readonly (number | null)[]) => all.filter((one) => one !== null).length / all.length;
  const of = (seen: Awaited<ReturnType<typeof around>>, name: 'blue' | 'red' | 'pale') =>
    seen.map((one) => one[name]);
  const distances = (all: readonly (number | null)[]) => {
    const there = all.filter((one) => one !== null).toSorted((a, b) => a - b);
    return (
      (there.at(Math.floor(there.length * 0.95)) ?? 0) - (there.at(Math.floor(there.length * 0.05)) ?? 0)
    );
  };
  const pieces = (all: readonly (number | null)[]) =>
    all.filter((one, i) => one !== null && all.at(i - 1) === null).length;

  const calm = await tell(true, false, false);
  for (const name of ['blue', 'red', 'pale'] as const) expect(share(of(calm, name)), name).toBeLessThan(0.02);
  const all = await tell(false, true, true);
  // Selected: a full ring, always at the same distance.
  expect(share(of(all, 'blue'))).toBeGreaterThan(0.97);
  expect(distances(of(all, 'blue'))).toBeLessThan(0.04);
  // In alarm: a full ring with teeth.
  expect(share(of(all, 'red'))).toBeGreaterThan(0.9);
  expect(distances(of(all, 'red'))).toBeGreaterThan(0.06);
  // Offline: about half of the ring, in pieces.
  expect(share(of(all, 'pale'))).toBeGreaterThan(0.3);
  expect(share(of(all, 'pale'))).toBeLessThan(0.8);
  expect(pieces(of(all, 'pale'))).toBeGreaterThanOrEqual(8);
  // Each state alone leaves no other ring.
  const offline = await tell(false, false, false);
  expect(pieces(of(offline, 'pale'))).toBeGreaterThanOrEqual(8);
  expect(share(of(offline, 'blue')) + share(of(offline, 'red'))).toBeLessThan(0.04);
  const chosen = await tell(true, false, true);
  expect(share(of(chosen, 'blue'))).toBeGreaterThan(0.97);
  expect(share(of(chosen, 'red')) + share(of(chosen, 'pale'))).toBeLessThan(0.04);

  await tell(false, true, true);
  await look(CAMERA);
  await driver.untilStill();
  expect(await differenceFrom('states')).toBeLessThanOrEqual(SHARE_TOLERANCE);
});
