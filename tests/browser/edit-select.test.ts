// Second tier (page): each way to select
import { beforeEach, describe, expect, test } from 'vitest';
import type { Transform } from 'farm3d-engine';
import { type Point, useEditor } from './edit-page.ts';

// Selecting several objects, and moving, rotating, scaling and arranging them together, by mouse, finger, pen and keys.

const driver = useEditor('row');

const ROW = ['row-1', 'row-2', 'row-3'];
const FEET: Record<string, [number, number, number]> = {
  'row-1': [-5, 0.03, 0],
  'row-2': [-2, 0.03, 0.7],
  'row-3': [4, 0.03, -0.4],
};
/** A point of the window on the camera device with this id. */
const onObject = (id: string) => {
  const [x, , z] = FEET[id]!;
  return driver.screenOf(x, 1.5, z);
};
const selection = () => driver.read((edit) => [...edit.editor.selection].sort());
const rectangles = () => driver.page.$$eval('[data-farm3d=rectangle]', (all) => all.length);
const stored = async (): Promise<Record<string, Transform>> =>
  Object.fromEntries((await driver.layout()).equipment.map((record) => [record.id, record]));
const steps = () =>
  driver.page.evaluate(() => {
    let count = 0;
    while (window.edit!.viewer.document.undo()) count++;
    return count;
  });
const focusPicture = () => driver.page.focus('canvas');

async function clickObject(id: string, key?: 'Shift' | 'Control'): Promise<void> {
  const { x, y } = await onObject(id);
  if (key) await driver.page.keyboard.down(key);
  await driver.page.mouse.click(x, y);
  if (key) await driver.page.keyboard.up(key);
}

/** Corners of a rectangle around the first two cameras, the third one outside. */
async function around(): Promise<[Point, Point]> {
  return [await driver.screenOf(-6.5, 0, 3.4), await driver.screenOf(0, 0, -4)];
}

/** Selects all three and shows the handles of their pivot. @returns the position of the pivot */
async function openGroup(mode: 'translate' | 'rotate' | 'scale'): Promise<Point> {
  await focusPicture();
  await driver.press({ x: 150, y: 460 });
  await driver.release();
  await driver.page.keyboard.down('Control');
  await driver.page.keyboard.press('a');
  await driver.page.keyboard.up('Control');
  expect(await selection()).toEqual(ROW);
  await driver.click(`#${mode}`);
  return driver.screenOf(-1, 0.03, 0.1);
}

describe('selecting by mouse', () => {
  test('a click selects one, with Shift or Ctrl it toggles, a click on the background deselects', async () => {
    await clickObject('row-1');
    expect(await selection()).toEqual(['row-1']);
    await clickObject('row-2', 'Shift');
    await clickObject('row-3', 'Control');
    expect(await selection()).toEqual(ROW);
    await clickObject('row-2', 'Shift');
    expect(await selection()).toEqual(['row-1', 'row-3']);
    await clickObject('row-2');
    expect(await selection()).toEqual(['row-2']);
    await driver.page.mouse.click(150, 460);
    expect(await selection()).toEqual([]);
  });

  test('a rectangle with Shift adds the objects in it; the camera does not move, and no click follows', async () => {
    await clickObject('row-3');
    const camera = await driver.read((edit) => edit.camera());
    const clicks = await driver.read((edit) => edit.clicks.length);
    const [from, to] = await around();
    await driver.page.keyboard.down('Shift');
    await driver.press(from);
    await driver.moveTo(to, 4);
    expect(await rectangles()).toBe(1);
    await driver.release();
    await driver.page.keyboard.up('Shift');
    expect(await rectangles()).toBe(0);
    expect(await selection()).toEqual(ROW);
    expect(await driver.read((edit) => edit.camera())).toEqual(camera);
    expect(await driver.read((edit) => edit.clicks.length)).toBe(clicks);
  });

  test('Esc removes the rectangle and keeps the selection; the pressed button has no further effect', async () => {
    await clickObject('row-3');
    const [from, to] = await around();
    await driver.page.keyboard.down('Shift');
    await driver.press(from);
    await driver.moveTo(to);
    await driver.page.keyboard.press('Escape');
    await driver.page.keyboard.up('Shift');
    expect(await rectangles()).toBe(0);
    await driver.moveTo(from);
    await driver.release();
    expect(await selection()).toEqual(['row-3']);
  });
});

