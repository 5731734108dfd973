import { expect, test } from 'vitest';
import { areaNames } from './region-areas.ts';

test('areas of a map are named by their codes, in both languages where it has both', () => {
  const map = {
    type: 'FeatureCollection',
    features: [
      { properties: { adcode: 510000, name: '麦浪省', 'name:en': 'Wheatwave' } },
      { id: 'b', properties: { name: '山城', name_en: ' ' } },
      { properties: { name: '无码' } },
      { properties: { adcode: 7 } },
      { properties: { adcode: 510000, name: '又一个' } },
    ],
  };
  expect([...areaNames(map)]).toEqual([
    ['510000', { name: '麦浪省', english: 'Wheatwave' }],
    ['b', { name: '山城', english: null }],
    ['feature-2', { name: '无码', english: null }],
    ['510000-4', { name: '又一个', english: null }],
  ]);
  expect(areaNames(null).size).toBe(0);
});
