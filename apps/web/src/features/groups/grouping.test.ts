import { expect, test } from 'vitest';
import type { DeviceGroup } from '@farm3d/api';
import { countByType, pathTo, rowsOf, withinOf } from './grouping.ts';

const group = (id: string, parentId: string | null = null): DeviceGroup => ({
  id,
  name: id,
  parentId,
  deviceCount: 0,
  createdAt: 0,
});
const FARM = [
  group('棚 10', '南区'),
  group('棚 2', '南区'),
  group('南区'),
  group('床 1', '棚 2'),
  group('北区'),
];

test('groups are listed below the one that they are in, by name and number', () => {
  expect(rowsOf(FARM, new Set()).map(({ group: { id }, depth, isParent }) => [id, depth, isParent])).toEqual([
    ['北区', 0, false],
    ['南区', 0, true],
    ['棚 2', 1, true],
    ['床 1', 2, false],
    ['棚 10', 1, false],
  ]);
  expect(rowsOf(FARM, new Set(['南区'])).map(({ group: { id } }) => id)).toEqual(['北区', '南区']);
});

test('a group whose parent is gone is at the top; nothing is lost', () => {
  expect(rowsOf([group('a', 'gone')], new Set())).toMatchObject([{ depth: 0 }]);
});

test('a group cannot be moved into itself or what is inside it', () => {
  expect([...withinOf(FARM, '南区')]).toEqual(['南区', '棚 2', '床 1', '棚 10']);
});

test('the path to a group begins at the top', () => {
  expect(pathTo(FARM, '床 1').map(({ id }) => id)).toEqual(['南区', '棚 2']);
  expect(pathTo(FARM, '北区')).toEqual([]);
});

test('devices are counted by type and state, the most frequent type first', () => {
  const devices = ['TQ', 'FM', 'TQ', 'QX'].map((productTypeCode, at) => ({
    id: String(at),
    productTypeCode,
  }));
  expect(countByType(devices, (id) => id === '0' || id === '1')).toEqual([
    { type: 'TQ', total: 2, online: 1 },
    { type: 'FM', total: 1, online: 1 },
    { type: 'QX', total: 1, online: 0 },
  ]);
});
