import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LabelRecord } from 'farm3d-engine';
import { launchBrowser } from '../support/browser.ts';
import { dracoModel } from '../support/fixtures.ts';
import { EngineDriver, layoutOf, placed } from './engine-driver.ts';
import { type PageServer, servePage } from './pages/page-server.ts';

let browser: Browser;
let server: PageServer;
let driver: EngineDriver;

const CAMERA = { position: { x: 0, y: 12, z: 30 }, target: { x: 0, y: 0, z: 0 } };
/** No animation, so that screenshots are equal. */
const FIXED = { quality: 'low', pixelRatio: 1, reducedMotion: true, labels: 'all' } as const;

beforeAll(async () => {
  const ball = await dracoModel(0);
  server = await servePage('viewer');
  server.answer = (request, response) => {
    if (!request.url?.startsWith('/fixtures/')) return false;
    response.writeHead(200, { 'Content-Type': 'model/gltf-binary', 'Content-Length': ball.length }).end(ball);
    return true;
  };
  browser = await launchBrowser();
  // One page for all tests; a test that needs another viewer replaces it.
  driver = await EngineDriver.open(browser, server.url, 900, 600);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function start(options: object = FIXED): Promise<void> {
  await driver.page.evaluate(() => window.viewer?.dispose());
  await driver.create(options);
}

/** Sets labels and waits until they are drawn. */
async function show(labels: LabelRecord[], camera = CAMERA): Promise<void> {
  await driver.page.evaluate(
    (all, view) => {
      window.viewer!.camera.jump(view);
      for (const label of all) window.viewer!.labels.set(label);
    },
    labels,
    camera,
  );
  await driver.untilStill();
}

function shown() {
  return driver.page.evaluate(() => window.viewer!.labels.shown());
}

/** Texts and positions of the visible elements. */
function elements() {
  return driver.page.evaluate(() => {
    const root = document.querySelector('.farm3d-labels')?.shadowRoot;
    return [...(root?.querySelectorAll<HTMLElement>('.label.is-shown') ?? [])].map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return {
        text: element.innerText.replaceAll(/\s+/g, ' '),
        state: element.dataset['state'],
        left,
        right,
        top,
        bottom,
      };
    });
  });
}

function field(count: number): LabelRecord[] {
  let seed = 11;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: count }, (_, i) => ({
    id: `l${i}`,
    name: `传感器 ${i}`,
    value: `${i % 40}.5 ℃`,
    state: 'online',
    position: { x: (random() - 0.5) * 80, y: 1, z: (random() - 0.5) * 80 },
  }));
}

