import { describe, expect, test } from 'vitest';
import type { CameraState, ChildSceneRecord, EquipmentRecord } from './records.ts';
import { SceneDocument } from './scene-document.ts';
import type { Transaction } from './transaction.ts';

const ORIGIN = { x: 0, y: 0, z: 0 };
const ONE = { x: 1, y: 1, z: 1 };
const at = (x: number) => ({ position: { x, y: 0, z: 0 }, rotation: ORIGIN, scale: ONE });
const device = (id: string, values: object = {}): EquipmentRecord => ({
  id,
  parentId: null,
  ...at(0),
  extra: {},
  ...values,
});
const house = (id: string, values: object = {}): ChildSceneRecord => ({
  id,
  name: id,
  ...at(0),
  extra: {},
  ...values,
});
const CAMERA: CameraState = { position: { x: 1, y: 2, z: 3 }, target: ORIGIN };

/** A scene with a device, a child scene and a device in that. */
const load = () =>
  SceneDocument.fromLayout({
    camera: CAMERA,
    equipment: [device('pump'), device('probe', { parentId: 'house' })],
    childScenes: [house('house'), house('shed')],
    extra: {},
  });

const idsOf = (document: SceneDocument) =>
  [...document.equipment(), ...document.childScenes()].map(({ id }) => id);

/** What a write is refused with. The document stays as it was. */
function refusal(write: (transaction: Transaction) => void) {
  const document = load();
  const before = document.toLayout();
  let refused: unknown;
  try {
    document.transact('edit', write);
  } catch (error) {
    refused = error;
  }
  expect(document.toLayout()).toEqual(before);
  return refused;
}

const duplicate = (id: string) => expect.objectContaining({ code: 'duplicate-equipment', details: { id } });
const unknown = (id: string) => expect.objectContaining({ code: 'unknown-equipment', details: { id } });
const invalid = (field: string, id?: string) =>
  expect.objectContaining({
    code: 'invalid-argument',
    details: expect.objectContaining(id === undefined ? { field } : { field, id }),
  });

test('a transaction reads what it has written', () => {
  load().transact('edit', (transaction) => {
    expect(transaction.camera).toEqual(CAMERA);
    transaction.setCamera(null);
    expect(transaction.camera).toBeNull();
    transaction.add(device('valve'));
    expect(transaction.get('valve')).toEqual(device('valve'));
    expect(transaction.childScenes.map(({ id }) => id)).toEqual(['house', 'shed']);
    expect(transaction.childScene('valve')).toBeUndefined();
  });
});

describe('equipment', () => {
  test.each([null, undefined, 'pump', 7])('%j is no record', (record) => {
    expect(refusal((transaction) => transaction.add(record as never))).toEqual(invalid('record'));
  });

  test.each(['', 7, undefined])('%j is no id', (id) => {
    const refused = refusal((transaction) => transaction.add(device('x', { id })));
    expect(refused).toEqual(invalid('id'));
  });

  test.each([
    ['kind', { kind: 7 }],
    ['kind', { kind: null }],
    ['name', { name: false }],
    ['position.y', { position: { x: 0, y: Number.NaN, z: 0 } }],
    ['rotation', { rotation: null }],
    ['scale.z', { scale: { x: 1, y: 1, z: '1' } }],
    ['scale.x', { scale: { x: 0, y: 1, z: 1 } }],
    ['scale.y', { scale: { x: 1, y: 0, z: 1 } }],
    ['scale.z', { scale: { x: 1, y: 1, z: 0 } }],
  ])('%s is refused by its name: %j', (field, values) => {
    expect(refusal((transaction) => transaction.add(device('valve', values)))).toEqual(
      invalid(field, 'valve'),
    );
    expect(refusal((transaction) => transaction.update('pump', values as never))).toEqual(
      invalid(field, 'pump'),
    );
  });

  test('kind and name are optional', () => {
    const document = load();
    document.transact('edit', (transaction) => {
      transaction.add(device('valve', { kind: 'valve', name: '' }));
      transaction.update('valve', { name: 'V1' });
    });
    expect(document.get('valve')).toMatchObject({ kind: 'valve', name: 'V1' });
  });

  test('an id is taken by a device and by a child scene alike', () => {
    expect(refusal((transaction) => transaction.add(device('pump')))).toEqual(duplicate('pump'));
    expect(refusal((transaction) => transaction.add(device('house')))).toEqual(duplicate('house'));
    expect(refusal((transaction) => transaction.addChildScene(house('shed')))).toEqual(duplicate('shed'));
    expect(refusal((transaction) => transaction.addChildScene(house('pump')))).toEqual(duplicate('pump'));
  });

  test('a parent is a child scene that exists', () => {
    const inNothing = { parentId: 'pump' };
    expect(refusal((transaction) => transaction.add(device('valve', inNothing)))).toEqual(unknown('pump'));
    expect(refusal((transaction) => transaction.update('probe', inNothing))).toEqual(unknown('pump'));
    const document = load();
    document.transact('edit', (transaction) => {
      transaction.update('probe', { parentId: null });
      transaction.update('pump', { parentId: 'shed' });
    });
    expect([document.get('probe')?.parentId, document.get('pump')?.parentId]).toEqual([null, 'shed']);
  });

  test('what is not there is neither changed nor removed', () => {
    expect(refusal((transaction) => transaction.remove('valve'))).toEqual(unknown('valve'));
    expect(refusal((transaction) => transaction.update('valve', {}))).toEqual(unknown('valve'));
    expect(refusal((transaction) => transaction.setTransform('valve', at(1)))).toEqual(unknown('valve'));
  });

  test('an edit cannot change the id', () => {
    const document = load();
    document.transact('edit', (transaction) =>
      transaction.update('pump', { id: 'other', kind: 'pump' } as never),
    );
    expect(document.get('pump')).toEqual(device('pump', { kind: 'pump' }));
    expect(document.get('other')).toBeUndefined();
  });
});

