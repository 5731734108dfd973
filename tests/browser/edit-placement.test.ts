import { describe, expect, test } from 'vitest';
import type { EquipmentRecord } from 'farm3d-engine';
import { useEditor } from './edit-page.ts';

// Placing devices in the real viewer with the real greenhouse, by mouse, finger and keyboard.

const driver = useEditor();

interface Preview {
  id: string;
  valid: boolean;
  point: { x: number; y: number; z: number } | null;
  reason?: string;
}

const lastPreview = async () => (await driver.received<Preview>('placement-preview')).at(-1);
const placed = async (id: string): Promise<EquipmentRecord | undefined> =>
  (await driver.layout()).equipment.find((record) => record.id === id);
/** On the path down the middle of the greenhouse. */
const onFloor = () => driver.screenOf(3, 0.03, 0.2);
/** On the grass before the greenhouse. */
const onGrass = () => driver.screenOf(3, 0, 7.5);

describe('by mouse', () => {
  test('a device is dragged from the list onto the floor; undo removes it and redo restores it', async () => {
    const start = await driver.layout();
    await driver.press(await driver.centre('#item-probe-1'));
    await driver.moveTo(await onGrass());
    expect(await lastPreview()).toMatchObject({ id: 'probe-1', valid: false, reason: 'off-base' });
    await driver.moveTo(await onFloor());
    const preview = await lastPreview();
    expect(preview).toMatchObject({ id: 'probe-1', valid: true });
    expect(preview).not.toHaveProperty('reason');
    expect(preview?.point?.x).toBeCloseTo(3, 1);
    expect(preview?.point?.y).toBeCloseTo(0.03, 2);
    expect(preview?.point?.z).toBeCloseTo(0.2, 1);
    expect(await driver.layout()).toEqual(start);
    await driver.release();

    const record = await placed('probe-1');
    expect(record).toEqual({
      id: 'probe-1',
      parentId: null,
      position: preview?.point,
      rotation: { x: 0, y: 0, z: 0 },
      scale: { x: 1, y: 1, z: 1 },
      extra: {},
    });
    expect(await driver.received('placed')).toHaveLength(1);
    const end = await driver.layout();
    await driver.click('#undo');
    expect(await driver.layout()).toEqual(start);
    await driver.click('#redo');
    expect(await driver.layout()).toEqual(end);
  });

  test('the placed device is drawn at the position of the preview', async () => {
    await driver.press(await driver.centre('#item-station-1'));
    await driver.moveTo(await onFloor());
    await driver.release();
    await driver.until((edit) => edit.viewer.projectToScreen('station-1')?.visible === true);
    const record = await placed('station-1');
    const { x, y, z } = record!.position;
    const at = await driver.screenOf(x, y + 1, z);
    await driver.page.mouse.click(at.x, at.y);
    expect((await driver.received<{ id: string }>('object-click')).at(-1)?.id).toBe('station-1');
  });

  test('over a soil bed it is placed on the soil, not on the leaves or on the film above', async () => {
    await driver.press(await driver.centre('#item-probe-1'));
    await driver.moveTo(await driver.screenOf(3, 0.14, 1.14));
    await driver.release();
    const y = (await placed('probe-1'))?.position.y;
    expect(y).toBeGreaterThan(0.1);
    expect(y).toBeLessThan(0.2);
  });

  test('beside the greenhouse it is not placed, and the reason is reported', async () => {
    const start = await driver.layout();
    await driver.press(await driver.centre('#item-probe-1'));
    await driver.moveTo(await onFloor());
    await driver.moveTo(await onGrass());
    await driver.release();
    expect(await driver.received('placement-cancelled')).toEqual([{ id: 'probe-1', reason: 'off-base' }]);
    expect(await driver.layout()).toEqual(start);
  });

  test('over a panel on the scene it is not placed, and the reason is reported', async () => {
    await driver.press(await driver.centre('#item-probe-1'));
    await driver.moveTo(await onFloor());
    await driver.moveTo(await driver.centre('#item-station-1'));
    expect(await lastPreview()).toEqual({
      id: 'probe-1',
      valid: false,
      point: null,
      reason: 'outside-canvas',
    });
    await driver.release();
    expect(await driver.received('placement-cancelled')).toEqual([
      { id: 'probe-1', reason: 'outside-canvas' },
    ]);
    expect(await placed('probe-1')).toBeUndefined();
  });

  test('outside the window it is not placed', async () => {
    await driver.press(await driver.centre('#item-probe-1'));
    await driver.moveTo(await onFloor());
    await driver.moveTo({ x: -40, y: 300 });
    await driver.release();
    expect(await driver.received('placement-cancelled')).toEqual([
      { id: 'probe-1', reason: 'outside-canvas' },
    ]);
  });

  test('Esc cancels, and releasing the button afterwards has no effect', async () => {
    const start = await driver.layout();
    await driver.press(await driver.centre('#item-probe-1'));
    await driver.moveTo(await onFloor());
    await driver.page.keyboard.press('Escape');
    expect(await driver.received('placement-cancelled')).toEqual([{ id: 'probe-1', reason: 'escape' }]);
    const previews = (await driver.received('placement-preview')).length;
    await driver.moveTo(await onGrass());
    await driver.release();
    expect(await driver.received('placement-preview')).toHaveLength(previews);
    expect(await driver.layout()).toEqual(start);
  });

  test('a press without movement is a click on the list', async () => {
    await driver.click('#item-probe-1');
    expect(await driver.read((edit) => edit.clicks)).toEqual(['probe-1']);
    expect(await driver.received('placement-cancelled')).toEqual([{ id: 'probe-1', reason: 'not-moved' }]);
    expect(await driver.received('placement-preview')).toEqual([]);
  });

  test('the click event at the end of the drag is not a click on the scene', async () => {
    await driver.press(await driver.centre('#item-probe-1'));
    await driver.moveTo(await onFloor());
    await driver.release();
    expect(await driver.read((edit) => edit.clicks)).toEqual([]);
    expect(await driver.received('object-click')).toEqual([]);
    expect(await driver.received('background-click')).toEqual([]);
    const grass = await onGrass();
    await driver.page.mouse.click(grass.x, grass.y);
    expect(await driver.read((edit) => edit.clicks)).toEqual(['canvas']);
    expect(await driver.received('background-click')).toHaveLength(1);
  });

  test('the camera is frozen during the drag and released afterwards', async () => {
    const before = await driver.read((edit) => edit.camera());
    const changes = (await driver.received('camera-changed')).length;
    await driver.press(await driver.centre('#item-probe-1'));
    await driver.moveTo(await onFloor(), 8);
    await driver.page.mouse.wheel({ deltaY: 200 });
    await driver.moveTo(await onGrass(), 8);
    await driver.release();
    expect(await driver.read((edit) => edit.camera())).toEqual(before);
    expect(await driver.received('camera-changed')).toHaveLength(changes);

    await driver.press(await onGrass());
    await driver.moveTo({ x: 250, y: 460 });
    await driver.release();
    await driver.until((edit) => Math.abs(edit.camera().position.x) > 0.5);
  });

  test('a lost pointer capture ends the placement', async () => {
    await driver.press(await driver.centre('#item-probe-1'));
    await driver.moveTo(await onFloor());
    // As in a browser when another element captures the pointer.
    await driver.page.evaluate(() => {
      addEventListener('pointermove', (event) => document.body.setPointerCapture(event.pointerId), {
        once: true,
      });
    });
    await driver.moveTo(await onGrass());
    await driver.release();
    expect(await driver.received('placement-cancelled')).toEqual([{ id: 'probe-1', reason: 'capture-lost' }]);
    expect(await placed('probe-1')).toBeUndefined();
  });

  test('after the end nothing remains in the scene', async () => {
    const place = async () => {
      await driver.press(await driver.centre('#item-probe-1'));
      await driver.moveTo(await onFloor());
      await driver.until((edit) => edit.viewer.stats().models >= 3);
      await driver.page.keyboard.press('Escape');
      await driver.release();
      await driver.until((edit) => edit.viewer.stats().models === 2);
      return driver.read((edit) => edit.viewer.stats().geometries);
    };
    const first = await place();
    for (let round = 0; round < 4; round++) expect(await place()).toBe(first);
  });
});

