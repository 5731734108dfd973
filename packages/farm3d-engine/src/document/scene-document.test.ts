import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FarmError } from '../core/errors.ts';
import { addEquipment } from './commands/add-equipment.ts';
import { addChildScene, removeChildScene } from './commands/child-scenes.ts';
import type { Command } from './commands/command.ts';
import { removeEquipment } from './commands/remove-equipment.ts';
import { removeObjects } from './commands/remove-objects.ts';
import { setCamera } from './commands/set-camera.ts';
import { setTransform, setTransforms } from './commands/set-transform.ts';
import type { ChildSceneRecord, EquipmentRecord, SceneLayout } from './records.ts';
import { SceneDocument, type DocumentChange } from './scene-document.ts';
import {
  cameraState,
  childSceneId,
  childSceneRecord,
  equipmentId,
  equipmentRecord,
  sceneLayout,
  transform,
} from './test-arbitraries.ts';

const ORIGIN = { x: 0, y: 0, z: 0 };
const ONE = { x: 1, y: 1, z: 1 };

function record(id: string, x = 0): EquipmentRecord {
  return { id, parentId: null, position: { x, y: 0, z: 0 }, rotation: ORIGIN, scale: ONE, extra: {} };
}

function layout(...equipment: EquipmentRecord[]): SceneLayout {
  return { camera: null, equipment, childScenes: [], extra: {} };
}

function at(x: number) {
  return { position: { x, y: 0, z: 0 }, rotation: ORIGIN, scale: ONE };
}

function scene(id: string): ChildSceneRecord {
  return { ...at(0), id, name: id, extra: {} };
}

const position = (document: SceneDocument, id: string) => document.get(id)?.position.x;

/** The invariants of a document: they hold in every reachable state. */
function assertValid(document: SceneDocument): void {
  const ids = [...document.equipment(), ...document.childScenes()].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const child of document.childScenes()) expect(document.childScene(child.id)).toBe(child);
  for (const one of document.equipment()) {
    expect(document.get(one.id)).toBe(one);
    if (one.parentId !== null) expect(document.childScene(one.parentId)).toBeDefined();
    for (const vector of [one.position, one.rotation, one.scale]) {
      for (const value of Object.values(vector)) expect(Number.isFinite(value)).toBe(true);
    }
  }
  expect(SceneDocument.fromLayout(document.toLayout()).toLayout()).toEqual(document.toLayout());
}

/** Executes a command, or asserts that it throws a FarmError and leaves the document unchanged. */
function attempt(document: SceneDocument, command: Command): void {
  const before = document.toLayout();
  try {
    document.execute(command);
  } catch (error) {
    expect(error).toBeInstanceOf(FarmError);
    expect(document.toLayout()).toEqual(before);
  }
}

const anyId = fc.oneof(equipmentId, childSceneId);
const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  equipmentRecord.map(addEquipment),
  equipmentId.map(removeEquipment),
  fc
    .tuple(equipmentId, transform, fc.constantFrom(undefined, 'nudge'))
    .map(([id, to, merge]) => setTransform(id, to, merge)),
  cameraState.map(setCamera),
  fc
    .tuple(childSceneRecord, fc.array(equipmentRecord, { maxLength: 3 }))
    .map(([record, equipment]) => addChildScene(record, equipment)),
  childSceneId.map(removeChildScene),
  fc.array(anyId, { maxLength: 4 }).map(removeObjects),
  fc
    .tuple(
      fc.array(fc.tuple(anyId, transform), { maxLength: 4 }),
      fc.constantFrom('align', 'distribute', 'nudge', 'paste-transform'),
      fc.constantFrom(undefined, 'nudge'),
    )
    .map(([all, label, merge]) => setTransforms(all, { label, ...(merge === undefined ? {} : { merge }) })),
);

