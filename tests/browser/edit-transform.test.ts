// Second tier (page): each way to move, turn and scale
import { describe, expect, test } from 'vitest';
import type { Transform } from 'farm3d-engine';
import type { TransformEvent } from 'farm3d-engine/editor';
import { type Point, useEditor } from './edit-page.ts';

// Moving, turning and scaling a device with the handles of the real viewer, by mouse, finger and keyboard.

const driver = useEditor();

/** Foot of the device that is in the scene from the start: the centre of its handles. */
const foot = () => driver.screenOf(-4, 0.03, 0);
const RIGHT: Point = { x: 1, y: 0 };

async function stored(): Promise<Transform> {
  const { position, rotation, scale } = (await driver.layout()).equipment[0]!;
  return { position, rotation, scale };
}
const shown = () => driver.read((edit) => edit.editor.activeTransform?.transform ?? null);
const isOpen = () => driver.read((edit) => edit.editor.activeTransform !== null);
const canUndo = () => driver.read((edit) => edit.viewer.document.canUndo);

/** Presses a handle to the right of the device and drags it by some pixels, without releasing the button. */
async function dragHandle(by: Point, direction = RIGHT): Promise<Point> {
  const handle = await driver.findHandle(await foot(), direction);
  await driver.page.mouse.down();
  await driver.moveTo({ x: handle.x + by.x, y: handle.y + by.y }, 5);
  return handle;
}