describe('selecting by finger and pen', () => {
  test('taps toggle objects, a drag draws the rectangle', async () => {
    await driver.click('#area');
    const camera = await driver.read((edit) => edit.camera());
    for (const id of ['row-3', 'row-1', 'row-3']) {
      await driver.touch('touchStart', await onObject(id));
      await driver.touch('touchEnd');
    }
    await driver.until((edit) => edit.editor.selection.join() === 'row-1');
    const [from, to] = await around();
    await driver.touch('touchStart', from);
    await driver.touchTo(from, to);
    await driver.page.waitForSelector('[data-farm3d=rectangle]');
    await driver.touch('touchEnd');
    await driver.until((edit) => edit.editor.selection.length === 2);
    expect(await selection()).toEqual(['row-1', 'row-2']);
    expect(await rectangles()).toBe(0);
    expect(await driver.read((edit) => edit.camera())).toEqual(camera);
  });

  test.each([300, 1_500, 4_000])('a tap while the page is busy for %d ms is not lost', async (busyMs) => {
    await driver.click('#area');
    const at = await onObject('row-2');
    await driver.page.evaluate((ms) => {
      setTimeout(() => {
        const end = performance.now() + ms;
        while (performance.now() < end);
      });
    }, busyMs);
    // Both reach the browser while no script of the page can run.
    await Promise.all([driver.touch('touchStart', at), driver.touch('touchEnd')]);
    await driver.until((edit) => edit.editor.selection.join() === 'row-2');
  });

  test('a cancelled touch leaves no rectangle, no selection and a released camera', async () => {
    await driver.click('#area');
    const [from, to] = await around();
    await driver.touch('touchStart', from);
    await driver.touchTo(from, to);
    await driver.page.waitForSelector('[data-farm3d=rectangle]');
    await driver.touch('touchCancel');
    await driver.page.waitForFunction(() => !document.querySelector('[data-farm3d=rectangle]'));
    expect(await selection()).toEqual([]);
    await driver.click('#area');
    const grass = { x: 150, y: 460 };
    await driver.touch('touchStart', grass);
    await driver.touchTo(grass, { x: 370, y: 460 });
    await driver.touch('touchEnd');
    await driver.until((edit) => Math.abs(edit.camera().position.x) > 0.5);
  });

  test('a pen selects and draws like a finger', async () => {
    await driver.click('#area');
    const [from, to] = await around();
    await driver.pen('mouseMoved', from);
    await driver.pen('mousePressed', from);
    await driver.pen('mouseMoved', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
    await driver.pen('mouseMoved', to);
    expect(await rectangles()).toBe(1);
    await driver.pen('mouseReleased', to);
    expect(await selection()).toEqual(['row-1', 'row-2']);
  });
});

describe('selecting by keys', () => {
  test('Ctrl+A selects all, Esc none, the object tree one by one', async () => {
    await focusPicture();
    await driver.page.keyboard.down('Control');
    await driver.page.keyboard.press('a');
    await driver.page.keyboard.up('Control');
    expect(await selection()).toEqual(ROW);
    await driver.page.keyboard.press('Escape');
    expect(await selection()).toEqual([]);
    await driver.page.focus('[role=tree]');
    await driver.page.keyboard.press('Enter');
    await driver.page.keyboard.press('ArrowDown');
    await driver.page.keyboard.down('Shift');
    await driver.page.keyboard.press('Enter');
    await driver.page.keyboard.up('Shift');
    expect(await selection()).toEqual(['row-1', 'row-2']);
  });

  test('keys typed into a field have no effect on the scene', async () => {
    await clickObject('row-1');
    await driver.click('#field');
    await driver.page.keyboard.type('ab');
    for (const key of ['ArrowLeft', 'Escape', 'PageUp'] as const) await driver.page.keyboard.press(key);
    expect(await selection()).toEqual(['row-1']);
    expect(await steps()).toBe(0);
  });
});

describe('a group', () => {
  test('is moved by the handles of its pivot as one step, all objects by the same distance', async () => {
    const before = await stored();
    const pivot = await openGroup('translate');
    const handle = await driver.findHandle(pivot, { x: 1, y: 0 });
    await driver.page.mouse.down();
    await driver.moveTo({ x: handle.x + 70, y: handle.y }, 4);
    await driver.release();
    expect(await stored()).toEqual(before);
    await driver.click('#commit');
    const after = await stored();
    const shift = after['row-1']!.position.x - before['row-1']!.position.x;
    expect(shift).toBeGreaterThan(0.5);
    for (const id of ROW) {
      expect(after[id]!.position.x - before[id]!.position.x).toBeCloseTo(shift, 9);
      expect(after[id]!.position.z).toBeCloseTo(before[id]!.position.z, 9);
      expect(after[id]!.rotation).toEqual(before[id]!.rotation);
      expect(after[id]!.scale).toEqual(before[id]!.scale);
    }
    expect(await steps()).toBe(1);
    expect(await stored()).toEqual(before);
  });

  test('is rotated about its centre by finger; distances stay, and each object is rotated with it', async () => {
    const before = await stored();
    const pivot = await openGroup('rotate');
    // The ring about the vertical lies flat: its rim is to the right of the pivot.
    const handle = await driver.findHandle(pivot, { x: 1, y: 0 });
    await driver.touch('touchStart', handle);
    await driver.touchTo(handle, { x: handle.x, y: handle.y - 60 });
    await driver.until((edit) => edit.editor.activeTransform?.hasChanged === true);
    await driver.touch('touchEnd');
    await driver.until((edit) => edit.editor.activeTransform?.isDragging === false);
    await driver.click('#commit');
    const after = await stored();
    const distance = (all: Record<string, Transform>, a: string, b: string) => {
      const [p, q] = [all[a]!.position, all[b]!.position];
      return Math.hypot(p.x - q.x, p.y - q.y, p.z - q.z);
    };
    expect(after['row-1']!.position).not.toEqual(before['row-1']!.position);
    for (const [a, b] of [
      ['row-1', 'row-2'],
      ['row-2', 'row-3'],
    ] as const)
      expect(distance(after, a, b)).toBeCloseTo(distance(before, a, b), 6);
    for (const id of ROW) expect(after[id]!.rotation).not.toEqual(before[id]!.rotation);
  });

  test('is scaled uniformly, whichever handle is dragged', async () => {
    const pivot = await openGroup('scale');
    const handle = await driver.findHandle(pivot, { x: 1, y: 0 });
    await driver.page.mouse.down();
    await driver.moveTo({ x: handle.x + 40, y: handle.y }, 4);
    await driver.release();
    await driver.click('#commit');
    const after = await stored();
    const factor = after['row-1']!.scale.x;
    expect(factor).toBeGreaterThan(1.05);
    for (const id of ROW) {
      const { x, y, z } = after[id]!.scale;
      expect([x, y, z]).toEqual([
        expect.closeTo(factor, 9),
        expect.closeTo(factor, 9),
        expect.closeTo(factor, 9),
      ]);
    }
    // The pivot at x = −1 stays.
    expect(after['row-3']!.position.x).toBeCloseTo(-1 + 5 * factor, 6);
  });

  test('accepts exact numbers: the pivot moves there with all objects', async () => {
    await openGroup('translate');
    await driver.page.evaluate(() =>
      window.edit!.editor.activeTransform!.set({ position: { x: 0, y: 0.03, z: 0.1 } }),
    );
    const event = (
      await driver.received<{ ids: string[]; transforms: { id: string; transform: Transform }[] }>(
        'transform-change',
      )
    ).at(-1)!;
    expect([...event.ids].sort()).toEqual(ROW);
    expect(event.transforms.find(({ id }) => id === 'row-1')?.transform.position.x).toBeCloseTo(-4, 9);
    await driver.page.evaluate(() =>
      window.edit!.editor.activeTransform!.set({ rotation: { x: 0, y: Math.PI / 2, z: 0 } }),
    );
    await driver.page.evaluate(() =>
      window.edit!.editor.activeTransform!.set({ scale: { x: 2, y: 1, z: 1 } }),
    );
    await focusPicture();
    await driver.page.keyboard.press('Enter');
    const { position, rotation, scale } = (await stored())['row-1']!;
    // 4 m to the left of the pivot, turned a quarter, twice as far.
    expect([position.x, position.z]).toEqual([expect.closeTo(-0.2, 6), expect.closeTo(8.1, 6)]);
    expect(rotation.y).toBeCloseTo(Math.PI / 2, 9);
    expect(scale).toEqual({ x: 2, y: 2, z: 2 });
    expect(await steps()).toBe(1);
  });

  test('is restored by Esc and by a cancelled touch, and the camera is released', async () => {
    const before = await stored();
    const pivot = await openGroup('translate');
    const handle = await driver.findHandle(pivot, { x: 1, y: 0 });
    await driver.touch('touchStart', handle);
    await driver.touchTo(handle, { x: handle.x + 60, y: handle.y });
    await driver.until((edit) => edit.editor.activeTransform?.hasChanged === true);
    await driver.touch('touchCancel');
    await driver.until((edit) => edit.editor.activeTransform?.isDragging === false);
    expect(await driver.read((edit) => edit.editor.activeTransform?.hasChanged)).toBe(false);
    await driver.page.keyboard.press('ArrowRight');
    expect(await driver.read((edit) => edit.editor.activeTransform?.hasChanged)).toBe(true);
    await driver.page.keyboard.press('Escape');
    expect(await driver.read((edit) => edit.editor.activeTransform)).toBeNull();
    expect(await stored()).toEqual(before);
    expect(await driver.read((edit) => edit.viewer.document.canUndo)).toBe(false);
  });

  test('is removed as one step and restored by one undo', async () => {
    const before = await driver.layout();
    await openGroup('translate');
    await driver.click('#remove');
    expect((await driver.layout()).equipment).toEqual([]);
    expect(await selection()).toEqual([]);
    await driver.click('#undo');
    expect(await driver.layout()).toEqual(before);
  });
});

describe('keys on the selection', () => {
  test('arrows move, Page keys raise, brackets rotate, plus scales; a series of them is one step', async () => {
    const before = await stored();
    const camera = await driver.read((edit) => edit.camera());
    await clickObject('row-1');
    await focusPicture();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'PageUp', 'BracketLeft', '+'] as const)
      await driver.page.keyboard.press(key);
    await driver.page.keyboard.down('Shift');
    await driver.page.keyboard.press('ArrowLeft');
    await driver.page.keyboard.up('Shift');
    const { position, rotation, scale } = (await stored())['row-1']!;
    expect(position).toEqual({ x: -4.1, y: 0.53, z: -0.5 });
    expect(rotation.y).toBeCloseTo(Math.PI / 12, 9);
    expect(scale.x).toBeCloseTo(1.1, 9);
    expect(await driver.read((edit) => edit.camera())).toEqual(camera);
    expect(await steps()).toBe(1);
    expect(await stored()).toEqual(before);
  });

  test('without a selection, and with Alt, keys move the camera', async () => {
    await focusPicture();
    const before = await driver.read((edit) => edit.camera().position.x);
    await driver.page.keyboard.press('ArrowRight');
    const turned = await driver.read((edit) => edit.camera().position.x);
    expect(turned).not.toBe(before);
    await clickObject('row-3', 'Shift');
    await driver.page.keyboard.down('Alt');
    await driver.page.keyboard.press('ArrowRight');
    await driver.page.keyboard.up('Alt');
    expect(await driver.read((edit) => edit.camera().position.x)).not.toBe(turned);
    expect(await steps()).toBe(0);
  });

  test('rotation and scale are copied from one object and pasted on others; the position only with Shift', async () => {
    await clickObject('row-2');
    await focusPicture();
    await driver.page.keyboard.press('+');
    await driver.page.keyboard.down('Control');
    await driver.page.keyboard.press('c');
    await driver.page.keyboard.up('Control');
    const { rotation, scale, position } = (await stored())['row-2']!;
    await clickObject('row-1');
    await clickObject('row-3', 'Shift');
    await driver.page.keyboard.down('Control');
    await driver.page.keyboard.press('v');
    let after = await stored();
    for (const id of ['row-1', 'row-3']) expect(after[id]).toMatchObject({ rotation, scale });
    expect(after['row-3']!.position.x).toBe(4);
    await clickObject('row-3');
    await driver.page.keyboard.down('Shift');
    await driver.page.keyboard.press('v');
    await driver.page.keyboard.up('Shift');
    await driver.page.keyboard.up('Control');
    after = await stored();
    expect(Object.keys(after)).toEqual(ROW);
    expect(await selection()).toEqual(['row-1']);
    expect(after['row-1']!.position).toEqual(position);
  });
});

