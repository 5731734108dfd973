import { Box3, type BufferGeometry, type LineBasicMaterial, type LineSegments, Vector3 } from 'three';
import { expect, test, vi } from 'vitest';
import { ChildFrames } from './child-frames.ts';
import { testPage } from './test-page.ts';

/** The house with a model from (8, 0, −2) to (12, 3, 2), and a barn without a model. */
function setUp() {
  const bounds = new Map([['house', new Box3(new Vector3(8, 0, -2), new Vector3(12, 3, 2))]]);
  const page = testPage({
    boundsOf: (id, target) => {
      const box = bounds.get(id);
      return box ? target.copy(box) : null;
    },
  });
  const { document, scene } = page.context;
  const place = {
    position: { x: 0, y: 0, z: 0 },
    rotation: { x: 0, y: 0, z: 0 },
    scale: { x: 1, y: 1, z: 1 },
  };
  document.transact('add', (transaction) =>
    transaction.addChildScene({ id: 'barn', name: 'barn', ...place, extra: {} }),
  );
  const before = new Set(scene.children);
  const frames = new ChildFrames(page.context);
  const shown = () =>
    scene.children.filter((child) => !before.has(child)) as LineSegments<BufferGeometry, LineBasicMaterial>[];
  return { ...page, bounds, frames, shown };
}

test('a selected child scene has a frame a little larger than its model', () => {
  const { frames, shown, state } = setUp();
  frames.show(['house']);
  const [frame] = shown();
  expect(shown()).toHaveLength(1);
  expect(frame?.position.toArray()).toEqual([10, 1.5, 0]);
  expect(frame?.scale.toArray()).toEqual([
    expect.closeTo(4.3, 9),
    expect.closeTo(3.3, 9),
    expect.closeTo(4.3, 9),
  ]);
  // Screenshots leave it out; light does not change its colour.
  expect(frame?.userData).toEqual({ isTool: true });
  expect(frame?.material.toneMapped).toBe(false);
  expect(frame?.material.color.getHex()).toBe(0x5ad2ff);
  frame?.geometry.computeBoundingBox();
  expect(frame?.geometry.boundingBox).toEqual(
    new Box3(new Vector3(-0.5, -0.5, -0.5), new Vector3(0.5, 0.5, 0.5)),
  );
  expect(state.frames).toEqual(['selection']);
});

test('devices and what is not there have none, nor has a scene without a model', () => {
  const { frames, shown } = setUp();
  frames.show(['inside', 'outside', 'barn', 'nothing']);
  expect(shown()).toEqual([]);
});

test('the frame follows its scene, and goes with its selection', () => {
  const { frames, shown, bounds, state } = setUp();
  frames.show(['house']);
  bounds.get('house')?.translate(new Vector3(5, 0, 0));
  bounds.set('barn', new Box3(new Vector3(0, 0, 0), new Vector3(1, 1, 1)));
  const [first] = shown();
  frames.show(['barn', 'house']);
  expect(shown()).toHaveLength(2);
  expect(shown()).toContain(first);
  expect(first?.position.x).toBe(15);
  frames.show(['barn']);
  expect(shown()).toHaveLength(1);
  expect(shown()[0]?.position.x).toBeCloseTo(0.5, 9);
  frames.show([]);
  expect([shown(), state.frames.length]).toEqual([[], 4]);
  // The same scene again has a frame again.
  frames.show(['house']);
  expect(shown()).toHaveLength(1);
});

test('a scene whose model was removed has no frame any more', () => {
  const { frames, shown, bounds } = setUp();
  frames.show(['house']);
  bounds.clear();
  frames.show(['house']);
  expect(shown()).toEqual([]);
});

test('no frame is drawn where there was none and is none', () => {
  const { frames, state } = setUp();
  frames.show(['outside']);
  expect(state.frames).toEqual([]);
  frames.show(['house']);
  frames.show([]);
  state.frames.length = 0;
  frames.show([]);
  expect(state.frames).toEqual([]);
});

test('its disposal removes the frames and frees their memory', () => {
  const { frames, shown } = setUp();
  frames.show(['house']);
  const [frame] = shown();
  const freed = vi.fn<() => void>();
  frame?.geometry.addEventListener('dispose', freed);
  frame?.material.addEventListener('dispose', freed);
  frames.dispose();
  expect([shown(), freed.mock.calls.length]).toEqual([[], 2]);
});
