import { describe, expect, test } from 'vitest';
import { FarmError } from '../core/errors.ts';
import type { SceneLayout } from './records.ts';
import { SceneDocument } from './scene-document.ts';
import { validateLayout, withoutLostNumbers } from './validate-layout.ts';

const ORIGIN = { x: 0, y: 0, z: 0 };
const ONE = { x: 1, y: 1, z: 1 };
const place = { position: ORIGIN, rotation: ORIGIN, scale: ONE };
const good = { id: 'good', parentId: null, ...place, extra: {} };
const house = { id: 'house', name: 'house', ...place, extra: {} };

const layout = (equipment: readonly unknown[], childScenes: readonly unknown[] = []) =>
  ({ camera: null, equipment, childScenes, extra: {} }) as unknown as SceneLayout;

describe('a layout with invalid records', () => {
  test.each([
    ['null', null, 'record', null],
    ['a text', 'pump', 'record', null],
    ['no id', { ...good, id: undefined }, 'id', null],
    ['an empty id', { ...good, id: '' }, 'id', null],
    ['a number as id', { ...good, id: 7 }, 'id', null],
    ['an id that was there', { ...good, id: 'good' }, 'id (a second time)', 'good'],
    ['the id of a child scene', { ...good, id: 'house' }, 'id (a second time)', 'house'],
    ['a kind that is no text', { ...good, id: 'b', kind: 7 }, 'kind', 'b'],
    ['a name that is no text', { ...good, id: 'b', name: 7 }, 'name', 'b'],
    ['no position', { ...good, id: 'b', position: undefined }, 'position', 'b'],
    ['a position at NaN', { ...good, id: 'b', position: { ...ORIGIN, y: Number.NaN } }, 'position.y', 'b'],
    ['a rotation without z', { ...good, id: 'b', rotation: { x: 0, y: 0 } }, 'rotation.z', 'b'],
    ['an infinite scale', { ...good, id: 'b', scale: { ...ONE, x: Infinity } }, 'scale.x', 'b'],
  ])('skips the one with %s, names the field and draws the others', (_, record, field, id) => {
    const after = { ...good, id: 'after', kind: 'pump', name: 'Pump' };
    const result = validateLayout(layout([good, record, after], [house]));
    expect(result.equipment).toEqual([good, after]);
    expect(result.childScenes).toEqual([house]);
    expect(result.invalid).toEqual({ equipment: [record], childScenes: [] });
    expect(result.skipped).toMatchObject([{ kind: 'equipment', id, field }]);
    const [skipped] = result.skipped;
    expect(skipped?.error).toMatchObject({
      code: 'invalid-argument',
      details: { field, ...(id === null ? {} : { id }) },
    });
    expect('id' in (skipped?.error.details ?? {})).toBe(id !== null);
  });

  test('skips a child scene with the devices in it', () => {
    const lost = { ...house, id: 'lost', scale: null };
    const inside = { ...good, id: 'inside', parentId: 'lost' };
    const beside = { ...good, id: 'beside', parentId: 'house' };
    const result = validateLayout(layout([inside, beside, good], [lost, house]));
    expect(result.equipment).toEqual([beside, good]);
    expect(result.invalid).toEqual({ equipment: [inside], childScenes: [lost] });
    expect(result.skipped.map(({ kind, id, field }) => [kind, id, field])).toEqual([
      ['childScene', 'lost', 'scale'],
      ['equipment', 'inside', 'parentId'],
    ]);
  });

  test('keeps the devices of a child scene that is listed a second time', () => {
    const inside = { ...good, id: 'inside', parentId: 'house' };
    const result = validateLayout(layout([inside], [house, house]));
    expect(result.equipment).toEqual([inside]);
    expect(result.childScenes).toEqual([house]);
  });

  test('is no layout without its two lists', () => {
    const refused = (value: unknown, field: string) =>
      expect(() => validateLayout(value as SceneLayout)).toThrow(
        expect.objectContaining({ code: 'invalid-argument', details: expect.objectContaining({ field }) }),
      );
    refused(null, 'layout');
    refused('{}', 'layout');
    refused({ childScenes: [] }, 'layout.equipment');
    refused({ equipment: [] }, 'layout.childScenes');
  });
});

describe('a document with invalid records', () => {
  const bad = { ...good, id: 'bad', position: { ...ORIGIN, x: Number.NaN }, extra: { note: 'mine' } };

  test('lists them and saves them again, without the numbers that JSON would lose', () => {
    const document = SceneDocument.fromLayout(layout([good, bad]));
    expect(document.skipped.map(({ id }) => id)).toEqual(['bad']);
    const saved = document.toLayout();
    expect(saved.equipment).toEqual([good]);
    expect(saved.skipped).toEqual({
      equipment: [{ ...bad, position: { y: 0, z: 0 } }],
      childScenes: [],
    });
    // Their reason is gone: they are drawn again.
    const repaired = { ...saved, skipped: { equipment: [{ ...bad, position: ONE }], childScenes: [house] } };
    const again = SceneDocument.fromLayout(repaired);
    expect(again.skipped).toEqual([]);
    expect(again.toLayout().equipment.map(({ id }) => id)).toEqual(['good', 'bad']);
    expect(again.toLayout().childScenes.map(({ id }) => id)).toEqual(['house']);
    expect('skipped' in again.toLayout()).toBe(false);
  });

  test('saves an invalid child scene again, too', () => {
    const saved = SceneDocument.fromLayout(layout([], [{ ...house, rotation: 'none' }])).toLayout();
    expect(saved.skipped?.childScenes).toHaveLength(1);
  });

  test('is unchanged when what should be loaded is no layout', () => {
    const document = SceneDocument.fromLayout(layout([good]));
    const camera = { position: ONE, target: { ...ORIGIN, z: Number.NaN } };
    expect(() => document.load({ ...layout([]), camera })).toThrow(FarmError);
    expect(() => document.load(undefined as never)).toThrow(FarmError);
    expect(document.toLayout()).toEqual(layout([good]));
    expect(document.revision).toBe(1);
  });
});

test('numbers, functions and symbols that JSON cannot hold are left out, at any depth', () => {
  const kept = { zero: 0, no: null, text: 'a', list: [1, { deep: true }] };
  const lost = {
    ...kept,
    nan: Number.NaN,
    infinite: -Infinity,
    call: () => 1,
    symbol: Symbol('a'),
    list: [1, { deep: true, nan: Number.NaN }],
  };
  expect(withoutLostNumbers(lost)).toEqual(kept);
  expect(Object.keys(withoutLostNumbers(lost) as object)).toEqual(Object.keys(kept));
});
