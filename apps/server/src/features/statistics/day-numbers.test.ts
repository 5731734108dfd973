import { expect, test } from 'vitest';
import { numbersByDay } from './day-numbers.ts';

test('devices add up from day to day, reporting ones and messages do not', () => {
  const none = { added: 0, reporting: 0, messages: 0 };
  const counts = [
    { ...none, part: 'TQ', day: 0, added: 3 },
    { ...none, part: 'TQ', day: 2, added: 2 },
    { ...none, part: 'TQ', day: 2, reporting: 4, messages: 90 },
    { ...none, part: 'FM', day: 3, added: 1 },
    // Measured before the device came.
    { ...none, part: 'FM', day: 1, messages: 7 },
  ];
  expect(numbersByDay(counts, 3)).toEqual([
    { id: 'FM', devices: [0, 0, 1], reporting: [0, 0, 0], messages: [7, 0, 0] },
    { id: 'TQ', devices: [3, 5, 5], reporting: [0, 4, 0], messages: [0, 90, 0] },
  ]);
});
