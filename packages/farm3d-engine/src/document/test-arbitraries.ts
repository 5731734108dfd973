import fc from 'fast-check';
import type { CameraState, ChildSceneRecord, EquipmentRecord, SceneLayout, Transform } from './records.ts';

const coordinate = fc.double({ min: -1000, max: 1000, noNaN: true });
const factor = fc.double({ min: 0.01, max: 100, noNaN: true });
const vec3 = (value: fc.Arbitrary<number>) => fc.record({ x: value, y: value, z: value });
const extra = fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<unknown>, { maxKeys: 3 });

/** Few ids, so that random commands refer to the same records. */
export const equipmentId = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');

export const transform: fc.Arbitrary<Transform> = fc.record({
  position: vec3(coordinate),
  rotation: vec3(coordinate),
  scale: vec3(factor),
});

export const equipmentRecord: fc.Arbitrary<EquipmentRecord> = fc
  .tuple(equipmentId, fc.constantFrom(null, 'child-1'), transform, extra)
  .map(([id, parentId, placed, extra]) => ({ id, parentId, ...placed, extra }));

export const cameraState: fc.Arbitrary<CameraState | null> = fc.option(
  fc.record(
    { position: vec3(coordinate), target: vec3(coordinate), rotation: vec3(coordinate) },
    { requiredKeys: ['position', 'target'] },
  ),
);

/** Few ids, so that equipment, commands and child scenes refer to each other. */
export const childSceneId = fc.constantFrom('child-1', 'child-2', 'child-3');

export const childSceneRecord: fc.Arbitrary<ChildSceneRecord> = fc
  .tuple(childSceneId, fc.string(), transform, extra)
  .map(([id, name, placed, extra]) => ({ id, name, ...placed, extra }));

/** A layout as it is read from the server: the parent of each record exists. */
export const sceneLayout: fc.Arbitrary<SceneLayout> = fc
  .record({
    camera: cameraState,
    equipment: fc.uniqueArray(equipmentRecord, { selector: ({ id }) => id }),
    childScenes: fc.uniqueArray(childSceneRecord, { selector: ({ id }) => id }),
    extra,
  })
  .map((layout) => ({
    ...layout,
    equipment: layout.equipment.map((record) =>
      layout.childScenes.some(({ id }) => id === record.parentId) ? record : { ...record, parentId: null },
    ),
  }));