describe('with the handles', () => {
  test('a rotation and a commit are one step; undo reverts it', async () => {
    const before = await stored();
    await driver.click('#rotate');
    await dragHandle({ x: 0, y: -60 });
    await driver.release();
    const turned = await shown();
    expect(turned?.position).toEqual(before.position);
    expect(turned?.rotation).not.toEqual(before.rotation);
    expect(await stored()).toEqual(before);
    await driver.click('#commit');
    expect(await stored()).toEqual(turned);
    expect((await driver.received<TransformEvent>('transform-commit'))[0]).toMatchObject({
      id: 'placed-1',
      mode: 'rotate',
      transform: turned,
    });
    await driver.click('#undo');
    expect(await stored()).toEqual(before);
    expect(await canUndo()).toBe(false);
  });

  test('cancelling restores the device, reports the start and leaves no step', async () => {
    const before = await driver.layout();
    const start = await stored();
    await driver.click('#rotate');
    await dragHandle({ x: 0, y: -60 });
    await driver.release();
    await driver.click('#cancel');
    expect(await driver.layout()).toEqual(before);
    expect(await canUndo()).toBe(false);
    const ended = await driver.received<TransformEvent>('transform-cancel');
    expect(ended).toHaveLength(1);
    expect(ended[0]?.transform).toEqual(start);
    expect(await driver.received('transform-commit')).toHaveLength(0);
  });

  test('the red arrow moves the device along x only, by the distance of the pointer', async () => {
    const before = await stored();
    await driver.click('#translate');
    await dragHandle({ x: 120, y: 0 });
    await driver.release();
    const { position } = (await shown())!;
    expect(position.y).toBeCloseTo(before.position.y, 9);
    expect(position.z).toBeCloseTo(before.position.z, 9);
    const from = await foot();
    const to = await driver.screenOf(position.x, position.y, position.z);
    expect(to.x - from.x).toBeGreaterThan(100);
    expect(to.x - from.x).toBeLessThan(140);
  });

  test('the scale never becomes zero or negative', async () => {
    await driver.click('#scale');
    await dragHandle({ x: -400, y: 0 });
    await driver.release();
    const { scale } = (await shown())!;
    expect(scale.x).toBeGreaterThan(0);
    expect(scale.x).toBeLessThan(1);
    expect(scale.y).toBe(1);
    await driver.click('#commit');
    expect((await stored()).scale).toEqual(scale);
  });

  test('several drags, modes and exact numbers in one session are one step', async () => {
    const before = await driver.layout();
    await driver.click('#translate');
    await dragHandle({ x: 60, y: 0 });
    await driver.release();
    await driver.click('#rotate');
    await driver.click('#numbers');
    expect((await shown())?.rotation).toEqual({ x: 0, y: Math.PI / 4, z: 0 });
    await driver.click('#commit');
    expect((await stored()).rotation).toEqual({ x: 0, y: Math.PI / 4, z: 0 });
    expect((await stored()).position.x).toBeGreaterThan(-4);
    expect((await driver.layout()).equipment[0]?.extra).toEqual({ vendor: 'kept' });
    await driver.click('#undo');
    expect(await driver.layout()).toEqual(before);
  });

  test('a device of a child scene is moved along the world axes and stored in the frame of its scene', async () => {
    const at = await driver.screenOf(6, 1.5, 0);
    await driver.page.mouse.click(at.x, at.y);
    expect(await driver.read((edit) => edit.viewer.selection)).toEqual(['child-probe']);
    await driver.click('#translate');
    const handle = await driver.findHandle(await driver.screenOf(6, 0.03, 0), RIGHT);
    await driver.page.mouse.down();
    await driver.moveTo({ x: handle.x + 60, y: handle.y }, 5);
    await driver.release();
    await driver.click('#commit');
    const record = (await driver.layout()).equipment.find(({ id }) => id === 'child-probe')!;
    expect(record.parentId).toBe('child-1');
    expect(record.position.x).toBeCloseTo(1, 6);
    expect(record.position.y).toBeCloseTo(0.03, 6);
    // World +x is the child's +z.
    expect(record.position.z).toBeGreaterThan(0.5);
  });

  test('a pen moves the device like a mouse', async () => {
    const before = await stored();
    await driver.click('#translate');
    const handle = await driver.findHandle(await foot(), RIGHT);
    await driver.pen('mouseMoved', handle);
    await driver.pen('mousePressed', handle);
    for (const by of [30, 60]) await driver.pen('mouseMoved', { x: handle.x + by, y: handle.y });
    expect(await driver.read((edit) => edit.editor.activeTransform?.isDragging)).toBe(true);
    await driver.pen('mouseReleased', { x: handle.x + 60, y: handle.y });
    await driver.click('#commit');
    expect((await stored()).position.x).toBeGreaterThan(before.position.x + 0.3);
  });

  test('keys move, rotate and scale in one session; Enter commits it as one step', async () => {
    const before = await stored();
    await driver.click('#translate');
    await driver.page.focus('canvas');
    for (const key of ['ArrowRight', 'ArrowDown', 'BracketRight', '-', 'Enter'] as const)
      await driver.page.keyboard.press(key);
    expect(await isOpen()).toBe(false);
    const after = await stored();
    expect([after.position.x, after.position.z]).toEqual([before.position.x + 0.5, before.position.z + 0.5]);
    expect(after.rotation.y).toBeCloseTo(-Math.PI / 12, 9);
    expect(after.scale.x).toBeCloseTo(1 / 1.1, 9);
    await driver.click('#undo');
    expect(await stored()).toEqual(before);
    expect(await canUndo()).toBe(false);
  });

  test('undo during a session reverts the session', async () => {
    const before = await driver.layout();
    await driver.click('#translate');
    await dragHandle({ x: 60, y: 0 });
    await driver.release();
    await driver.click('#undo');
    expect(await isOpen()).toBe(false);
    expect(await driver.layout()).toEqual(before);
  });
});