describe('arranging', () => {
  const world = async () =>
    driver.page.evaluate(() => window.edit!.viewer.document.equipment().map(({ position }) => position));

  test('aligns centres and distributes distances, each as one step', async () => {
    const before = await stored();
    await openGroup('translate');
    await driver.page.evaluate(() => {
      const { editor } = window.edit!;
      editor.align('z', 'center');
      editor.distribute('x');
    });
    const [a, b, c] = await world();
    // Two of the three are not rotated: the centres of their boxes are at the same offset from their origins.
    expect(c!.z).toBeCloseTo(a!.z, 6);
    expect(b!.x).toBeGreaterThan(-1.2);
    expect(b!.x).toBeLessThan(0.2);
    expect([a!.x, c!.x]).toEqual([-5, 4]);
    expect(await steps()).toBe(2);
    expect(await stored()).toEqual(before);
  });
});

describe('snapping', () => {
  const drag = async (mode: 'translate' | 'rotate', by: Point, key?: 'Control') => {
    await clickObject('row-1');
    await driver.click(`#${mode}`);
    const handle = await driver.findHandle(await driver.screenOf(...FEET['row-1']!), { x: 1, y: 0 });
    if (key) await driver.page.keyboard.down(key);
    await driver.page.mouse.down();
    await driver.moveTo({ x: handle.x + by.x, y: handle.y + by.y }, 4);
    await driver.release();
    if (key) await driver.page.keyboard.up(key);
    await driver.click('#commit');
    return (await stored())['row-1']!;
  };

  test('positions are on the grid while snapping is on; Ctrl inverts it', async () => {
    const isOnGrid = (x: number) => Math.abs(x * 2 - Math.round(x * 2)) < 1e-9;
    expect(isOnGrid((await drag('translate', { x: 43, y: 0 })).position.x)).toBe(false);
    await driver.reset('row');
    const held = (await drag('translate', { x: 43, y: 0 }, 'Control')).position.x;
    expect(isOnGrid(held) && held > -5).toBe(true);
    await driver.reset('row');
    await driver.click('#snap');
    expect(isOnGrid((await drag('translate', { x: 43, y: 0 })).position.x)).toBe(true);
    await driver.reset('row');
    await driver.click('#snap');
    expect(isOnGrid((await drag('translate', { x: 43, y: 0 }, 'Control')).position.x)).toBe(false);
  });

  test('rotations are multiples of the step', async () => {
    await driver.click('#snap');
    const { rotation } = await drag('rotate', { x: 0, y: -47 });
    const turned = [rotation.x, rotation.y, rotation.z].map((angle) => angle / (Math.PI / 12));
    expect(turned.some((count) => Math.abs(count) > 0.5)).toBe(true);
    for (const count of turned) expect(count).toBeCloseTo(Math.round(count), 6);
  });

  test('an object that is moved over a soil bed stands on it', async () => {
    await driver.click('#snap');
    await clickObject('row-1');
    await driver.click('#translate');
    // The blue arrow points to the camera, down on the screen: from the path to the bed at z = 1.14.
    const foot = await driver.screenOf(...FEET['row-1']!);
    const handle = await driver.findHandle(foot, { x: 0, y: 1 });
    const [from, to] = [await driver.screenOf(-5, 0.03, 0), await driver.screenOf(-5, 0.03, 1.1)];
    await driver.page.mouse.down();
    await driver.moveTo({ x: handle.x + to.x - from.x, y: handle.y + to.y - from.y }, 4);
    await driver.release();
    await driver.click('#commit');
    const { position } = (await stored())['row-1']!;
    expect(position.z).toBe(1);
    expect(position.y).toBeGreaterThan(0.1);
    expect(position.y).toBeLessThan(0.2);
  });

  test('an object that is dragged in is placed on the grid', async () => {
    await driver.click('#snap');
    await driver.press(await driver.centre('#item-probe-1'));
    await driver.moveTo(await driver.screenOf(1.37, 0.03, 0.2));
    await driver.release();
    const { position } = (await stored())['probe-1']!;
    expect([position.x, position.z]).toEqual([1.5, 0]);
    expect(position.y).toBeCloseTo(0.03, 2);
  });
});

