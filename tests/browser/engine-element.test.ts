// Second tier (page): each attribute of the element
import type { Browser, Page } from 'puppeteer';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { countTweens, gsapIsLoaded, tweenCounts } from '../support/tweens.ts';
import { PATIENCE_MS } from '../support/wait.ts';
import { type PageServer, servePage } from './pages/page-server.ts';

let server: PageServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await servePage('element');
  const scene = (x: number, more: object = {}) =>
    JSON.stringify({
      baseModelPath: null,
      layout: {
        camera: { position: { x, y: 3, z: 4 }, target: { x: 0, y: 0, z: 0 } },
        equipment: [],
        childScenes: [],
        extra: {},
      },
      catalogue: [],
      ...more,
    });
  const files: Record<string, string> = {
    '/early.json': scene(7),
    // The model does not exist: the fallback is shown, and its path is asked for.
    '/scenes/first.json': scene(5, { baseModelPath: 'near.glb' }),
    '/not.json': '<html>',
    '/list.json': '[]',
  };
  server.answer = (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    // Never answered: the load is under way until it is given up.
    if (path === '/waits.glb') return true;
    const text = files[path];
    if (text === undefined) return false;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
    return true;
  };
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

beforeEach(async () => {
  await page?.close();
  page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await countTweens(page);
  await page.goto(server.url);
  await page.waitForFunction(() => window.putElement !== undefined);
});

/** Flies to another view. @returns the coordinate x of the camera at the end */
const fly = () =>
  page.evaluate(async () => {
    const { camera } = window.element.viewer!;
    await camera.fly({ position: { x: 9, y: 5, z: 9 }, target: { x: 0, y: 0, z: 0 } }, 200);
    return camera.state().position.x;
  });

it('gsap plays the tweens of an element that has it, and is loaded after the first frame', async () => {
  await page.evaluate(async () => void (await window.putElement('given')));
  await gsapIsLoaded(page);
  expect(await page.evaluate(() => window.framesBeforeGsap)).toBeGreaterThan(0);
  expect(await fly()).toBeCloseTo(9, 5);
  const { engine, gsap } = await tweenCounts(page);
  expect(engine).toBe(0);
  expect(gsap).toBeGreaterThan(0);
});

it('without gsap the viewer plays its own tweens', async () => {
  await page.evaluate(async () => void (await window.putElement('none')));
  expect(await fly()).toBeCloseTo(9, 5);
  expect(await tweenCounts(page)).toMatchObject({ engine: 1, gsap: 0 });
});

it('when gsap cannot be loaded, the camera jumps', async () => {
  await page.evaluate(async () => void (await window.putElement('failing')));
  await page.waitForFunction(() => window.errorTexts.length > 0);
  expect(await page.evaluate(() => window.errorTexts)).toEqual(['Invalid argument: there is no gsap']);
  expect(await fly()).toBeCloseTo(9, 5);
  expect(await tweenCounts(page)).toMatchObject({ engine: 0, gsap: 0 });
});

it('an element that is removed leaves nothing, and shows its scene again when it is put back', async () => {
  const seen = await page.evaluate(async () => {
    const element = await window.putElement('none');
    const count = () => element.shadowRoot!.querySelectorAll('canvas').length;
    const shown = count();
    element.remove();
    await Promise.resolve();
    const removed = { viewer: element.viewer, canvases: count() };
    const refused = await element.load(window.scene).catch((error: { code: string }) => error.code);
    document.body.append(element);
    await element.viewer!.once('load');
    return { shown, removed, refused, again: count(), x: element.viewer!.camera.state().position.x };
  });
  expect(seen).toMatchObject({
    shown: 1,
    removed: { viewer: null, canvases: 0 },
    refused: 'disposed',
    again: 1,
  });
  expect(seen.x).toBeCloseTo(4, 5);
});

it('an element that is moved keeps its viewer', async () => {
  const kept = await page.evaluate(async () => {
    const element = await window.putElement('none');
    const { viewer } = element;
    const other = document.body.appendChild(document.createElement('div'));
    other.append(element);
    await Promise.resolve();
    return { isSame: element.viewer === viewer, isDisposed: viewer!.isDisposed };
  });
  expect(kept).toEqual({ isSame: true, isDisposed: false });
});

it('a load ends when the element is removed meanwhile, and no error is reported', async () => {
  const ended = await page.evaluate(async () => {
    const element = await window.putElement('none');
    const loading = element.load({ ...window.scene, baseModelPath: '/waits.glb' });
    element.remove();
    return loading.then(
      () => 'loaded',
      (error: { code: string }) => error.code,
    );
  });
  expect(ended).toBe('aborted');
  expect(await page.evaluate(() => window.errorTexts)).toEqual([]);
});