describe('a drag that is interrupted', () => {
  test('Esc cancels the drag, a second Esc the session', async () => {
    const before = await stored();
    await driver.click('#translate');
    await driver.click('#numbers');
    await dragHandle({ x: 90, y: 0 });
    expect((await shown())?.position.x).toBeGreaterThan(before.position.x);
    await driver.page.keyboard.press('Escape');
    expect(await shown()).toMatchObject({ position: before.position });
    expect((await shown())?.rotation.y).toBeCloseTo(Math.PI / 4, 9);
    // The button is still pressed, but the drag has ended.
    await driver.moveTo({ x: 700, y: 300 });
    expect((await shown())?.position).toEqual(before.position);
    await driver.release();
    expect(await isOpen()).toBe(true);
    await driver.page.keyboard.press('Escape');
    expect(await isOpen()).toBe(false);
    expect(await stored()).toEqual(before);
  });

  test('Esc in a field belongs to the field', async () => {
    await driver.click('#translate');
    await driver.click('#field');
    await driver.page.keyboard.press('Escape');
    expect(await isOpen()).toBe(true);
  });

  test('a cancelled touch restores the device and releases the camera', async () => {
    const before = await stored();
    await driver.click('#translate');
    const handle = await driver.findHandle(await foot(), RIGHT);
    const camera = await driver.read((edit) => edit.camera());
    await driver.touch('touchStart', handle);
    await driver.touchTo(handle, { x: handle.x + 90, y: handle.y });
    await driver.until((edit) => edit.editor.activeTransform?.hasChanged === true);
    await driver.touch('touchCancel');
    await driver.until((edit) => edit.editor.activeTransform?.isDragging === false);
    expect((await shown())?.position).toEqual(before.position);
    expect(await driver.read((edit) => edit.camera())).toEqual(camera);

    await driver.touch('touchStart', handle);
    await driver.touchTo(handle, { x: handle.x + 90, y: handle.y });
    await driver.touch('touchEnd');
    await driver.until((edit) => edit.editor.activeTransform?.isDragging === false);
    expect((await shown())?.position.x).toBeGreaterThan(before.position.x);

    const grass = { x: 150, y: 460 };
    await driver.touch('touchStart', grass);
    await driver.touchTo(grass, { x: 370, y: 460 });
    await driver.touch('touchEnd');
    await driver.until((edit) => Math.abs(edit.camera().position.x) > 0.5);
  });

  test('loading another layout without the device ends the session and leaves nothing', async () => {
    await driver.click('#translate');
    await dragHandle({ x: 60, y: 0 });
    await driver.page.evaluate(() => {
      const { document } = window.edit!.viewer;
      document.transact('elsewhere', (transaction) => transaction.remove('placed-1'), { source: 'remote' });
    });
    expect(await isOpen()).toBe(false);
    await driver.moveTo({ x: 600, y: 300 });
    await driver.release();
    expect((await driver.layout()).equipment.map(({ id }) => id)).toEqual(['child-probe']);
  });
});

