import type { GrowthModel, PlantConfiguration } from '@farm3d/api';
import { expect, it } from 'vitest';
import { calendarOf, modelOf, periodsOf, periodText, readPeriods } from './growth.ts';

const tomato = {
  id: 'tomato',
  crop: '番茄',
  cropEn: 'Tomato',
  stageDays: [30, 40, 45, 30],
} as unknown as GrowthModel;
const plant = (values: Partial<PlantConfiguration>): PlantConfiguration =>
  ({
    id: '1',
    crop: '番茄',
    name: '西区',
    growthModelId: null,
    growTime: null,
    ...values,
  }) as PlantConfiguration;
const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
const NOW = Date.parse('2026-06-10T08:00:00Z');

it('a season is cut into the stages of its growth model, day by day', () => {
  const { seasons, start, end, months } = calendarOf([plant({ growTime: '2026-03-01' })], [tomato], NOW);
  expect(seasons[0]?.spans.map(({ stage, start: from, end: to }) => [stage, day(from), day(to)])).toEqual([
    ['initial', '2026-03-01', '2026-03-31'],
    ['development', '2026-03-31', '2026-05-10'],
    ['mid', '2026-05-10', '2026-06-24'],
    ['late', '2026-06-24', '2026-07-24'],
  ]);
  expect([day(start), day(end), months.length]).toEqual(['2026-03-01', '2026-08-01', 5]);
});

it('the chosen growth model comes before the one of the name', () => {
  const other = { ...tomato, id: 'pepper', crop: '辣椒' };
  expect(modelOf(plant({ growthModelId: 'pepper' }), [tomato, other])?.id).toBe('pepper');
  expect(modelOf(plant({ crop: 'Tomato' }), [tomato, other])?.id).toBe('tomato');
  expect(modelOf(plant({ crop: '茄子' }), [tomato, other])).toBeNull();
});

it('a crop without a growth model has a beginning and no stages; one without a date is not in the calendar', () => {
  const { seasons } = calendarOf(
    [plant({ crop: '茶', growTime: '2026-05-01' }), plant({ id: '2' })],
    [tomato],
    NOW,
  );
  expect(seasons.map(({ plant: { id }, spans }) => [id, spans.length])).toEqual([['1', 0]]);
});

it('a season that ended more than eleven months ago is left out', () => {
  expect(calendarOf([plant({ growTime: '2024-03-01' })], [tomato], NOW).seasons).toEqual([]);
});

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