describe('by finger', () => {
  test('a device is dragged onto the floor', async () => {
    const item = await driver.centre('#item-valve-1');
    const floor = await onFloor();
    await driver.touch('touchStart', item);
    await driver.touchTo(item, floor);
    // The browser delivers touch moves with the next frame.
    await driver.until((edit) => edit.editor.activePlacement?.obstacle === null);
    await driver.touch('touchEnd');
    await driver.until((edit) => edit.editor.activePlacement === null);
    expect((await placed('valve-1'))?.position.x).toBeCloseTo(3, 1);
  });

  test('a cancelled touch ends the placement, and the next touch starts a new one', async () => {
    const item = await driver.centre('#item-valve-1');
    const floor = await onFloor();
    await driver.touch('touchStart', item);
    await driver.touchTo(item, floor);
    await driver.until((edit) => edit.editor.activePlacement?.obstacle === null);
    await driver.touch('touchCancel');
    await driver.until((edit) => edit.editor.activePlacement === null);
    expect(await driver.received('placement-cancelled')).toEqual([
      { id: 'valve-1', reason: 'pointer-cancelled' },
    ]);
    expect(await placed('valve-1')).toBeUndefined();
    await driver.touch('touchStart', item);
    await driver.touchTo(item, floor);
    await driver.touch('touchEnd');
    await driver.until((edit) => edit.viewer.document.get('valve-1') !== undefined);
  });
});

