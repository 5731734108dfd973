// Second tier (page): each way to move the camera
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { dracoModel } from '../support/fixtures.ts';
import { EngineDriver, layoutOf, placed } from './engine-driver.ts';
import { type PageServer, servePage } from './pages/page-server.ts';

let browser: Browser;
let server: PageServer;
let driver: EngineDriver;

const CAMERA = { position: { x: 0, y: 12, z: 30 }, target: { x: 0, y: 0, z: 0 } };

beforeAll(async () => {
  const ball = await dracoModel(0);
  server = await servePage('viewer');
  server.answer = (request, response) => {
    if (!request.url?.startsWith('/fixtures/')) return false;
    response.writeHead(200, { 'Content-Type': 'model/gltf-binary', 'Content-Length': ball.length }).end(ball);
    return true;
  };
  browser = await launchBrowser();
  driver = await EngineDriver.open(browser, server.url, 600, 400);
  await driver.create({ quality: 'low', pixelRatio: 0.5, reducedMotion: true });
  const objects = [placed('b-1', -3, 0), placed('a-1', 0, 0), placed('b-2', 3, 0)];
  await driver.load(
    layoutOf(objects, CAMERA),
    Object.fromEntries(objects.map(({ id }) => [id, '/fixtures/ball.glb'])),
  );
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

beforeEach(async () => {
  await driver.page.evaluate((view) => {
    window.received = [];
    window.viewer!.camera.jump(view);
    window.viewer!.select([]);
  }, CAMERA);
  await driver.untilStill();
});

interface Eye {
  azimuth: number;
  polar: number;
  distance: number;
  target: { x: number; y: number; z: number };
}

/** Position of the camera relative to its target, as angles and distance. */
function eye(): Promise<Eye> {
  return driver.page.evaluate(() => {
    const { position: p, target: t } = window.viewer!.camera.state();
    const [x, y, z] = [p.x - t.x, p.y - t.y, p.z - t.z];
    const distance = Math.hypot(x, y, z);
    return { azimuth: Math.atan2(x, z), polar: Math.acos(y / distance), distance, target: t };
  });
}

async function press(...keys: string[]): Promise<Eye> {
  await driver.page.evaluate(() => document.querySelector('canvas')!.focus());
  for (const key of keys) await driver.page.keyboard.press(key as 'Home');
  await driver.untilStill();
  return eye();
}

describe('keys move the camera while the canvas has the focus', () => {
  it('arrows rotate, with Shift they pan, + and − zoom, Home restores', async () => {
    const before = await eye();
    const turned = await press('ArrowRight', 'ArrowRight', 'ArrowUp');
    expect(turned.azimuth - before.azimuth).toBeCloseTo(Math.PI / 12, 3);
    expect(before.polar - turned.polar).toBeCloseTo(Math.PI / 24, 3);
    expect(turned.distance).toBeCloseTo(before.distance, 3);
    const nearer = await press('+');
    expect(turned.distance / nearer.distance).toBeCloseTo(1.18, 3);
    await driver.page.keyboard.down('Shift');
    const moved = await press('ArrowRight');
    await driver.page.keyboard.up('Shift');
    expect(Math.hypot(moved.target.x, moved.target.z)).toBeCloseTo(nearer.distance * 0.06, 3);
    expect(moved.target.y).toBeCloseTo(0, 6);
    const home = await press('Home');
    expect(home.distance).toBeCloseTo(before.distance, 3);
    expect(home.azimuth).toBeCloseTo(before.azimuth, 3);
  });

  it('F fits the selection', async () => {
    await driver.page.evaluate(() => window.viewer!.select(['b-2']));
    const at = await press('f');
    expect(at.target.x).toBeCloseTo(3, 1);
    expect(at.distance).toBeLessThan(10);
  });

  it('the limits hold: 5 to 120 m, never below a polar angle of π / 2.2', async () => {
    expect((await press(...Array.from({ length: 20 }, () => '+'))).distance).toBeCloseTo(5, 3);
    expect((await press(...Array.from({ length: 30 }, () => '-'))).distance).toBeCloseTo(120, 2);
    expect((await press(...Array.from({ length: 20 }, () => 'ArrowDown'))).polar).toBeCloseTo(
      Math.PI / 2.2,
      3,
    );
    const lens = await driver.page.evaluate(() => {
      const { fov, far } = window.viewer!.camera.three;
      return { fov, far };
    });
    expect(lens).toEqual({ fov: 75, far: 60_000 });
  });
});

describe('the least distance', () => {
  it.each([
    [undefined, 5],
    [0.2, 0.2],
  ])(
    'with minDistance %s a small object is fitted from %d m, behind the near plane',
    async (given, least) => {
      await driver.page.evaluate(() => window.viewer!.dispose());
      const options = given === undefined ? {} : { minDistance: given };
      await driver.create({ quality: 'low', pixelRatio: 0.2, reducedMotion: true, ...options });
      const small = { ...placed('s-1', 0, 0), scale: { x: 0.1, y: 0.1, z: 0.1 } };
      await driver.load(layoutOf([small], CAMERA), { 's-1': '/fixtures/ball.glb' });
      const { distance, near } = await driver.page.evaluate(async () => {
        const viewer = window.viewer!;
        await viewer.fit(['s-1']);
        viewer.requestRender();
        await viewer.once('render');
        const { distance, three } = viewer.camera;
        return { distance, near: three.near };
      });
      expect(distance).toBeCloseTo(least, 6);
      expect(near).toBeCloseTo(least * 0.06, 6);
    },
  );
});

describe('restore', () => {
  it('takes one second of drawn time and ends exactly at the saved view', async () => {
    await driver.page.evaluate(() => window.viewer!.dispose());
    await driver.create({ quality: 'low', pixelRatio: 0.2, reducedMotion: false });
    const seen = await driver.page.evaluate(async (home) => {
      const viewer = window.viewer!;
      viewer.camera.home = home;
      viewer.camera.jump({ position: { x: 60, y: 30, z: 60 }, target: { x: 10, y: 0, z: 0 } });
      await viewer.once('render');
      const host = window.contextOf(viewer);
      let seconds = 0;
      const off = host.onBeforeRender(({ delta }) => (seconds += delta));
      await viewer.camera.restore();
      off();
      return { seconds, state: viewer.camera.state() };
    }, CAMERA);
    // A frame counts as at most 0.1 s; the flight ends with the frame that passes 1 s.
    expect(seen.seconds).toBeGreaterThan(0.85);
    expect(seen.seconds).toBeLessThan(1.15);
    for (const axis of ['x', 'y', 'z'] as const) {
      expect(seen.state.position[axis]).toBeCloseTo(CAMERA.position[axis], 9);
      expect(seen.state.target[axis]).toBeCloseTo(CAMERA.target[axis], 9);
    }
  });
});

describe('surfaces that nearly coincide', () => {
  it.each([
    ['the nearest view', 5],
    ['the farthest view', 120],
  ])('at 300 m a surface 5 cm above another hides it: %s', async (_, distance) => {
    await driver.page.evaluate(() => window.viewer!.dispose());
    await driver.create({ quality: 'low', pixelRatio: 1, reducedMotion: true });
    const counts = await driver.page.evaluate(async (distance) => {
      const viewer = window.viewer!;
      const host = window.contextOf(viewer);
      const { Mesh, MeshBasicMaterial, PlaneGeometry } = window.three;
      const plane = (color: string, z: number) => {
        const material = new MeshBasicMaterial({ color, fog: false, toneMapped: false });
        const mesh = new Mesh(new PlaneGeometry(120, 120), material);
        // Slanted: depth differs from pixel to pixel, as on a roof.
        mesh.rotation.set(-0.6, 0.4, 0);
        mesh.position.set(0, 30, z);
        host.scene.add(mesh);
        return mesh;
      };
      const planes = [plane('#ff0000', -300), plane('#00ff00', -300 + 0.05 / Math.cos(0.7))];
      viewer.camera.jump({
        position: { x: 0, y: 30, z: 0 },
        target: { x: 0, y: 30, z: -distance },
      });
      await viewer.once('render');
      const bitmap = await createImageBitmap(await viewer.screenshot());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      let [upper, lower] = [0, 0];
      for (let i = 0; i < data.length; i += 4) {
        if (data[i]! < 60 && data[i + 1]! > 200 && data[i + 2]! < 60) upper++;
        if (data[i]! > 200 && data[i + 1]! < 60 && data[i + 2]! < 60) lower++;
      }
      for (const mesh of planes) {
        mesh.removeFromParent();
        mesh.geometry.dispose();
        mesh.material.dispose();
      }
      return { upper, lower };
    }, distance);
    expect(counts.upper).toBeGreaterThan(1_000);
    // One pixel of the lower plane's edge is visible; flickering would show thousands.
    expect(counts.lower).toBeLessThan(counts.upper * 0.02);
  });
});

describe('the object tree', () => {
  it('contains names and states, is one Tab stop, marks the focused object and selects with Enter', async () => {
    await driver.page.evaluate(() => window.viewer!.dispose());
    await driver.create({ quality: 'low', pixelRatio: 0.5, reducedMotion: true });
    const objects = [placed('b-1', -3, 0), placed('a-1', 0, 0), placed('b-2', 3, 0)];
    await driver.load(
      layoutOf(objects, CAMERA),
      Object.fromEntries(objects.map(({ id }) => [id, '/fixtures/ball.glb'])),
    );
    await driver.page.evaluate(() =>
      window.viewer!.setLiveState([
        { id: 'b-1', online: true, value: '21.5 ℃' },
        { id: 'a-1', online: false },
        { id: 'b-2', online: true, alarm: true },
      ]),
    );
    await driver.untilStill();
    const items = () =>
      driver.page.evaluate(() =>
        [...document.querySelectorAll('[role=treeitem]')].map((item) => item.textContent),
      );
    expect(await items()).toEqual(['设备 b-1，在线，21.5 ℃', '设备 a-1，离线', '设备 b-2，报警']);
    const tree = await driver.page.accessibility.snapshot();
    expect(JSON.stringify(tree)).toContain('"role":"treeitem"');

    const changed = await driver.pixelsChangedBy(async () => {
      await driver.page.evaluate(() => document.querySelector<HTMLElement>('[role=tree]')!.focus());
      await driver.page.keyboard.press('ArrowDown');
      await driver.untilStill();
    });
    expect(changed).toBeGreaterThan(20);
    expect((await driver.received('hover')).at(-1)).toEqual({ id: 'a-1' });
    await driver.page.keyboard.press('Enter');
    expect(await driver.received('object-click')).toMatchObject([{ id: 'a-1', pointerType: 'keyboard' }]);

    await driver.page.keyboard.press('End');
    expect((await driver.received('hover')).at(-1)).toEqual({ id: 'b-2' });
    const active = await driver.page.evaluate(() => {
      const id = document.querySelector('[role=tree]')!.getAttribute('aria-activedescendant')!;
      return document.getElementById(id)?.dataset['id'];
    });
    expect(active).toBe('b-2');
    await driver.page.keyboard.press('Escape');
    expect(await driver.page.evaluate(() => document.activeElement?.tagName)).toBe('CANVAS');
    expect((await driver.received('hover')).at(-1)).toEqual({ id: null });

    await driver.page.evaluate(() => window.viewer!.setLocale('en'));
    await driver.untilStill();
    expect((await items())[2]).toBe('设备 b-2, alarm');
  });

  it('has as many elements for ten thousand objects as for fifty', async () => {
    const objects = Array.from({ length: 10_000 }, (_, i) =>
      placed(`t${i}`, (i % 100) - 50, Math.floor(i / 100) - 50),
    );
    await driver.load(
      layoutOf(objects, CAMERA),
      Object.fromEntries(objects.map(({ id }) => [id, '/fixtures/ball.glb'])),
    );
    const seen = await driver.page.evaluate(() => {
      const all = document.querySelectorAll('[role=treeitem]');
      return { elements: all.length, of: all[0]!.getAttribute('aria-setsize') };
    });
    expect(seen).toEqual({ elements: 50, of: '10000' });
    await driver.page.evaluate(() => document.querySelector<HTMLElement>('[role=tree]')!.focus());
    await driver.page.keyboard.press('End');
    expect((await driver.received('hover')).at(-1)).toEqual({ id: 't9999' });
  });
});

describe('export', () => {
  it("writes a GLB with each object's position and id, and each model once", async () => {
    await driver.page.evaluate(() => window.viewer!.dispose());
    await driver.create({ quality: 'low', reducedMotion: true });
    const objects = Array.from({ length: 40 }, (_, i) => placed(`t${i}`, i, 2 * i));
    await driver.load(
      layoutOf(objects, CAMERA),
      Object.fromEntries(objects.map(({ id }) => [id, '/fixtures/ball.glb'])),
    );
    const file = await driver.page.evaluate(async () => {
      const bytes = new DataView(await (await window.viewer!.exportGlb()).arrayBuffer());
      const length = bytes.getUint32(12, true);
      const text = new TextDecoder().decode(new Uint8Array(bytes.buffer, 20, length));
      return { magic: bytes.getUint32(0, true), text };
    });
    expect(file.magic).toBe(0x46_54_6c_67);
    const gltf = JSON.parse(file.text) as {
      meshes: unknown[];
      nodes: { extras?: { farm3dId?: string }; translation?: number[]; matrix?: number[] }[];
    };
    expect(gltf.meshes).toHaveLength(1);
    const named = new Map(gltf.nodes.map((node) => [node.extras?.farm3dId, node]));
    for (const { id, position } of objects) {
      const node = named.get(id)!;
      const place = node.translation ?? node.matrix?.slice(12, 15) ?? [0, 0, 0];
      expect(place).toEqual([position.x, position.y, position.z]);
    }
  });
});

it('the page logged no errors', () => {
  // three's exporter warns about every model with quantised normals.
  expect(driver.complaints.filter((text) => !text.startsWith('THREE.GLTFExporter'))).toEqual([]);
});
