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

test('what came before the first day counts on each, and its messages on none', () => {
  const none = { added: 0, reporting: 0, messages: 0 };
  const counts = [
    { ...none, part: 'b', day: 0, added: 3, reporting: 2, messages: 9 },
    { ...none, part: 'b', day: 0, added: 4 },
    { ...none, part: 'c', day: 1, added: 1, messages: 5 },
    { ...none, part: 'a', day: 2, added: 1, reporting: 1 },
    { ...none, part: 'c', day: 1, added: 1, messages: 6, reporting: 2 },
    { ...none, part: 'c', day: 1, reporting: 3 },
  ];
  expect(numbersByDay(counts, 2)).toEqual([
    { id: 'a', devices: [0, 1], reporting: [0, 1], messages: [0, 0] },
    { id: 'b', devices: [7, 7], reporting: [0, 0], messages: [0, 0] },
    { id: 'c', devices: [2, 2], reporting: [5, 0], messages: [11, 0] },
  ]);
  expect(numbersByDay([], 2)).toEqual([]);
});