describe('labels of placed objects', () => {
  it('are 0.9 m above the top of the model, with name, value and state; the state changes with the object', async () => {
    await start();
    await driver.load(layoutOf([placed('a', 0, 0)], CAMERA), { a: '/fixtures/ball.glb' });
    await driver.page.evaluate(() =>
      window.viewer!.setLiveState([{ id: 'a', online: true, value: '23.4 ℃' }]),
    );
    await driver.untilStill();
    const [label] = await elements();
    expect(label).toMatchObject({ text: expect.stringContaining('设备 a') as string, state: 'online' });
    expect(label!.text).toContain('23.4 ℃');
    // The fixture's ball is 0.06 … 1.16 m high: its label is found with the camera alone.
    const top = await driver.page.evaluate(() => {
      const { x, y } = window.viewer!.projectToScreen('a')!;
      const [, low] = window.engineScreenOf(0, 1.2 + 0.9, 0);
      const [, high] = window.engineScreenOf(0, 1.0 + 0.9, 0);
      return { x, y, low, high };
    });
    expect(top.y).toBeGreaterThan(top.low);
    expect(top.y).toBeLessThan(top.high);
    expect((await shown())[0]!.y).toBeCloseTo(top.y, 3);
    expect(label!.bottom).toBeLessThan(top.y);
    expect(top.y - label!.bottom).toBeLessThan(16);

    const changed = await driver.pixelsChangedBy(async () => {
      await driver.page.evaluate(() => window.viewer!.setLiveState([{ id: 'a', alarm: true }]));
      await driver.untilStill();
    });
    expect((await elements())[0]!.state).toBe('alarm');
    expect(changed).toBeGreaterThan(0);
  });

  it('call the value function only when the text is written', async () => {
    const setState = async (): Promise<number> => {
      const callCount = await driver.page.evaluateHandle(() => {
        const reported = { times: 0 };
        const value = () => `${++reported.times}.7 ℃`;
        window.viewer!.setLiveState([{ id: 'a', value }]);
        return reported;
      });
      await driver.untilStill();
      return callCount.evaluate(({ times }) => times);
    };
    const inLabel = await setState();
    expect((await elements())[0]!.text).toContain('.7 ℃');
    await driver.page.evaluate(() => (window.viewer!.labels.mode = 'pinned'));
    await driver.untilStill();
    // The object tree writes it too.
    expect(await setState()).toBe(inLabel - 1);
    await driver.page.evaluate(() => (window.viewer!.labels.mode = 'all'));
    await driver.untilStill();
    expect((await elements())[0]!.text).toContain('.7 ℃');
  });

  it('are removed with the object, and follow it', async () => {
    const before = (await shown())[0]!;
    await driver.page.evaluate(() => {
      const { document } = window.viewer!;
      document.execute(
        window.editing.setTransform('a', {
          position: { x: 5, y: 0, z: 0 },
          rotation: { x: 0, y: 0, z: 0 },
          scale: { x: 1, y: 1, z: 1 },
        }),
      );
    });
    await driver.untilStill();
    expect((await shown())[0]!.x).toBeGreaterThan(before.x + 50);
    await driver.page.evaluate(() => window.viewer!.document.execute(window.editing.removeEquipment('a')));
    await driver.untilStill();
    expect(await shown()).toEqual([]);
    expect(await elements()).toEqual([]);
  });
});

