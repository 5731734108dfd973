// Second tier (leaks): editing that is begun and ended many times
import { expect, test } from 'vitest';
import { useEditor } from './edit-page.ts';

// Editing that is disabled, replaced or disposed during a placement or a drag.

const driver = useEditor();

const onFloor = () => driver.screenOf(3, 0.03, 0.2);

async function beginDragIn(): Promise<void> {
  await driver.press(await driver.centre('#item-probe-1'));
  await driver.moveTo(await onFloor());
  expect((await driver.received('placement-preview')).at(-1)).toMatchObject({ valid: true });
}

async function beginHandleDrag(): Promise<void> {
  await driver.click('#translate');
  const handle = await driver.findHandle(await driver.screenOf(-4, 0.03, 0), { x: 1, y: 0 });
  await driver.page.mouse.down();
  await driver.moveTo({ x: handle.x + 50, y: handle.y });
  expect(await driver.read((edit) => edit.editor.activeTransform?.isDragging)).toBe(true);
}

/** Drags on the grass and waits until the camera follows: it is not frozen any more. */
async function expectFreeCamera(): Promise<void> {
  await driver.press({ x: 150, y: 460 });
  await driver.moveTo({ x: 320, y: 460 });
  await driver.release();
  await driver.until((edit) => Math.abs(edit.camera().position.x) > 0.5);
}

test.each([
  ['switching off', () => void (window.edit!.editor.enabled = false), 'host'],
  ['disposing the editor', () => window.edit!.editor.dispose(), 'disposed'],
])('%s during a placement cancels it and releases the camera', async (_, act, reason) => {
  const start = await driver.layout();
  await beginDragIn();
  await driver.page.evaluate(act);
  expect(await driver.received('placement-cancelled')).toEqual([{ id: 'probe-1', reason }]);
  await driver.moveTo({ x: 400, y: 300 });
  await driver.release();
  expect(await driver.layout()).toEqual(start);
  await expectFreeCamera();
});

test.each([
  ['switching off', () => void (window.edit!.editor.enabled = false)],
  ['disposing the editor', () => window.edit!.editor.dispose()],
])('%s during a drag restores the device and releases the camera', async (_, act) => {
  const start = await driver.layout();
  const foot = await driver.read((edit) => edit.viewer.projectToScreen('placed-1'));
  await beginHandleDrag();
  await driver.page.evaluate(act);
  await driver.moveTo({ x: 400, y: 300 });
  await driver.release();
  expect(await driver.layout()).toEqual(start);
  expect(await driver.read((edit) => edit.viewer.projectToScreen('placed-1'))).toEqual(foot);
  await expectFreeCamera();
});

test('the viewer can be disposed during a drag, before the editor', async () => {
  await beginHandleDrag();
  await driver.page.evaluate(() => {
    window.edit!.viewer.dispose();
    window.edit!.editor.dispose();
  });
  await driver.moveTo({ x: 400, y: 300 });
  await driver.release();
  expect(await driver.page.$('canvas')).toBeNull();
});

test('the viewer can be disposed during a placement, before the editor', async () => {
  await beginDragIn();
  await driver.page.evaluate(() => {
    window.edit!.viewer.dispose();
    window.edit!.editor.dispose();
  });
  await driver.moveTo({ x: 400, y: 300 });
  await driver.release();
  expect((await driver.layout()).equipment.map(({ id }) => id)).toEqual(['placed-1', 'child-probe']);
});

test('a context lost during a drag restores the device; after its return the handles work again', async () => {
  const start = await driver.read((edit) => edit.editor.activeTransform?.start ?? edit.layout().equipment[0]);
  await beginHandleDrag();
  await driver.page.evaluate(() => {
    const context = document.querySelector('canvas')!.getContext('webgl2')!;
    const extension = context.getExtension('WEBGL_lose_context')!;
    window.edit!.viewer.on('context-lost', () => setTimeout(() => extension.restoreContext()));
    extension.loseContext();
  });
  await driver.until((edit) => edit.editor.activeTransform?.isDragging === false);
  expect(await driver.read((edit) => edit.editor.activeTransform!.transform.position)).toEqual(
    start?.position,
  );
  await driver.release();
  await driver.until((edit) => edit.received.some(([type]) => type === 'context-restored'));
  const handle = await driver.findHandle(await driver.screenOf(-4, 0.03, 0), { x: 1, y: 0 });
  await driver.page.mouse.down();
  await driver.moveTo({ x: handle.x + 50, y: handle.y });
  await driver.release();
  await driver.click('#commit');
  expect((await driver.layout()).equipment[0]!.position.x).toBeGreaterThan(-4);
});

test('loading another scene during a drag ends the drag and leaves the new scene unchanged', async () => {
  await beginHandleDrag();
  const layout = await driver.page.evaluate(async () => {
    const { viewer } = window.edit!;
    const layout = viewer.document.toLayout();
    layout.equipment[0]!.extra['again'] = true;
    await viewer.load({ baseModelPath: '/models/greenhouse.glb', layout, catalogue: [] });
    return layout;
  });
  expect(await driver.read((edit) => edit.editor.activeTransform)).toBeNull();
  await driver.moveTo({ x: 400, y: 300 });
  await driver.release();
  expect(await driver.layout()).toEqual(layout);
  expect(await driver.read((edit) => edit.viewer.document.canUndo)).toBe(false);
});

test('starting another action commits a transform as one step and cancels a placement', async () => {
  await beginHandleDrag();
  await driver.release();
  const moved = await driver.read((edit) => edit.editor.activeTransform!.transform.position.x);
  await beginDragIn();
  expect((await driver.layout()).equipment[0]?.position.x).toBe(moved);
  await driver.page.evaluate(() => {
    const { editor } = window.edit!;
    editor.beginKeyboardPlacement({ id: 'valve-1', name: 'valve', modelPath: null });
  });
  expect(await driver.received('placement-cancelled')).toEqual([{ id: 'probe-1', reason: 'replaced' }]);
  await driver.page.keyboard.press('Escape');
  await driver.release();
  await driver.click('#undo');
  expect((await driver.layout()).equipment[0]?.position.x).toBe(-4);
});

test('an action that cannot start throws an error with a code and has no effect', async () => {
  const codes = await driver.page.evaluate(() => {
    const { editor } = window.edit!;
    const code = (act: () => unknown) => {
      try {
        act();
        return null;
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    const item = { id: 'placed-1', name: 'camera', modelPath: null };
    const found = [
      code(() => editor.beginKeyboardPlacement(item)),
      code(() => editor.beginTransform('nobody')),
      code(() => editor.remove('nobody')),
    ];
    editor.enabled = false;
    found.push(code(() => editor.beginTransform('placed-1')));
    editor.enabled = true;
    editor.beginTransform('placed-1');
    found.push(code(() => editor.activeTransform!.set({ scale: { x: 0, y: 1, z: 1 } })));
    editor.dispose();
    found.push(code(() => editor.beginTransform('placed-1')));
    return found;
  });
  expect(codes).toEqual([
    'duplicate-equipment',
    'unknown-equipment',
    'unknown-equipment',
    'invalid-argument',
    'invalid-argument',
    'disposed',
  ]);
  expect(await driver.read((edit) => edit.viewer.document.canUndo)).toBe(false);
});
