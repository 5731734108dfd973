import { expect, test } from 'vitest';
import { partsOf, statisticsSheet, sumOf, todayOf } from './numbers.ts';

const ANSWER = {
  parts: [
    { id: 'FM', devices: [1, 1], reporting: [0, 1], messages: [0, 5] },
    { id: 'TQ', devices: [2, 4], reporting: [1, 1], messages: [9, 9] },
  ],
};

test('silent devices are those that did not report; the largest part is first', () => {
  const parts = partsOf(ANSWER);
  expect(parts.map(({ id, silent }) => [id, silent])).toEqual([
    ['TQ', [1, 3]],
    ['FM', [1, 0]],
  ]);
  expect([todayOf(parts[0]!.devices), sumOf(parts[0]!.messages), todayOf([])]).toEqual([4, 18, 0]);
});

test('the exported table has a row for each day and part', () => {
  const text = statisticsSheet(
    ['2026-11-22', '2026-11-23'],
    partsOf(ANSWER).slice(1),
    new Map([['FM', '阀门']]),
  );
  expect(text.split('\r\n')).toEqual([
    '\uFEFFday,id,name,devices,reporting,silent,messages',
    '"2026-11-22","FM","阀门","1","0","1","0"',
    '"2026-11-23","FM","阀门","1","1","0","5"',
  ]);
});