describe('many labels', () => {
  it('near ones are elements, farther ones are drawn, the rest are dots; no two pills overlap', async () => {
    await start();
    await show(field(3_000));
    const all = await shown();
    const of = (tier: string) => all.filter((label) => label.tier === tier);
    expect(of('element')).toHaveLength(24);
    expect(of('drawn').length).toBeGreaterThan(0);
    expect(of('dot').length).toBeGreaterThan(50);
    const boxes = await elements();
    expect(boxes).toHaveLength(24);
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) {
        const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        expect(isApart, `${a.text} / ${b.text}`).toBe(true);
      }
    }
    const stats = await driver.stats();
    expect(stats.labels).toBe(3_000);
    // A pool: no element for a label that is not shown as one.
    expect(stats.labelElements).toBeLessThanOrEqual(30);
    // The drawn ones and all dots are one draw.
    await driver.page.evaluate(() => (window.viewer!.labels.mode = 'pinned'));
    await driver.untilStill();
    expect(stats.draws - (await driver.stats()).draws).toBe(1);
    expect(await shown()).toEqual([]);
  });

  it('a drawn label is in the frame: white at its position, and gone without it', async () => {
    await driver.page.evaluate(() => (window.viewer!.labels.mode = 'all'));
    await driver.untilStill();
    const drawn = (await shown()).find(
      ({ tier, x, y }) => tier === 'drawn' && x > 100 && x < 800 && y > 100,
    )!;
    // Left of the lamp is the background of the pill.
    const pixel = (x: number, y: number) =>
      driver.page.evaluate(
        async (x, y) => {
          const bitmap = await createImageBitmap(await window.viewer!.screenshot());
          const context = new OffscreenCanvas(1, 1).getContext('2d')!;
          context.drawImage(bitmap, -Math.round(x), -Math.round(y));
          return Array.from(context.getImageData(0, 0, 1, 1).data.subarray(0, 3));
        },
        x,
        y,
      );
    const place = [drawn.x, drawn.y - 12 - 3] as const;
    for (const channel of await pixel(...place)) expect(channel).toBeGreaterThan(235);
    await driver.page.evaluate(() => (window.viewer!.labels.mode = 'pinned'));
    await driver.untilStill();
    const without = await pixel(...place);
    expect(Math.min(...without)).toBeLessThan(200);
  });

  it('pinned labels have precedence over nearer ones, in every mode', async () => {
    const far = { id: 'far', name: '远处', position: { x: 0, y: 1, z: -38 } };
    await driver.page.evaluate((label) => {
      window.viewer!.labels.set(label);
      window.viewer!.labels.pin('far');
    }, far);
    await driver.untilStill();
    expect(await shown()).toMatchObject([{ id: 'far', tier: 'element' }]);
    await driver.page.evaluate(() => (window.viewer!.labels.mode = 'all'));
    await driver.untilStill();
    expect((await shown())[0]).toMatchObject({ id: 'far', tier: 'element' });
    await driver.page.evaluate(() => window.viewer!.labels.unpin('far'));
    await driver.untilStill();
    expect((await shown()).find(({ id }) => id === 'far')?.tier).not.toBe('element');
  });

  it('a click on a label reports its id and does not reach the scene below', async () => {
    await driver.page.evaluate(() => {
      window.received = [];
      window.viewer!.on('label-click', (payload) => window.received.push(['label-click', payload]));
    });
    const label = (await shown()).find(
      ({ tier, x, y }) => tier === 'drawn' && x > 100 && x < 800 && y > 100,
    )!;
    await driver.page.mouse.click(label.x, label.y - 24);
    expect(await driver.received('label-click')).toMatchObject([{ id: label.id }]);
    expect(await driver.received('background-click')).toEqual([]);
  });

  it('force no layout: the browser lays out only the moved elements, once per frame', async () => {
    await start();
    await show(field(3_000));
    // Reading a size after writing a style makes the browser lay out at once: the code must not read any.
    const reads = await driver.page.evaluate(async () => {
      let count = 0;
      const spy = (owner: object, name: string) => {
        const known = Object.getOwnPropertyDescriptor(owner, name)!;
        const changed = known.get
          ? {
              ...known,
              get(this: unknown) {
                count++;
                return known.get!.call(this) as unknown;
              },
            }
          : {
              ...known,
              value(this: unknown, ...args: unknown[]) {
                count++;
                return (known.value as (...given: unknown[]) => unknown).apply(this, args);
              },
            };
        Object.defineProperty(owner, name, changed);
        return () => void Object.defineProperty(owner, name, known);
      };
      const undo = [
        ...['clientWidth', 'clientHeight', 'getBoundingClientRect', 'getClientRects'].map((name) =>
          spy(Element.prototype, name),
        ),
        ...['offsetWidth', 'offsetHeight', 'offsetLeft', 'offsetTop'].map((name) =>
          spy(HTMLElement.prototype, name),
        ),
        spy(window, 'getComputedStyle'),
      ];
      const viewer = window.viewer!;
      const before = viewer.stats().frames;
      for (let i = 0; i < 12; i++) {
        viewer.camera.jump({ position: { x: i, y: 12, z: 30 }, target: { x: 0, y: 0, z: 0 } });
        await viewer.once('render');
      }
      for (const restore of undo) restore();
      return { count, frames: viewer.stats().frames - before };
    });
    expect(reads.frames).toBeGreaterThanOrEqual(12);
    expect(reads.count).toBe(0);
  });

  it('throws for an invalid position', async () => {
    const code = await driver.page.evaluate(() => {
      try {
        window.viewer!.labels.set({ id: 'x', name: 'x', position: { x: Number.NaN, y: 0, z: 0 } });
        return null;
      } catch (error) {
        return (error as { code: string }).code;
      }
    });
    expect(code).toBe('invalid-argument');
    expect(driver.complaints).toEqual([]);
  });
});
