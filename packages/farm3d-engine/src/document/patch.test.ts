import { describe, expect, test } from 'vitest';
import { addEquipment } from './commands/add-equipment.ts';
import { addChildScene, removeChildScene } from './commands/child-scenes.ts';
import { removeEquipment } from './commands/remove-equipment.ts';
import { removeObjects } from './commands/remove-objects.ts';
import { setCamera } from './commands/set-camera.ts';
import { setTransform } from './commands/set-transform.ts';
import type { CameraState, ChildSceneRecord, EquipmentRecord } from './records.ts';
import { SceneDocument } from './scene-document.ts';
import type { Transaction } from './transaction.ts';

const ORIGIN = { x: 0, y: 0, z: 0 };
const at = (x: number) => ({ position: { x, y: 0, z: 0 }, rotation: ORIGIN, scale: { x: 1, y: 1, z: 1 } });
const device = (id: string, x = 0): EquipmentRecord => ({ id, parentId: null, ...at(x), extra: {} });
const house = (id: string, x = 0): ChildSceneRecord => ({ id, name: id, ...at(x), extra: {} });

function load(equipment: EquipmentRecord[], childScenes: ChildSceneRecord[] = []): SceneDocument {
  return SceneDocument.fromLayout({ camera: null, equipment, childScenes, extra: {} });
}

/** A change of another person. */
function remote(document: SceneDocument, write: (transaction: Transaction) => void): void {
  document.transact('remote', write, { source: 'remote' });
}

/** Ids with their x, devices first. */
const places = (document: SceneDocument) =>
  [...document.equipment(), ...document.childScenes()].map(({ id, position }) => `${id} ${position.x}`);

describe('an undo after another person', () => {
  test('removed what was placed has no effect', () => {
    const document = load([]);
    document.execute(addEquipment(device('a')));
    remote(document, (transaction) => transaction.remove('a'));
    expect(document.undo()).toBe(true);
    expect(places(document)).toEqual([]);
  });

  test('placed the removed device again keeps theirs', () => {
    const document = load([device('a')]);
    document.execute(removeEquipment('a'));
    remote(document, (transaction) => transaction.add(device('a', 7)));
    document.undo();
    expect(places(document)).toEqual(['a 7']);
  });

  test('gave the id of a removed device to a child scene keeps that, and the other way round', () => {
    const document = load([device('a')], [house('g')]);
    document.execute(removeObjects(['a', 'g']));
    remote(document, (transaction) => {
      transaction.addChildScene(house('a', 7));
      transaction.add(device('g', 8));
    });
    document.undo();
    expect(places(document)).toEqual(['g 8', 'a 7']);
  });

  test('gave the id of a removed child scene to a device restores the others alone', () => {
    const document = load([], [house('f'), house('g')]);
    document.execute(removeObjects(['f', 'g']));
    remote(document, (transaction) => transaction.add(device('g', 8)));
    document.undo();
    expect(places(document)).toEqual(['g 8', 'f 0']);
  });

  test('removed the child scene that a device was in leaves the device where it is, and restores its other fields', () => {
    const document = load([{ ...device('a', 1), parentId: 'g' }], [house('g')]);
    document.transact('out', (transaction) => transaction.update('a', { ...at(5), parentId: null }));
    remote(document, (transaction) => transaction.removeChildScene('g'));
    document.undo();
    expect(document.get('a')).toStrictEqual(device('a', 1));
  });

  test('placed another child scene removes, moves and restores its own alone', () => {
    const document = load([], [house('f')]);
    document.execute(addChildScene(house('g')));
    document.execute(setTransform('f', at(3)));
    document.execute(removeChildScene('f'));
    remote(document, (transaction) => transaction.addChildScene(house('h', 9)));
    document.undo();
    expect(places(document)).toEqual(['f 3', 'g 0', 'h 9']);
    document.undo();
    expect(places(document)).toEqual(['f 0', 'g 0', 'h 9']);
    document.undo();
    expect(places(document)).toEqual(['f 0', 'h 9']);
    document.redo();
    document.redo();
    expect(places(document)).toEqual(['f 3', 'g 0', 'h 9']);
  });

  test('removed the placed or moved child scene does not bring it back', () => {
    const document = load([], [house('f')]);
    document.execute(setTransform('f', at(3)));
    document.execute(addChildScene(house('g')));
    remote(document, (transaction) => {
      transaction.removeChildScene('f');
      transaction.removeChildScene('g');
      transaction.addChildScene(house('h'));
    });
    document.undo();
    document.undo();
    expect(places(document)).toEqual(['h 0']);
  });

  test('placed the removed child scene again keeps theirs', () => {
    const document = load([], [house('f'), house('g')]);
    document.execute(removeChildScene('f'));
    remote(document, (transaction) => transaction.addChildScene(house('f', 7)));
    document.undo();
    expect(places(document)).toEqual(['g 0', 'f 7']);
  });
});