type Action = (document: SceneDocument) => void;
const undo: Action = (document) => void document.undo();
const redo: Action = (document) => void document.redo();
const anyAction: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: anyCommand.map(
      (command): Action =>
        (document) =>
          attempt(document, command),
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(undo, redo) },
);
const remoteAction: fc.Arbitrary<Action> = anyCommand.map((command): Action => (document) => {
  try {
    document.transact(command.label, (transaction) => command.apply(transaction), { source: 'remote' });
  } catch (error) {
    expect(error).toBeInstanceOf(FarmError);
  }
});

describe('layout', () => {
  test('is returned as it was loaded, with unknown keys and order', () => {
    fc.assert(
      fc.property(sceneLayout, (before) => {
        expect(SceneDocument.fromLayout(before).toLayout()).toEqual(before);
      }),
    );
  });

  test('can be modified outside without changing the document', () => {
    const original = layout({ ...record('a'), extra: { vendor: { tags: [1] } } });
    const document = SceneDocument.fromLayout(original);
    (original.equipment[0]!.extra['vendor'] as { tags: number[] }).tags.push(2);
    const taken = document.toLayout();
    taken.equipment.length = 0;
    taken.extra['late'] = true;
    expect(document.toLayout()).toEqual(layout({ ...record('a'), extra: { vendor: { tags: [1] } } }));
    expect(Object.isFrozen(document.get('a')?.position)).toBe(true);
  });

  test('a device listed twice is kept once, at its first position', () => {
    const document = SceneDocument.fromLayout(layout(record('a', 1), record('b'), record('a', 2)));
    expect(document.equipment().map(({ id }) => id)).toEqual(['a', 'b']);
    expect(position(document, 'a')).toBe(1);
  });
});