it('what is set before the name is registered counts', async () => {
  await page.goto('about:blank');
  await page.goto(`${server.url}#early`);
  await page.waitForFunction(() => window.putElement !== undefined);
  await page.waitForFunction(() => window.loads > 0);
  const early = await page.evaluate(() => {
    const { viewer, src } = document.querySelector('farm3d-viewer')!;
    return {
      locale: viewer!.locale,
      ratio: viewer!.stats().pixelRatio,
      src,
      x: viewer!.camera.state().position.x,
    };
  });
  expect(early).toMatchObject({ locale: 'en', ratio: 0.25, src: 'early.json' });
  expect(early.x).toBeCloseTo(7, 5);
});

it('attributes load a scene file and choose language and tier, and follow their changes', async () => {
  const seen = await page.evaluate(async () => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<farm3d-viewer src="/scenes/first.json" locale="en" quality="low"></farm3d-viewer>',
    );
    const element = document.querySelector('farm3d-viewer')!;
    const loaded = () =>
      new Promise<string>((resolve) =>
        document.body.addEventListener(
          'farm3d-load',
          (event) => resolve((event.target as Element).localName),
          {
            once: true,
          },
        ),
      );
    const target = await loaded();
    const { viewer } = element;
    const first = { locale: viewer!.locale, quality: viewer!.quality, x: viewer!.camera.state().position.x };
    element.setAttribute('locale', 'zh-CN');
    element.setAttribute('quality', 'high');
    const second = loaded();
    element.src = '/early.json';
    await second;
    const changed = {
      locale: viewer!.locale,
      quality: viewer!.quality,
      x: viewer!.camera.state().position.x,
    };
    return { target, first, changed, isSame: element.viewer === viewer };
  });
  expect(seen).toMatchObject({
    target: 'farm3d-viewer',
    first: { locale: 'en', quality: 'low' },
    changed: { locale: 'zh-CN', quality: 'high' },
    isSame: true,
  });
  expect(seen.first.x).toBeCloseTo(5, 5);
  expect(seen.changed.x).toBeCloseTo(7, 5);
  // Relative to the file, not to the page.
  expect(server.requests).toContain('/scenes/near.glb');
});

it.each([
  ['a file that is missing', 'src="/none.json"', 'src = "/none.json": the server answers 404'],
  ['a file that is no JSON', 'src="/not.json"', 'src = "/not.json": is not JSON'],
  ['a file that is no scene', 'src="/list.json"', 'baseModelPath = missing'],
  ['an address that is none', 'src="http://["', 'src = "http://[": is no address'],
  ['an unknown language', 'locale="fr"', 'locale = "fr"'],
  ['an unknown tier', 'quality="ultra"', 'quality = "ultra"'],
])('%s is reported by a bubbling event, and stops nothing', async (_, attributes, text) => {
  const drawn = await page.evaluate(async (attributes) => {
    document.body.insertAdjacentHTML('beforeend', `<farm3d-viewer ${attributes}></farm3d-viewer>`);
    const { viewer } = document.querySelector('farm3d-viewer')!;
    const { frame } = await viewer!.once('render');
    return frame;
  }, attributes);
  expect(drawn).toBeGreaterThan(0);
  await page.waitForFunction(() => window.errorTexts.length > 0);
  expect(await page.evaluate(() => window.errorTexts)).toEqual([`Invalid argument: ${text}`]);
});

it('properties and names that cannot be are refused with the field', async () => {
  const fields = await page.evaluate(() => {
    const element = document.createElement('farm3d-viewer');
    const given: (() => void)[] = [
      () => (element.options = { quality: 'ultra' as never }),
      () => (element.gsap = 'gsap' as never),
      () => window.defineFarmViewer('viewer'),
    ];
    return given.map((set) => {
      try {
        set();
        return 'accepted';
      } catch (error) {
        return (error as { details: { field: string } }).details.field;
      }
    });
  });
  expect(fields).toEqual(['options.quality', 'gsap', 'name']);
});

it('works under a second name, in a shadow tree, and its events leave it', async () => {
  const seen = await page.evaluate(async () => {
    window.defineFarmViewer('other-viewer');
    const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
    const element = root.appendChild(document.createElement('other-viewer')) as typeof window.element;
    element.options = { quality: 'low', pixelRatio: 0.25 };
    const arrived = new Promise<boolean>((resolve) =>
      document.addEventListener('farm3d-load', () => resolve(true), { once: true }),
    );
    const { skipped } = await element.load(window.scene);
    return {
      arrived: await arrived,
      skipped: skipped.length,
      canvases: element.shadowRoot!.querySelectorAll('canvas').length,
    };
  });
  expect(seen).toEqual({ arrived: true, skipped: 0, canvases: 1 });
});