describe('by pen', () => {
  test('a device is dragged onto the floor; Esc cancels a second one', async () => {
    const item = await driver.centre('#item-valve-1');
    const floor = await onFloor();
    await driver.pen('mouseMoved', item);
    await driver.pen('mousePressed', item);
    await driver.pen('mouseMoved', { x: (item.x + floor.x) / 2, y: (item.y + floor.y) / 2 });
    await driver.pen('mouseMoved', floor);
    expect(await lastPreview()).toMatchObject({ id: 'valve-1', valid: true });
    await driver.pen('mouseReleased', floor);
    expect((await placed('valve-1'))?.position.x).toBeCloseTo(3, 1);
    const unrelated = await driver.centre('#item-probe-1');
    await driver.pen('mouseMoved', unrelated);
    await driver.pen('mousePressed', unrelated);
    await driver.pen('mouseMoved', floor);
    await driver.page.keyboard.press('Escape');
    await driver.pen('mouseReleased', floor);
    expect(await driver.received('placement-cancelled')).toEqual([{ id: 'probe-1', reason: 'escape' }]);
    expect(await placed('probe-1')).toBeUndefined();
  });
});

describe('by keyboard', () => {
  const tabTo = async (id: string) => {
    for (let presses = 0; presses < 20; presses++) {
      await driver.page.keyboard.press('Tab');
      if ((await driver.page.evaluate(() => document.activeElement?.id)) === id) return;
    }
    throw new Error(`${id} cannot be reached by Tab`);
  };

  test('arrow keys move it over the floor, Enter places it, the camera does not move', async () => {
    const camera = await driver.read((edit) => edit.camera());
    await tabTo('item-probe-1');
    await driver.page.keyboard.press('Enter');
    const from = (await lastPreview())?.point;
    expect(from).toBeTruthy();
    for (let presses = 0; presses < 4; presses++) await driver.page.keyboard.press('ArrowRight');
    await driver.page.keyboard.press('ArrowUp');
    await driver.page.keyboard.down('Shift');
    await driver.page.keyboard.press('ArrowLeft');
    await driver.page.keyboard.up('Shift');
    await driver.page.keyboard.press('Enter');
    const at = (await placed('probe-1'))?.position;
    expect(at?.x).toBeCloseTo(from!.x + 1.9, 6);
    expect(at?.z).toBeCloseTo(from!.z - 0.5, 6);
    expect(await driver.read((edit) => edit.camera())).toEqual(camera);
  });

  test('beside the floor Enter reports the reason and the placement continues; Esc cancels', async () => {
    await tabTo('item-probe-1');
    await driver.page.keyboard.press('Enter');
    for (let presses = 0; presses < 16; presses++) await driver.page.keyboard.press('ArrowDown');
    await driver.page.keyboard.press('Enter');
    expect(await lastPreview()).toMatchObject({ valid: false, reason: 'off-base' });
    expect(await placed('probe-1')).toBeUndefined();
    await driver.page.keyboard.press('Escape');
    expect(await driver.received('placement-cancelled')).toEqual([{ id: 'probe-1', reason: 'escape' }]);
  });

  test('keys typed into a field during a placement belong to the field', async () => {
    await tabTo('item-probe-1');
    await driver.page.keyboard.press('Enter');
    const before = await lastPreview();
    await driver.click('#field');
    await driver.page.keyboard.type('12');
    await driver.page.keyboard.press('ArrowLeft');
    await driver.page.keyboard.type('0');
    await driver.page.keyboard.press('Enter');
    expect(await driver.page.$eval('#field', (field) => (field as HTMLInputElement).value)).toBe('102');
    expect(await lastPreview()).toEqual(before);
    expect(await placed('probe-1')).toBeUndefined();
  });
});
