import { expect, test } from 'vitest';
import type { Device } from '@farm3d/api';
import { deviceSheet } from './selected-sheet.ts';

test('the exported table keeps quotes and lines, and no name becomes a formula', () => {
  const device = {
    name: '=1+1 "北"',
    productModelCode: 'TQ-3L',
    thirdId: null,
    online: true,
    lastActivityAt: 0,
    id: 'a',
  };
  expect(deviceSheet([device as Device]).split('\r\n')).toEqual([
    '\uFEFFname,productModelCode,thirdId,online,lastActivityTime,id',
    `"'=1+1 ""北""","TQ-3L","","1","1970-01-01T00:00:00.000Z","a"`,
  ]);
});