describe('an undo', () => {
  test('moves a device back into its child scene, and a redo out of it', () => {
    const document = load([{ ...device('a'), parentId: 'g' }], [house('g')]);
    document.transact('out', (transaction) => transaction.update('a', { parentId: null }));
    document.undo();
    expect(document.get('a')?.parentId).toBe('g');
    document.redo();
    expect(document.get('a')?.parentId).toBeNull();
  });

  test('of a move leaves the parent as it is', () => {
    const document = load([device('a')]);
    document.execute(setTransform('a', at(1)));
    document.undo();
    expect(document.get('a')).toStrictEqual(device('a'));
  });

  test('restores the order of child scenes', () => {
    const document = load([], [house('f'), house('g')]);
    document.transact('swap', (transaction) => transaction.setChildScenes([house('g'), house('f')]));
    document.undo();
    expect(places(document)).toEqual(['f 0', 'g 0']);
  });
});

describe('merged edits', () => {
  const view = (x: number): CameraState => ({ position: { x, y: 1, z: 1 }, target: ORIGIN });
  type Write = (transaction: Transaction) => void;

  /** What these edits as one step give: after an undo and after a redo. */
  function merged(...writes: Write[]) {
    const document = load([device('a')], [house('g')]);
    const start = document.toLayout();
    for (const write of writes) document.transact('edit', write, { merge: 'one' });
    const end = document.toLayout();
    document.undo();
    expect(document.canUndo).toBe(false);
    expect(document.toLayout()).toEqual(start);
    document.redo();
    expect(document.toLayout()).toEqual(end);
    return end;
  }

  const look: Write = (transaction) => transaction.setCamera(view(1));
  const lookOn: Write = (transaction) => transaction.setCamera(view(2));
  const move: Write = (transaction) => transaction.setTransform('a', at(1));
  const shift: Write = (transaction) => transaction.setTransform('g', at(1));
  const shiftOn: Write = (transaction) => transaction.setTransform('g', at(2));

  test.each<[string, ...Write[]]>([
    ['two of the view', look, lookOn],
    ['the view and a device', look, move],
    ['a device and the view', move, look],
    ['two of a child scene', shift, shiftOn],
    ['a child scene and a device', shift, move],
    ['a device and a child scene', move, shift],
    [
      'a placement and a move',
      (transaction) => transaction.add(device('b')),
      (transaction) => transaction.setTransform('b', at(4)),
    ],
    ['a move and a removal', move, (transaction) => transaction.remove('a')],
    ['a placement and a move of another', (transaction) => transaction.add(device('b')), move],
    ['a removal and another', (transaction) => transaction.remove('a'), shift],
  ])('%s are one step', (_, ...writes) => {
    merged(...writes);
  });

  test('end with the last of them', () => {
    expect(merged(look, lookOn).camera).toEqual(view(2));
    expect(merged(shift, shiftOn).childScenes[0]?.position.x).toBe(2);
  });

  test('what is placed and removed at once is no change', () => {
    const document = load([]);
    document.transact('nothing', (transaction) => {
      transaction.add(device('a'));
      transaction.remove('a');
    });
    expect([document.canUndo, document.revision]).toEqual([false, 1]);
  });
});

test('each step has the name of its command', () => {
  const document = load([]);
  const labels = [
    addEquipment(device('a')),
    addChildScene(house('g')),
    setTransform('a', at(1)),
    setCamera({ position: at(1).position, target: ORIGIN }),
    removeEquipment('a'),
    removeChildScene('g'),
    addChildScene(house('g'), [device('b')]),
    removeObjects(['b', 'g']),
  ].map((command) => {
    document.execute(command);
    return document.historyState().label;
  });
  expect(labels).toEqual([
    'add-equipment',
    'add-child-scene',
    'set-transform',
    'set-camera',
    'remove-equipment',
    'remove-child-scene',
    'add-child-scene',
    'remove',
  ]);
});
