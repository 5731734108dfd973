import { expect, test } from 'vitest';
import { valveMinutes } from './valve-time.ts';

test.each([
  [1.5, 90],
  [0.26, 16],
  [0.001, 1],
  [12, 720],
  [40, 720],
  [null, null],
])('%j advised hours open the valve for %j minutes', (hours, minutes) => {
  expect(valveMinutes(hours)).toBe(minutes);
});