it('shows what the page puts into its slots: while a scene loads, and after it could not be loaded', async () => {
  const shown = await page.evaluate(async () => {
    const element = await window.putElement('none');
    for (const name of ['loading', 'error']) {
      const text = document.createElement('p');
      text.slot = name;
      text.id = name;
      element.append(text);
    }
    const visible = () => ['loading', 'error'].filter((id) => document.getElementById(id)!.checkVisibility());
    const settled = (event: string) =>
      new Promise((resolve) => element.addEventListener(event, resolve, { once: true }));
    const seen = [visible()];
    const waiting = element.load({ ...window.scene, baseModelPath: '/waits.glb' }).catch(() => {});
    seen.push(visible());
    const second = element.load(window.scene);
    seen.push(visible());
    await waiting;
    seen.push(visible());
    await second;
    seen.push(visible());
    const failed = settled('farm3d-error');
    element.src = 'not.json';
    seen.push(visible());
    await failed;
    seen.push(visible());
    await element.load(window.scene);
    seen.push(visible());
    return seen;
  });
  expect(shown).toEqual([[], ['loading'], ['loading'], ['loading'], [], ['loading'], ['error'], []]);
});

it('a label of the page stands at its object, follows it, and is hidden while that is out of sight', async () => {
  const seen = await page.evaluate(async () => {
    const element = await window.putElement('none');
    const viewer = element.viewer!;
    const [ORIGIN, ONE] = [
      { x: 0, y: 0, z: 0 },
      { x: 1, y: 1, z: 1 },
    ];
    const equipment = [0, 2].map((x) => ({
      id: `at-${x}`,
      parentId: null,
      position: { ...ORIGIN, x },
      rotation: ORIGIN,
      scale: ONE,
      extra: {},
    }));
    await element.load({ ...window.scene, layout: { ...window.scene.layout, equipment } });
    const label = document.createElement('b');
    label.slot = 'label';
    label.textContent = '31.2 %';
    label.dataset['id'] = 'at-0';
    element.append(label);
    /** Distance of the label's foot from where the viewer's own label would stand, CSS px. */
    const off = (id: string) => {
      const { left, width, bottom } = label.getBoundingClientRect();
      const frame = element.getBoundingClientRect();
      const { x, y } = viewer.projectToScreen(id)!;
      return Math.hypot(left + width / 2 - frame.left - x, bottom - frame.top - y);
    };
    const lookFrom = async (x: number, target = ORIGIN) => {
      viewer.camera.jump({ position: { x, y: 3, z: 5 }, target });
      await viewer.once('render');
      return getComputedStyle(label).visibility;
    };
    const first = [await lookFrom(4), off('at-0')];
    const moved = [await lookFrom(-4), off('at-0')];
    label.dataset['id'] = 'at-2';
    await Promise.resolve();
    const other = [await lookFrom(-3), off('at-2')];
    const away = await lookFrom(0, { x: 0, y: 3, z: 50 });
    return { first, moved, other, away };
  });
  for (const [visibility, distance] of [seen.first, seen.moved, seen.other]) {
    expect(visibility).toBe('visible');
    expect(distance).toBeLessThan(1);
  }
  expect(seen.away).toBe('hidden');
});

it('has its attributes as properties, and the calls of its viewer', async () => {
  const seen = await page.evaluate(async () => {
    const element = await window.putElement('none');
    element.locale = 'en';
    element.quality = 'low';
    const set = [element.getAttribute('locale'), element.viewer!.locale, element.viewer!.quality];
    element.locale = null;
    const fields: unknown[] = [];
    for (const act of [() => (element.locale = 'fr' as never), () => (element.quality = 'best' as never)])
      try {
        act();
      } catch (error) {
        fields.push((error as { details: { field: string } }).details.field);
      }
    element.setLiveState([{ id: 'a', online: true }]);
    element.select([]);
    await element.fit([]);
    const { type } = await element.screenshot();
    element.remove();
    await Promise.resolve();
    const refused = await (async () => element.select([]))().catch((error: { code: string }) => error.code);
    return { set, locale: element.locale, fields, type, refused };
  });
  expect(seen).toEqual({
    set: ['en', 'en', 'low'],
    locale: null,
    fields: ['locale', 'quality'],
    type: 'image/png',
    refused: 'disposed',
  });
});