describe('any sequence of edits, undos and redos', () => {
  test('leaves a valid document', () => {
    fc.assert(
      fc.property(sceneLayout, fc.array(anyAction, { maxLength: 30 }), (start, actions) => {
        const document = SceneDocument.fromLayout(start);
        for (const action of actions) {
          action(document);
          assertValid(document);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('restores the start after undoing all, and the end after redoing all', () => {
    fc.assert(
      fc.property(sceneLayout, fc.array(anyAction, { maxLength: 40 }), (start, actions) => {
        const document = SceneDocument.fromLayout(start);
        for (const action of actions) action(document);
        while (document.redo());
        const end = document.toLayout();
        while (document.undo());
        expect(document.toLayout()).toEqual(start);
        expect(document.isDirty).toBe(false);
        while (document.redo());
        expect(document.toLayout()).toEqual(end);
      }),
    );
  });

  test('stays valid when another person edits in between', () => {
    fc.assert(
      fc.property(
        sceneLayout,
        fc.array(fc.oneof(anyAction, remoteAction), { maxLength: 30 }),
        (start, actions) => {
          const document = SceneDocument.fromLayout(start);
          for (const action of actions) action(document);
          while (document.undo());
          assertValid(document);
          while (document.redo());
          assertValid(document);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('reports each change as a diff from which the content can be followed', () => {
    fc.assert(
      fc.property(sceneLayout, fc.array(anyAction, { maxLength: 30 }), (start, actions) => {
        const document = SceneDocument.fromLayout(start);
        const mirror = new Map(document.equipment().map((one) => [one.id, one]));
        let revision = document.revision;
        let children = document.childScenes();
        document.on('change', ({ diff, revision: next }) => {
          expect(next).toBe(++revision);
          if (diff.childScenes) {
            expect(diff.childScenes[0]).toEqual(children);
            children = diff.childScenes[1];
          }
          for (const { id } of diff.removed) expect(mirror.delete(id)).toBe(true);
          for (const one of diff.added) {
            expect(mirror.has(one.id)).toBe(false);
            mirror.set(one.id, one);
          }
          for (const [from, to] of diff.updated) {
            expect(mirror.get(to.id)).toBe(from);
            mirror.set(to.id, to);
          }
        });
        for (const action of actions) action(document);
        expect([...mirror.keys()].sort()).toEqual(
          document
            .equipment()
            .map(({ id }) => id)
            .sort(),
        );
        for (const [id, one] of mirror) expect(document.get(id)).toBe(one);
        expect(children).toEqual(document.childScenes());
      }),
    );
  });
});

test('a thousand edits and undos restore the start', () => {
  const start = layout(...Array.from({ length: 50 }, (_, index) => record(`d${index}`, index)));
  const document = SceneDocument.fromLayout(start);
  for (let edit = 0; edit < 1000; edit++) {
    const id = `d${edit % 50}`;
    if (edit % 7 === 6)
      document.execute(document.get(id) ? removeEquipment(id) : addEquipment(record(id, edit)));
    else if (document.get(id)) document.execute(setTransform(id, at(edit + 0.5)));
    else document.execute(addEquipment(record(id, edit)));
  }
  let undone = 0;
  while (document.undo()) undone++;
  expect(undone).toBe(1000);
  expect(document.toLayout()).toEqual(start);
});

describe('refusals', () => {
  test.each([
    ['placing a device twice', addEquipment(record('a')), 'duplicate-equipment'],
    ['placing without an id', addEquipment(record('')), 'invalid-argument'],
    ['placing a scene under the id of a device', addChildScene(scene('a')), 'duplicate-equipment'],
    [
      'placing in a scene that is not there',
      addEquipment({ ...record('b'), parentId: 'g' }),
      'unknown-equipment',
    ],
    ['removing a scene that is not there', removeChildScene('g'), 'unknown-equipment'],
    ['removing several, one of them not there', removeObjects(['a', 'x']), 'unknown-equipment'],
    ['removing what is not there', removeEquipment('x'), 'unknown-equipment'],
    ['moving what is not there', setTransform('x', at(1)), 'unknown-equipment'],
    ['moving to nowhere', setTransform('a', at(Number.NaN)), 'invalid-argument'],
    ['flattening', setTransform('a', { ...at(1), scale: { x: 1, y: 0, z: 1 } }), 'invalid-argument'],
    [
      'a camera at infinity',
      setCamera({ position: { ...ORIGIN, y: Infinity }, target: ORIGIN }),
      'invalid-argument',
    ],
  ])('%s is refused and adds no step', (_, command, code) => {
    const document = SceneDocument.fromLayout(layout(record('a')));
    expect(() => document.execute(command)).toThrow(expect.objectContaining({ code }));
    expect(document.toLayout()).toEqual(layout(record('a')));
    expect(document.canUndo).toBe(false);
  });

  test('a transaction that throws is rolled back without events', () => {
    const document = SceneDocument.fromLayout(layout(record('a')));
    const changes: DocumentChange[] = [];
    document.on('change', (change) => changes.push(change));
    expect(() =>
      document.transact('both', (transaction) => {
        transaction.add(record('b'));
        transaction.setCamera({ position: ONE, target: ORIGIN });
        transaction.remove('x');
      }),
    ).toThrow(FarmError);
    expect(document.toLayout()).toEqual(layout(record('a')));
    expect(changes).toEqual([]);
  });
});

describe('child scenes', () => {
  const child = (id: string, x = 0) => ({ ...scene(id), ...at(x) });
  const { parentId: _, ...inner } = record('inner', 2);

  test('placing or removing one with its devices is one step', () => {
    const start = layout(record('a'));
    const document = SceneDocument.fromLayout(start);
    document.execute(addChildScene(child('g', 5), [inner]));
    expect(document.get('inner')).toEqual({ ...inner, parentId: 'g' });
    const end = document.toLayout();
    document.execute(removeObjects(['inner', 'g', 'a']));
    expect(document.toLayout()).toEqual(layout());
    document.undo();
    expect(document.toLayout()).toEqual(end);
    document.undo();
    expect(document.toLayout()).toEqual(start);
  });

  test('a device that is already placed in the scene keeps its position', () => {
    const document = SceneDocument.fromLayout(layout(record('inner', 9)));
    document.execute(addChildScene(child('g'), [inner]));
    expect(document.get('inner')).toEqual(record('inner', 9));
  });

  test('one is moved with devices in one step', () => {
    const document = SceneDocument.fromLayout({ ...layout(record('a')), childScenes: [child('g')] });
    document.execute(
      setTransforms([
        ['a', at(1)],
        ['g', at(2)],
      ]),
    );
    expect([position(document, 'a'), document.childScene('g')?.position.x]).toEqual([1, 2]);
    document.undo();
    expect([position(document, 'a'), document.childScene('g')?.position.x]).toEqual([0, 0]);
  });

  test('its edits cannot be undone after somebody else removed it', () => {
    const document = SceneDocument.fromLayout({
      ...layout({ ...record('a'), parentId: 'g' }),
      childScenes: [child('g')],
    });
    document.execute(removeEquipment('a'));
    document.transact('remote', (transaction) => transaction.removeChildScene('g'), { source: 'remote' });
    document.undo();
    expect(document.toLayout()).toEqual(layout());
  });

  test('undoing a removal restores its list position, also after a remote placement', () => {
    const document = SceneDocument.fromLayout({ ...layout(), childScenes: [child('f'), child('g')] });
    document.execute(removeChildScene('f'));
    document.transact('remote', (transaction) => transaction.addChildScene(child('h')), { source: 'remote' });
    document.undo();
    expect(document.childScenes().map(({ id }) => id)).toEqual(['f', 'g', 'h']);
  });
});

describe('steps', () => {
  test('edits with one merge key are one step; an edit and its reverse are none', () => {
    const document = SceneDocument.fromLayout(layout(record('a')));
    for (const x of [1, 2, 3]) document.execute(setTransform('a', at(x), 'nudge'));
    expect(document.undo()).toBe(true);
    expect(position(document, 'a')).toBe(0);
    expect(document.undo()).toBe(false);

    document.execute(setTransform('a', at(1), 'nudge'));
    document.execute(setTransform('a', at(0), 'nudge'));
    expect(document.canUndo).toBe(false);
    expect(document.isDirty).toBe(false);
  });

  test('an edit never merges into a saved or visited state', () => {
    const document = SceneDocument.fromLayout(layout(record('a')));
    document.execute(setTransform('a', at(1), 'nudge'));
    document.markSaved();
    document.execute(setTransform('a', at(2), 'nudge'));
    expect(document.isDirty).toBe(true);
    document.undo();
    expect(position(document, 'a')).toBe(1);
    expect(document.isDirty).toBe(false);
    document.redo();
    document.execute(setTransform('a', at(3), 'nudge'));
    document.undo();
    expect(position(document, 'a')).toBe(2);
  });

  test('a new edit after undo discards what could be redone', () => {
    const document = SceneDocument.fromLayout(layout(record('a')));
    document.execute(setTransform('a', at(1)));
    document.undo();
    document.execute(setTransform('a', at(2)));
    expect(document.canRedo).toBe(false);
    expect(document.redo()).toBe(false);
    expect(position(document, 'a')).toBe(2);
  });

  test('can be undone and repeated only when there are some', () => {
    const document = new SceneDocument();
    const can = () => [document.canUndo, document.canRedo];
    expect(can()).toEqual([false, false]);
    expect(document.historyState()).toMatchObject({
      canUndo: false,
      canRedo: false,
      label: null,
      redoLabel: null,
    });
    document.execute(addEquipment(record('a')));
    expect(can()).toEqual([true, false]);
    document.undo();
    expect(can()).toEqual([false, true]);
    document.redo();
    expect(can()).toEqual([true, false]);
  });

  test('an edit never merges into the step that an undo returned to', () => {
    const document = SceneDocument.fromLayout(layout(record('a')));
    document.execute(setTransform('a', at(1), 'nudge'));
    document.execute(setTransform('a', at(2)));
    document.undo();
    document.execute(setTransform('a', at(3), 'nudge'));
    document.undo();
    expect(position(document, 'a')).toBe(1);
  });

  test('dirty means different from the saved state, also after undo', () => {
    const document = SceneDocument.fromLayout(layout(record('a')));
    expect(document.isDirty).toBe(false);
    document.execute(setTransform('a', at(1)));
    document.markSaved();
    document.undo();
    expect(document.isDirty).toBe(true);
    document.redo();
    expect(document.isDirty).toBe(false);
    document.undo();
    document.execute(setTransform('a', at(2)));
    expect(document.isDirty).toBe(true);
    document.undo();
    expect(document.isDirty).toBe(true);
  });

  test('an edit without effect adds no step', () => {
    const document = SceneDocument.fromLayout(layout(record('a')));
    document.execute(setTransform('a', at(0)));
    expect(document.canUndo).toBe(false);
    expect(document.revision).toBe(1);
  });

  test('undoing a removal restores its list position', () => {
    const start = layout(record('a'), record('b'), record('c'));
    const document = SceneDocument.fromLayout(start);
    document.execute(removeEquipment('b'));
    document.execute(addEquipment(record('d')));
    document.undo();
    document.undo();
    expect(document.toLayout()).toEqual(start);
  });

  test('undo reverts only the fields of the step, not a remote edit of another field', () => {
    const document = SceneDocument.fromLayout(layout(record('a')));
    document.execute(setTransform('a', at(1)));
    document.transact('remote', (transaction) => transaction.update('a', { extra: { note: 'kept' } }), {
      source: 'remote',
    });
    expect(document.undo()).toBe(true);
    expect(document.get('a')).toEqual({ ...record('a'), extra: { note: 'kept' } });
  });

  test('remote changes and the camera stored on save add no step', () => {
    const document = SceneDocument.fromLayout(layout(record('a')));
    const changes: DocumentChange[] = [];
    document.on('change', (change) => changes.push(change));
    document.transact('remote', (transaction) => transaction.remove('a'), { source: 'remote' });
    const camera = { position: ONE, target: ORIGIN };
    document.transact('set-camera', (transaction) => transaction.setCamera(camera), { record: false });
    expect(changes.map(({ source }) => source)).toEqual(['remote', 'user']);
    expect(document.canUndo).toBe(false);
    expect(document.isDirty).toBe(false);
    expect(document.toLayout().camera).toEqual(camera);
  });

  test('history-changed names the next undo and redo', () => {
    const document = SceneDocument.fromLayout(layout());
    const states: unknown[] = [];
    document.on('history-changed', ({ label, redoLabel, isDirty }) =>
      states.push([label, redoLabel, isDirty]),
    );
    document.execute(addEquipment(record('a')));
    document.execute(setTransform('a', at(1)));
    document.undo();
    document.markSaved();
    expect(states).toEqual([
      ['add-equipment', null, true],
      ['set-transform', null, true],
      ['add-equipment', 'set-transform', true],
      ['add-equipment', 'set-transform', false],
    ]);
  });

  test('loading again reports removed and added entries, and clears the history', () => {
    const document = SceneDocument.fromLayout(layout(record('a')));
    document.execute(setTransform('a', at(1)));
    let change: DocumentChange | undefined;
    document.on('change', (one) => (change = one));
    document.load(layout(record('b')));
    expect(change?.source).toBe('load');
    expect(change?.diff.removed.map(({ id }) => id)).toEqual(['a']);
    expect(change?.diff.added.map(({ id }) => id)).toEqual(['b']);
    expect(document.canUndo).toBe(false);
    expect(document.isDirty).toBe(false);
  });
});
