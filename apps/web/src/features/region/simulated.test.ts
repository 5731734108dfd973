import { expect, test } from 'vitest';
import { simulatedOf, withSimulated } from './simulated.ts';

const entry = (properties: Record<string, unknown>) => simulatedOf({ properties }, 'zh-CN');

test('a real map gets no simulated values, whatever its properties are', () => {
  expect(entry({ adcode: 1 })).toBeNull();
  expect(entry({ simulated: 'yes' })).toBeNull();
});

test('simulated and real values are added up, and the worse drought level is used', () => {
  const figures = entry({
    simulated: {
      devices: 5,
      online: 4,
      alarms: 1,
      drought: 2,
      sites: [{ name: '园', longitude: 1 }, { x: 1 }, null],
    },
  });
  expect(figures?.sites).toEqual([{ name: '园', longitude: 1, latitude: 0, online: 0, alarms: 0 }]);
  const english = simulatedOf(
    { properties: { simulated: { sites: [{ name: '园', name_en: 'Farm' }] } } },
    'en',
  );
  expect(english?.sites.map(({ name }) => name)).toEqual(['Farm']);
  const real = { code: 'a', scenes: 1, devices: 10, online: 9, alarms: 2, drought: 3 };
  expect(withSimulated('a', real, figures!)).toEqual({
    code: 'a',
    scenes: 1,
    devices: 15,
    online: 13,
    alarms: 3,
    drought: 3,
  });
  expect(withSimulated('b', undefined, { ...figures!, drought: null }).drought).toBeNull();
});
