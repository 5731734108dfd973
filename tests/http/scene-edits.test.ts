import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeSceneDevice, encodeSceneDevice } from '@farm3d/api';
import { FarmError, SceneDocument } from 'farm3d-engine';
import {
  addChildScene,
  addEquipment,
  type Command,
  removeChildScene,
  removeObjects,
  setCamera,
  setTransform,
  setTransforms,
} from 'farm3d-engine/editor';

// The engine's document and the platform's wire form are combined only here and in the app; this test needs no browser.

const coordinate = fc.double({ min: -1e4, max: 1e4, noNaN: true });
const factor = fc.double({ min: 0.01, max: 100, noNaN: true });
const vector = (value: fc.Arbitrary<number>) => fc.record({ x: value, y: value, z: value });
const transform = fc.record({
  position: vector(coordinate),
  rotation: vector(coordinate),
  scale: vector(factor),
});
/** Names that the wire form does not use itself. */
const extra = fc.dictionary(
  fc.string().map((key) => `vendor ${key}`),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
  { maxKeys: 3 },
);
const deviceId = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const sceneId = fc.constantFrom('g', 'h', 'i');
const device = fc
  .tuple(deviceId, transform, extra)
  .map(([id, placed, kept]) => ({ id, ...placed, extra: kept }));
const scene = fc
  .tuple(sceneId, fc.string(), transform, extra)
  .map(([id, name, placed, kept]) => ({ id, name, ...placed, extra: kept }));
const anyId = fc.oneof(deviceId, sceneId);

const saved: fc.Arbitrary<string> = fc
  .record({
    vendor: extra,
    camera: fc.option(fc.record({ position: vector(coordinate), target: vector(coordinate) })),
    devices: fc.uniqueArray(device, { selector: ({ id }) => id, maxLength: 5 }),
    scenes: fc.uniqueArray(scene, { selector: ({ id }) => id, maxLength: 2 }),
  })
  .map(({ vendor, camera, devices, scenes }) =>
    encodeSceneDevice({
      camera,
      equipment: devices.map((one, i) => ({ ...one, parentId: scenes[i % 3]?.id ?? null })),
      childScenes: scenes,
      extra: vendor,
    }),
  );

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.tuple(device, fc.option(sceneId)).map(([one, parentId]) => addEquipment({ ...one, parentId })),
  fc.tuple(scene, fc.array(device, { maxLength: 3 })).map(([one, devices]) => addChildScene(one, devices)),
  sceneId.map(removeChildScene),
  fc.array(anyId, { maxLength: 3 }).map(removeObjects),
  fc
    .tuple(anyId, transform, fc.constantFrom(undefined, 'drag'))
    .map(([id, to, merge]) => setTransform(id, to, merge)),
  fc
    .tuple(
      fc.array(fc.tuple(anyId, transform), { maxLength: 4 }),
      fc.constantFrom('align', 'nudge', 'paste-transform'),
    )
    .map(([all, label]) => setTransforms(all, { label, merge: label })),
  fc.option(fc.record({ position: vector(coordinate), target: vector(coordinate) })).map(setCamera),
);
type Action = Command | 'undo' | 'redo' | 'save';
const actions = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: command },
    { weight: 2, arbitrary: fc.constantFrom<Action>('undo', 'redo', 'save') },
  ),
  { maxLength: 25 },
);

const load = (text: string) => SceneDocument.fromLayout(decodeSceneDevice(text));
const save = (document: SceneDocument) => encodeSceneDevice(document.toLayout());

function act(document: SceneDocument, action: Action): void {
  if (action === 'undo') document.undo();
  else if (action === 'redo') document.redo();
  else if (action === 'save') document.markSaved();
  else {
    try {
      document.execute(action);
    } catch (error) {
      expect(error).toBeInstanceOf(FarmError);
    }
  }
}

describe('any sequence of edits, undos, redos and saves', () => {
  test('can be saved at any point; loading and saving again gives the same bytes', () => {
    fc.assert(
      fc.property(saved, actions, (start, steps) => {
        const document = load(start);
        expect(save(document)).toBe(start);
        for (const step of steps) {
          act(document, step);
          const text = save(document);
          expect(save(load(text))).toBe(text);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('is the start again, byte for byte, after undoing all edits', () => {
    fc.assert(
      fc.property(saved, actions, (start, steps) => {
        const document = load(start);
        for (const step of steps) act(document, step);
        while (document.undo());
        expect(save(document)).toBe(start);
        expect(document.canUndo).toBe(false);
      }),
      { numRuns: 150 },
    );
  });
});
