import { expect, test } from 'vitest';
import { driveOf, filmOpening, hasDriveKey, waterFlow } from './drives.ts';

const from = (values: Record<string, unknown>) => (key: string) => values[key];

test('a valve opens to its reported position, within its limits', () => {
  expect(driveOf(from({ opening: 40 }))).toEqual({ open: 0.4 });
  expect(driveOf(from({ opening: 130 }))).toEqual({ open: 1 });
});

test('a fan turns with its current, a pump while it runs, a station’s cups with the wind speed', () => {
  expect(driveOf(from({ fanCurrent: 3 }))).toEqual({ spin: 0.75 });
  expect(driveOf(from({ fanCurrent: 0 }))).toEqual({ spin: 0 });
  expect(driveOf(from({ pumpState: true }))).toEqual({ spin: 1 });
  expect(driveOf(from({ windSpeed: 2 }))).toEqual({ spin: 0.25 });
});

test('a lamp is lit while it is on, a grow light by its power, a screen by its brightness', () => {
  expect(driveOf(from({ lampState: true }))).toEqual({ glow: 1 });
  expect(driveOf(from({ lightState: true, power: 300 }))).toEqual({ glow: 0.5 });
  expect(driveOf(from({ lightState: false, power: 1.2 }))).toEqual({ glow: 0 });
  expect(driveOf(from({ power: true, brightness: 25 }))).toEqual({ glow: 0.25 });
});

test('film position is a fraction; values that are not numbers move nothing', () => {
  expect(filmOpening(from({ filmOpening: 25 }))).toBe(0.25);
  expect(driveOf(from({ opening: 'far' }))).toBeUndefined();
});

test('a valve lets water through by its opening while it is open', () => {
  expect(waterFlow(from({ valveState: true, opening: 60 }))).toBe(0.6);
  expect(waterFlow(from({ valveState: true }))).toBe(1);
  expect(waterFlow(from({ valveState: false, opening: 60 }))).toBe(0);
  // A shade has an opening, too.
  expect(waterFlow(from({ opening: 60 }))).toBeUndefined();
});

test('the keys of a device decide whether it has moving or lit parts', () => {
  const readKeys = new Set<string>();
  driveOf((key) => void readKeys.add(key));
  filmOpening((key) => void readKeys.add(key));
  waterFlow((key) => void readKeys.add(key));
  expect(readKeys.size).toBeGreaterThan(5);
  for (const key of readKeys) expect(hasDriveKey(['soilMoisture10', key]), key).toBe(true);
  expect(hasDriveKey(['soilMoisture10', 'batteryVoltage'])).toBe(false);
});
