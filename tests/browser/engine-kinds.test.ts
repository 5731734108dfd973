import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelLevelSource, SceneLayout } from 'farm3d-engine';
import { launchBrowser } from '../support/browser.ts';
import { PATIENCE_MS } from '../support/wait.ts';
import { EngineDriver, layoutOf, placed } from './engine-driver.ts';
import { type PageServer, servePage } from './pages/page-server.ts';

// What a page decides about devices of its own: kinds with numeric readings, words, colours, limits of the camera.

const CAMERA = { position: { x: 0, y: 1.6, z: 2.6 }, target: { x: 0, y: 0.5, z: 0 } };

let browser: Browser;
let server: PageServer;
let driver: EngineDriver;

beforeAll(async () => {
  server = await servePage('viewer');
  browser = await launchBrowser();
  driver = await EngineDriver.open(browser, server.url);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Text of the labels, and the colours of the first one. */
const label = () =>
  driver.page.evaluate(() => {
    const shown = window.view
      .querySelector('.farm3d-labels')
      ?.shadowRoot?.querySelector<HTMLElement>('.label.is-shown');
    const part = (name: string) => shown?.querySelector<HTMLElement>(`.${name}`);
    return {
      name: part('name')?.textContent,
      value: part('value')?.textContent,
      color: part('value')?.style.color,
      lamp: part('lamp')?.style.background,
      background: shown?.style.background,
    };
  });

const set = (values: Record<string, number>) =>
  driver.page.evaluate((given) => window.viewer!.setLiveState([{ id: 'a', values: given }]), values);

const probe = { ...placed('a', 0, 0), kind: 'probe' };

async function loadProbe(): Promise<void> {
  await driver.load(layoutOf([probe], CAMERA), {});
  await driver.untilStill();
}

describe('a registered kind', () => {
  it('gives its devices model and name, and readings become label and colour', async () => {
    await driver.renew({ labels: 'all', quality: 'low' });
    await driver.page.evaluate(async () => {
      await window.viewer!.registerKind('probe', {
        name: '探头',
        model: '/models/soil-probe.glb',
        label: '{moisture} / {temperature}',
        states: {
          moisture: { unit: '%', digits: 0, thresholds: [{ below: 15, color: '#c03010' }] },
          temperature: { unit: '℃', thresholds: [{ from: 30, color: '#d08000' }] },
        },
      });
    });
    await loadProbe();
    expect(await driver.received('model-fallback')).toEqual([]);
    await set({ moisture: 31.2 });
    await driver.untilStill();
    // A reading that never came is not made up.
    expect(await label()).toMatchObject({ name: '探头', value: '31 % / –' });
    const dry = await driver.pixelsChangedBy(async () => {
      await set({ moisture: 9, temperature: 12 });
      await driver.untilStill();
    });
    expect(dry).toBeGreaterThan(250);
    expect(await label()).toMatchObject({
      value: '9 % / 12.0 ℃',
      color: 'rgb(192, 48, 16)',
      lamp: 'rgb(192, 48, 16)',
    });
    // The bound itself is in the next range: no colour, as at first.
    await set({ moisture: 15 });
    await driver.untilStill();
    expect((await label()).color).not.toBe('rgb(192, 48, 16)');
    await set({ temperature: 30 });
    await driver.untilStill();
    expect((await label()).color).toBe('rgb(208, 128, 0)');
  });

  it('may come after the readings, and take a model of the catalogue', async () => {
    await driver.renew({ labels: 'all', quality: 'low' });
    await driver.page.evaluate(
      async (layout) => {
        const viewer = window.viewer!;
        const row = { equipmentId: 'a', name: 'A', modelPath: null, productModelCode: 'TQ' };
        await viewer.load({ baseModelPath: null, layout, catalogue: [row] });
        viewer.setLiveState([{ id: 'a', value: 'old', values: { moisture: 5 } }]);
      },
      layoutOf([placed('a', 0, 0)], CAMERA),
    );
    await driver.untilStill();
    expect((await label()).value).toBe('old');
    await driver.page.evaluate(async () => {
      const kind = { model: '/models/soil-probe.glb', states: { moisture: { unit: '%' } } };
      Object.assign(window, { removeKind: await window.viewer!.registerKind('TQ', kind) });
    });
    await driver.untilStill();
    expect(await label()).toMatchObject({ name: 'A', value: '5.0 %' });
    await driver.page.evaluate(() => (window as unknown as { removeKind: () => void }).removeKind());
  });

  it('shows its simpler models where devices are small on the screen', async () => {
    const [FULL, SIMPLE] = ['/models/crop-tomato-ripe.glb', '/models/crop-tomato-ripe.far.glb'];
    const AWAY = { position: { x: 0, y: 4, z: 60 }, target: { x: 0, y: 0.5, z: 0 } };
    const show = async (camera: SceneLayout['camera'], levels: readonly ModelLevelSource[]) => {
      await driver.renew({ quality: 'low' });
      await driver.page.evaluate(
        async (model, given) => {
          await window.viewer!.registerKind('probe', { model, levels: given });
        },
        FULL,
        levels,
      );
      await driver.load(layoutOf([probe], camera), {});
      await driver.untilStill();
    };
    const levels = [{ path: SIMPLE, belowPixels: 25 }];
    await show(CAMERA, levels);
    expect(server.requests).toContain(FULL);
    expect(server.requests).not.toContain(SIMPLE);
    await show(AWAY, []);
    const { triangles } = await driver.stats();
    await show(AWAY, levels);
    await expect
      .poll(async () => (await driver.stats()).triangles, { timeout: PATIENCE_MS })
      .toBeLessThan(triangles);
    expect(server.requests).toContain(SIMPLE);
  });

  it.each([
    ['no key', '', {}, 'key'],
    ['no model', 'probe', { model: 7 }, 'kind.model'],
    ['levels that are no list', 'probe', { model: null, levels: {} }, 'kind.levels'],
    ['a level that is nothing', 'probe', { model: null, levels: [null] }, 'kind.levels[0]'],
    ['a level without a path', 'probe', { model: null, levels: [{ belowPixels: 9 }] }, 'kind.levels[0].path'],
    [
      'a level of no size',
      'probe',
      { model: null, levels: [{ path: '/a.glb', belowPixels: NaN }] },
      'kind.levels[0].belowPixels',
    ],
    [
      'a reading that is nothing',
      'probe',
      { model: null, states: { moisture: null } },
      'kind.states.moisture',
    ],
    [
      'half a decimal place',
      'probe',
      { model: null, states: { moisture: { digits: 0.5 } } },
      'kind.states.moisture.digits',
    ],
    [
      'a colour that is none',
      'probe',
      { model: null, states: { moisture: { thresholds: [{ below: 3, color: 'dry' }] } } },
      'kind.states.moisture.thresholds[0].color',
    ],
  ])('with %s is refused by the name of the field', async (_, key, kind, field) => {
    const refused = await driver.page.evaluate(
      async (given, wrong) => {
        try {
          await window.viewer!.registerKind(given, wrong as never);
        } catch (error) {
          return (error as { details: { field: string } }).details.field;
        }
        return undefined;
      },
      key,
      kind,
    );
    expect(refused).toBe(field);
  });
});

describe('a page', () => {
  it('gives the viewer words in its own language, and labels its colours', async () => {
    await driver.page.evaluate(() => {
      window.view.style.setProperty('--farm3d-label-unknown-background', 'rgb(1, 2, 3)');
    });
    await driver.renew({
      labels: 'all',
      quality: 'low',
      locale: 'en',
      messages: { canvas: 'La ferme', empty: 'Rien', 'model-missing': 'Il manque {path}' },
    });
    await driver.load(layoutOf([placed('a', 0, 0)], CAMERA), { a: '/nowhere.glb' });
    await driver.untilStill();
    expect((await label()).background).toBe('rgb(1, 2, 3)');
    const [fallback] = await driver.received<{ message: string }>('model-fallback');
    expect(fallback?.message).toMatch(/^Il manque .*nowhere\.glb$/);
    const canvas = await driver.page.evaluate(() => document.querySelector('canvas')?.ariaLabel);
    expect(canvas).toBe('La ferme');
    await driver.page.evaluate(() => window.view.removeAttribute('style'));
  });

  it('limits the camera: distance and height above the ground', async () => {
    await driver.renew({ minDistance: 1, maxDistance: 10, maxPolarAngle: 0.5, reducedMotion: true });
    await driver.load(layoutOf([placed('a', 0, 0)], CAMERA), { a: '/fixtures/ball-0.glb' });
    const limits = await driver.page.evaluate(() => {
      const { camera } = window.viewer!;
      camera.zoom(0.001);
      camera.orbit(0, 1);
      const { position, target } = camera.state();
      const [x, y, z] = [position.x - target.x, position.y - target.y, position.z - target.z];
      const distance = Math.hypot(x, y, z);
      return { distance, polar: Math.acos(y / distance) };
    });
    expect(limits.distance).toBeLessThanOrEqual(10.01);
    expect(limits.polar).toBeLessThanOrEqual(0.51);
  });

  it('gets the event of the browser with every click and hover', async () => {
    await driver.renew({});
    await driver.load(layoutOf([placed('a', 0, 0)], CAMERA), { a: '/fixtures/ball-0.glb' });
    await driver.untilStill();
    await driver.page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      for (const type of ['hover', 'object-click', 'background-click'] as const)
        window.viewer!.on(type, ({ originalEvent }) => seen.push(`${type} ${originalEvent?.type}`));
    });
    const [x, y] = await driver.page.evaluate(() => window.engineScreenOf(0, 0.6, 0));
    await driver.page.mouse.move(x, y);
    await driver.page.waitForFunction(() => window.received.some(([type]) => type === 'hover'));
    await driver.page.mouse.click(x, y);
    await driver.page.mouse.click(5, 5);
    const seen = await driver.page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen.filter((one) => !one.endsWith('undefined'))).toEqual(
      expect.arrayContaining(['hover pointermove', 'object-click pointerup', 'background-click pointerup']),
    );
  });
});