describe('a scene on a plot', () => {
  beforeEach(() => driver.reset('plot'));
  const previews = () => driver.received<{ valid: boolean; reason?: string }>('placement-preview');
  const house = async () => (await driver.layout()).childScenes.find(({ id }) => id === 'house-1');

  test('is dragged onto the plot with its devices; beside the plot it is refused with the reason', async () => {
    const start = await driver.layout();
    await driver.press(await driver.centre('#item-house-1'));
    await driver.moveTo(await driver.screenOf(30, 0, 0));
    expect((await previews()).at(-1)).toMatchObject({ valid: false, reason: 'off-plot' });
    await driver.moveTo(await driver.screenOf(8, 0.05, 5));
    expect((await previews()).at(-1)).toMatchObject({ valid: true });
    expect(await driver.layout()).toEqual(start);
    await driver.release();
    const { position } = (await house())!;
    expect([position.x, position.z]).toEqual([expect.closeTo(8, 1), expect.closeTo(5, 1)]);
    expect((await driver.layout()).equipment).toMatchObject([{ id: 'inner-1', parentId: 'house-1' }]);
    await driver.click('#undo');
    expect(await driver.layout()).toEqual(start);
  });

  test('is not placed beside the plot by finger either', async () => {
    const item = await driver.centre('#item-house-1');
    const beside = await driver.screenOf(30, 0, 0);
    await driver.touch('touchStart', item);
    await driver.touchTo(item, beside);
    await driver.until((edit) => edit.editor.activePlacement?.obstacle === 'off-plot');
    await driver.touch('touchEnd');
    await driver.until((edit) => edit.editor.activePlacement === null);
    expect(await driver.received('placement-cancelled')).toEqual([{ id: 'house-1', reason: 'off-plot' }]);
    expect(await house()).toBeUndefined();
    const plot = await driver.screenOf(8, 0.05, 5);
    await driver.touch('touchStart', item);
    await driver.touchTo(item, plot);
    await driver.until((edit) => edit.editor.activePlacement?.obstacle === null);
    await driver.touch('touchEnd');
    await driver.until((edit) => edit.viewer.document.childScene('house-1') !== undefined);
  });

  test('is placed by keyboard', async () => {
    await driver.page.focus('#item-house-1');
    await driver.page.keyboard.press('Enter');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'Enter'] as const)
      await driver.page.keyboard.press(key);
    const { position } = (await house())!;
    expect([position.x, position.z]).toEqual([expect.closeTo(10, 1), expect.closeTo(-5, 1)]);
  });

  test('is selected by a click on its greenhouse and moved with all its equipment', async () => {
    const wall = await driver.screenOf(-10, 1.5, 3.9);
    const draws = await driver.page.evaluate(async () => {
      await window.edit!.viewer.screenshot();
      return window.edit!.viewer.stats().draws;
    });
    await driver.page.mouse.click(wall.x, wall.y);
    expect(await selection()).toEqual(['child-1']);
    // The frame around it is one more draw call while it is selected.
    await driver.page.waitForFunction(
      (before) => window.edit!.viewer.stats().draws === before + 1,
      {},
      draws,
    );
    await focusPicture();
    await driver.page.keyboard.press('ArrowRight');
    expect((await driver.layout()).childScenes[0]!.position.x).toBe(-9.5);
    await driver.click('#translate');
    const handle = await driver.findHandle(await driver.screenOf(-9.5, 0.05, 0), { x: 1, y: 0 });
    await driver.page.mouse.down();
    await driver.moveTo({ x: handle.x + 60, y: handle.y }, 4);
    await driver.release();
    await driver.click('#commit');
    expect((await driver.layout()).childScenes[0]!.position.x).toBeGreaterThan(-8.5);
  });

  test('a device is dropped into it and stored in its frame', async () => {
    await driver.press(await driver.centre('#item-probe-1'));
    await driver.moveTo(await driver.screenOf(30, 0, 0));
    expect((await previews()).at(-1)).toMatchObject({ valid: false, reason: 'off-base' });
    // The plot is ground for devices, too.
    await driver.moveTo(await driver.screenOf(12, 0, 5));
    expect((await previews()).at(-1)).toMatchObject({ valid: true });
    await driver.moveTo(await driver.screenOf(-8, 0.08, 0.2));
    await driver.release();
    const [probe] = (await driver.layout()).equipment;
    expect(probe).toMatchObject({ id: 'probe-1', parentId: 'child-1' });
    expect([probe!.position.x, probe!.position.z]).toEqual([expect.closeTo(2, 1), expect.closeTo(0.2, 1)]);
  });
});