describe('around a drag', () => {
  test('the camera is frozen while a handle is dragged, and its damped motion stops when the handle is pressed', async () => {
    // A fling of the camera that is still gliding when the handle is grabbed.
    await driver.press({ x: 150, y: 460 });
    await driver.moveTo({ x: 165, y: 460 });
    await driver.release();
    await driver.click('#translate');
    const record = (await driver.layout()).equipment[0]!.position;
    const centre = await driver.screenOf(record.x, record.y, record.z);
    const handle = await driver.findHandle(centre, RIGHT);
    await driver.page.mouse.down();
    const before = await driver.read((edit) => edit.camera());
    const changes = (await driver.received('camera-changed')).length;
    await driver.moveTo({ x: handle.x + 200, y: handle.y + 100 }, 8);
    await driver.page.mouse.wheel({ deltaY: 300 });
    await driver.moveTo({ x: handle.x - 100, y: handle.y }, 8);
    expect(await driver.read((edit) => edit.camera())).toEqual(before);
    expect(await driver.received('camera-changed')).toHaveLength(changes);
    await driver.release();
    expect(await driver.read((edit) => edit.camera())).toEqual(before);
  });

  test('the click event at the end of a drag is ignored by the scene and the host; the next click is handled', async () => {
    await driver.click('#translate');
    await dragHandle({ x: 60, y: 0 });
    await driver.release();
    expect(await driver.received('object-click')).toEqual([]);
    expect(await driver.received('background-click')).toEqual([]);
    expect(await driver.read((edit) => edit.clicks)).toEqual([]);
    expect(await isOpen()).toBe(true);
    await driver.page.mouse.click(150, 460);
    expect(await driver.received('background-click')).toHaveLength(1);
    expect(await driver.read((edit) => edit.clicks)).toEqual(['canvas']);
  });

  test('a click on a handle without movement moves nothing', async () => {
    const before = await stored();
    await driver.click('#translate');
    const handle = await driver.findHandle(await foot(), RIGHT);
    await driver.page.mouse.down();
    await driver.page.mouse.move(handle.x + 2, handle.y);
    await driver.release();
    expect(await shown()).toEqual(before);
    expect(await driver.received('object-click')).toEqual([]);
  });

  test('the cursor over a handle stays while the pointer rests on it', async () => {
    await driver.click('#translate');
    await driver.findHandle(await foot(), RIGHT);
    // Longer than the delay of hovering, which began before.
    await driver.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(await driver.cursor()).toBe('grab');
  });

  test('a click selects, a click on the background deselects', async () => {
    const at = await driver.screenOf(-4, 1.5, 0);
    await driver.page.mouse.click(at.x, at.y);
    expect(await driver.read((edit) => edit.viewer.selection)).toEqual(['placed-1']);
    await driver.page.mouse.click(150, 460);
    expect(await driver.read((edit) => edit.viewer.selection)).toEqual([]);
  });

  test('an open session draws no frames while nothing changes', async () => {
    await driver.click('#translate');
    await driver.page.mouse.move(150, 460);
    // Still: no frame is drawn during sixty frames of the page.
    await driver.page.waitForFunction(async () => {
      const frames = window.edit!.viewer.stats().frames;
      for (let i = 0; i < 60; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
      return window.edit!.viewer.stats().frames === frames;
    });
  });

  test('after the end no GPU resources remain', async () => {
    const round = async () => {
      await driver.click('#rotate');
      await driver.click('#scale');
      await driver.click('#cancel');
      await driver.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      return driver.read((edit) => edit.viewer.stats().geometries);
    };
    const first = await round();
    for (let i = 0; i < 4; i++) expect(await round()).toBe(first);
  });
});

test('a thousand edits of the live scene, all undone, restore the start: the data and the image', async () => {
  await driver.page.mouse.move(400, 460);
  const start = await driver.layout();
  const picture = async () => {
    await driver.until((edit) => edit.viewer.selection.length === 0);
    return driver.page.evaluate(async () => {
      const bytes = new Uint8Array(await (await window.edit!.viewer.screenshot()).arrayBuffer());
      const hash = await crypto.subtle.digest('SHA-256', bytes);
      return [...new Uint8Array(hash)].join(' ');
    });
  };
  const before = await picture();
  await driver.page.evaluate(() => {
    const { addEquipment, removeEquipment, setTransform } = window.edit!.commands;
    const { document } = window.edit!.viewer;
    const at = (edit: number) => ({
      position: { x: (edit % 20) - 10, y: 0.03, z: (edit % 7) - 3 },
      rotation: { x: 0, y: edit / 10, z: 0 },
      scale: { x: 1, y: 1, z: 1 },
    });
    for (let edit = 0; edit < 1000; edit++) {
      const id = edit % 3 === 0 ? 'probe-1' : 'placed-1';
      const record = document.get(id);
      if (!record) document.execute(addEquipment({ id, parentId: null, ...at(edit), extra: {} }));
      else if (edit % 10 === 9) document.execute(removeEquipment(id));
      else document.execute(setTransform(id, at(edit)));
    }
  });
  expect(await driver.layout()).not.toEqual(start);
  const undone = await driver.page.evaluate(() => {
    let steps = 0;
    while (window.edit!.viewer.document.undo()) steps++;
    return steps;
  });
  expect(undone).toBe(1000);
  expect(await driver.layout()).toEqual(start);
  expect(await picture()).toBe(before);
});
