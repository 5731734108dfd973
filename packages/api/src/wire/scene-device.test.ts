import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SceneLayout } from '../domain/scene.ts';
import { FIXTURES } from './scene-device.fixtures.ts';
import { decodeSceneDevice, emptySceneLayout, encodeSceneDevice } from './scene-device.ts';
import { WireError } from './wire-error.ts';

describe('sceneDevice', () => {
  it.each(FIXTURES)('$what', ({ saved, written }) => {
    const layout = decodeSceneDevice(saved);
    expect(encodeSceneDevice(layout)).toBe(written);
    // The written text is read as the same layout and written as the same text.
    expect(decodeSceneDevice(written)).toEqual(layout);
    expect(encodeSceneDevice(decodeSceneDevice(written))).toBe(written);
  });

  it.each([undefined, null, '', '  ', 'null'])('an empty value (%j) is an empty layout', (nothing) => {
    expect(decodeSceneDevice(nothing)).toEqual(emptySceneLayout());
  });

  it('an object is accepted unchanged, as some servers send it', () => {
    expect(decodeSceneDevice({ equData: [{ id: 'a' }] }).equipment[0]?.id).toBe('a');
  });

  it.each(['{', '[]', '7', '"text"'])(
    'text that is not a JSON object (%s) is refused, and the error names the field',
    (text) => {
      expect(() => decodeSceneDevice(text)).toThrow(WireError);
      expect(() => decodeSceneDevice(text)).toThrow(/sceneDevice/);
    },
  );

  it('recognises the equipment of a greenhouse by its parentId', () => {
    const layout = decodeSceneDevice(
      '{"equData":[{"id":"own"}],"otherScene":[{"bigModel":{"id":"g","name":"棚"},"equData":[{"id":"inner"}]}]}',
    );
    expect(layout.equipment.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['own', null],
      ['inner', 'g'],
    ]);
    expect(layout.childScenes[0]).toMatchObject({ id: 'g', name: '棚' });
  });

  it('keeps apart only what is unknown: a plain scene has nothing of it', () => {
    const at = { x: 1, y: 2, z: 3 };
    const layout = decodeSceneDevice({
      cameraPosition: at,
      controlsTarget: at,
      cameraRotation: at,
      equData: [{ id: 'a', position: at }],
      otherScene: [{ bigModel: { id: 'g', name: 'G' }, equData: [{ id: 'b' }] }],
    });
    expect(layout.extra).toEqual({});
    expect(layout.equipment.map(({ extra }) => extra)).toEqual([{}, {}]);
    expect(layout.childScenes.map(({ extra }) => extra)).toEqual([{}]);
  });

  it.each<[string, (layout: SceneLayout) => void]>([
    ['equData[1].position.y', ({ equipment }) => (equipment[1]!.position.y = Number.NaN)],
    ['equData[0].scale.x', ({ equipment }) => (equipment[0]!.scale.x = Infinity)],
    ['equData[0].rotation.z', ({ equipment }) => (equipment[0]!.rotation.z = -Infinity)],
    ['otherScene[0].bigModel.scale.y', ({ childScenes }) => (childScenes[0]!.scale.y = Number.NaN)],
    ['otherScene[0].equData[0].rotation.x', ({ equipment }) => (equipment[2]!.rotation.x = Number.NaN)],
    ['cameraPosition.z', ({ camera }) => (camera!.position.z = Number.NaN)],
    ['controlsTarget.x', ({ camera }) => (camera!.target.x = Number.NaN)],
  ])('refuses to write a number that JSON cannot represent, and names it: %s', (field, spoil) => {
    const layout = decodeSceneDevice({
      cameraPosition: [1, 2, 3],
      equData: [{ id: 'a' }, { id: 'b' }],
      otherScene: [{ bigModel: { id: 'g' }, equData: [{ id: 'c' }] }],
    });
    spoil(layout);
    expect(() => encodeSceneDevice(layout)).toThrow(field);
  });

  it('refuses to drop equipment whose greenhouse is missing', () => {
    const layout = decodeSceneDevice('{"otherScene":[{"bigModel":{"id":"g"},"equData":[{"id":"inner"}]}]}');
    layout.childScenes.length = 0;
    expect(() => encodeSceneDevice(layout)).toThrow('equipment inner: no child scene g');
  });
});

const KNOWN = [
  'id',
  'position',
  'rotation',
  'scale',
  'name',
  'equData',
  'otherScene',
  'bigModel',
  'controlsTarget',
];
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const vector = fc.record({ x: number, y: number, z: number });
const transform = { position: vector, rotation: vector, scale: vector };
const extra = fc.dictionary(
  fc.string({ maxLength: 6 }).filter((key) => !KNOWN.includes(key) && !key.startsWith('camera')),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 3 },
);

const layouts: fc.Arbitrary<SceneLayout> = fc
  .record({
    camera: fc.option(fc.record({ position: vector, target: vector })),
    own: fc.array(fc.record({ ...transform, extra }), { maxLength: 4 }),
    children: fc.array(
      fc.record({
        ...transform,
        name: fc.string(),
        extra,
        equipment: fc.array(fc.record({ ...transform, extra }), { maxLength: 3 }),
      }),
      { maxLength: 3 },
    ),
    extra,
  })
  .map(({ camera, own, children, extra }) => ({
    camera,
    equipment: [
      ...own.map((item, i) => ({ id: `own${i}`, parentId: null, ...item })),
      ...children.flatMap(({ equipment }, c) =>
        equipment.map((item, i) => ({ id: `inner${c}-${i}`, parentId: `child${c}`, ...item })),
      ),
    ],
    childScenes: children.map(({ equipment: _equipment, ...child }, c) => ({ id: `child${c}`, ...child })),
    extra,
  }));

describe('sceneDevice, for any layout', () => {
  it('save, load, save gives the same bytes', () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        const first = encodeSceneDevice(layout);
        expect(encodeSceneDevice(decodeSceneDevice(first))).toBe(first);
      }),
      { numRuns: 300 },
    );
  });

  it('any JSON object can be opened, and a second save changes nothing more', () => {
    const piece = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.record({ id: fc.oneof(fc.string(), fc.integer()), position: fc.jsonValue({ maxDepth: 1 }) }),
    );
    const any = fc.record(
      {
        cameraPosition: fc.oneof(vector, fc.jsonValue({ maxDepth: 1 })),
        controlsTarget: fc.jsonValue({ maxDepth: 1 }),
        equData: fc.oneof(fc.array(piece), fc.jsonValue()),
        otherScene: fc.oneof(
          fc.array(fc.record({ bigModel: piece, equData: fc.array(piece) })),
          fc.jsonValue(),
        ),
        other: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(any, (value) => {
        const first = encodeSceneDevice(decodeSceneDevice(JSON.stringify(value)));
        expect(encodeSceneDevice(decodeSceneDevice(first))).toBe(first);
      }),
      { numRuns: 500 },
    );
  });
});
