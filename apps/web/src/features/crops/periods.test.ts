import { expect, it } from 'vitest';
import { periodsOf, periodText, readPeriods } from './periods.ts';

const STORED = [
  { code: 'BL', name: '开花期', nameEn: 'Flowering', endGdd: 620, waterSensitivity: 'critical' },
  { name: '结果期', endGdd: 1200 },
];

it('periods become one line each and are read back with all that they hold', () => {
  const text = periodText(periodsOf(STORED));
  expect(text).toBe('开花期 620\n结果期 1200');
  expect(readPeriods(text, periodsOf(STORED))).toEqual(STORED);
});

it('what is no period in a stored list is left out of the lines', () => {
  expect(periodsOf([null, 'x', { name: '苗期' }, { name: '苗期', endGdd: 90 }])).toEqual([
    { name: '苗期', endGdd: 90 },
  ]);
});

it('names with spaces, commas and empty lines are understood', () => {
  expect(readPeriods('First flowers, 300\n\n  Fruit set：620.5  ')).toEqual([
    { name: 'First flowers', endGdd: 300 },
    { name: 'Fruit set', endGdd: 620.5 },
  ]);
});

it('a line without a number, and heat that does not grow, are named by their line', () => {
  expect(readPeriods('苗期 90\n开花期')).toBe('第 2 行应为“名称 积温”，例如“开花期 620”');
  expect(readPeriods('苗期 90\n开花期 90')).toBe('第 2 行的积温应大于上一行');
});