describe('a transform', () => {
  test('is of a device or of a child scene', () => {
    const document = load();
    document.transact('edit', (transaction) => {
      transaction.setTransform('pump', at(3));
      transaction.setTransform('shed', at(4));
    });
    expect([document.get('pump')?.position.x, document.childScene('shed')?.position.x]).toEqual([3, 4]);
    expect(document.childScenes().map(({ id }) => id)).toEqual(['house', 'shed']);
  });

  test.each([undefined, {}, { position: ORIGIN, rotation: ORIGIN }])('%j is none', (transform) => {
    const refused = refusal((transaction) => transaction.setTransform('pump', transform as never));
    expect(refused).toMatchObject({ code: 'invalid-argument' });
  });
});

describe('child scenes', () => {
  test.each([
    ['position', { position: null }],
    ['rotation.x', { rotation: { x: Infinity, y: 0, z: 0 } }],
    ['scale.y', { scale: { x: 1, y: 0, z: 1 } }],
  ])('%s is refused by its name: %j', (field, values) => {
    expect(refusal((transaction) => transaction.addChildScene(house('barn', values)))).toEqual(
      invalid(field, 'barn'),
    );
    expect(refusal((transaction) => transaction.updateChildScene('shed', values as never))).toEqual(
      invalid(field, 'shed'),
    );
  });

  test('what is not there is neither changed nor removed', () => {
    expect(refusal((transaction) => transaction.updateChildScene('pump', {}))).toEqual(unknown('pump'));
    expect(refusal((transaction) => transaction.removeChildScene('pump'))).toEqual(unknown('pump'));
  });

  test('one is added where it is said, else behind the others', () => {
    const document = load();
    document.transact('edit', (transaction) => {
      transaction.addChildScene(house('first'), 0);
      transaction.addChildScene(house('last'));
    });
    expect(document.childScenes().map(({ id }) => id)).toEqual(['first', 'house', 'shed', 'last']);
  });

  test('a removed one takes its own equipment with it', () => {
    const document = load();
    document.transact('edit', (transaction) => transaction.removeChildScene('house'));
    expect(idsOf(document)).toEqual(['pump', 'shed']);
    document.transact('edit', (transaction) => transaction.setChildScenes([]));
    expect(idsOf(document)).toEqual(['pump']);
  });

  test('all are replaced: what stays keeps its equipment', () => {
    const document = load();
    document.transact('edit', (transaction) => transaction.setChildScenes([house('barn'), house('house')]));
    expect(idsOf(document)).toEqual(['pump', 'probe', 'barn', 'house']);
    document.transact('edit', (transaction) => transaction.setChildScenes([house('barn')]));
    expect(idsOf(document)).toEqual(['pump', 'barn']);
  });

  test.each([
    ['an id twice', [house('barn'), house('barn')], duplicate('barn')],
    ['the id of a device', [house('house'), house('pump')], duplicate('pump')],
    ['no id', [house('')], invalid('id')],
    ['no position', [house('barn', { position: null })], invalid('position', 'barn')],
    ['no rotation', [house('barn', { rotation: {} })], invalid('rotation.x', 'barn')],
    ['no scale', [house('barn', { scale: 1 })], invalid('scale', 'barn')],
  ])('with %s none is replaced', (_, records, expected) => {
    expect(refusal((transaction) => transaction.setChildScenes(records))).toEqual(expected);
  });

  test('a saved one without extent stops no undo', () => {
    const flat = house('flat', { scale: { x: 1, y: 0, z: 1 } });
    const document = SceneDocument.fromLayout({
      camera: null,
      equipment: [],
      childScenes: [flat],
      extra: {},
    });
    document.transact('edit', (transaction) => transaction.removeChildScene('flat'));
    document.undo();
    expect(document.childScene('flat')).toEqual(flat);
  });
});

test('a camera that is none is refused', () => {
  const refused = refusal((transaction) => transaction.setCamera({ position: ORIGIN } as never));
  expect(refused).toMatchObject({ code: 'invalid-argument' });
});
