import { expect, test } from 'vitest';
import type { Device } from '@farm3d/api';
import {
  carouselEntries,
  carouselOrder,
  matching,
  filterEntries,
  freeDevices,
  productsOf,
  listedDevices,
} from './catalogue.ts';

function device(id: string, name: string, productTypeCode = 'TQ'): Device {
  return {
    id,
    name,
    productTypeCode,
    modelName: 'soil-probe',
    modelPath: '/models/soil-probe.glb',
    productModelId: 'm',
    productModelCode: 'TQ-3L',
    productModelName: '土壤墒情传感器',
    productModelPicture: null,
    thirdId: null,
    thirdConfigId: null,
    devEui: null,
    serial: null,
    mapVideoUrl: null,
    picture: null,
    online: true,
    connected: false,
    expectedReportS: null,
    lastActivityAt: null,
    simulated: false,
    version: 1,
  };
}

const devices = [
  device('a', '10号墒情站'),
  device('b', '2号墒情站'),
  device('c', '1号摄像头', 'SP'),
  device('d', '气象站'),
];
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test('placed devices come first, in order of placement; then sensors by name, cameras last', () => {
  expect(ids(carouselOrder(devices, ['d']))).toEqual(['d', 'b', 'a', 'c']);
  expect(ids(carouselOrder(devices, ['c', 'a']))).toEqual(['c', 'a', 'b', 'd']);
});

test('a newly placed device comes right after those placed before', () => {
  const before = ids(carouselOrder(devices, ['a', 'd']));
  expect(before[2]).toBe('b');
  expect(ids(carouselOrder(devices, ['a', 'd', 'b']))[2]).toBe('b');
});

test('a device that was deleted from the platform but is in the scene stays in the list, last', () => {
  expect(ids(listedDevices(devices, ['gone', 'a', 'b']))).toEqual(['b', 'a', 'gone']);
  expect(listedDevices(devices, ['gone'])[0]?.device).toBeNull();
});

test.each([
  ['墒情', ['a', 'b', 'c', 'd']],
  ['2号', ['b']],
  ['  气象', ['d']],
  ['tq-3l', ['a', 'b', 'c', 'd']],
  ['没有', []],
])('searching %j finds %j', (query, found) => {
  expect(ids(matching(devices, query, (item) => item))).toEqual(found);
});

test('the carousel offers devices that are not placed, or one product model', () => {
  const station = { ...device('d', '气象站'), productModelCode: 'QX-9', productModelName: '自动气象站' };
  const entries = carouselEntries([...devices.slice(0, 3), station], [], ['a'], []);
  expect(ids(filterEntries(entries, 'all', () => true))).toEqual(['a', 'b', 'd', 'c']);
  expect(ids(filterEntries(entries, 'unplaced', (id) => id === 'a'))).toEqual(['b', 'd', 'c']);
  expect(ids(filterEntries(entries, { productModelCode: 'QX-9' }, () => false))).toEqual(['d']);
  expect(productsOf(entries).map(({ code }) => code)).toEqual(['TQ-3L', 'QX-9']);
});

test('a device that stands in another scene is not offered, unless it stands here too', () => {
  const ids = (placed: readonly string[], elsewhere: readonly string[]) =>
    freeDevices(devices, placed, new Set(elsewhere)).map(({ id }) => id);
  const all = devices.map(({ id }) => id);
  expect(ids([], [])).toEqual(all);
  expect(ids([], ['a', 'gone'])).toEqual(all.filter((id) => id !== 'a'));
  expect(ids(['a'], ['a', 'b'])).toEqual(all.filter((id) => id !== 'b'));
});
