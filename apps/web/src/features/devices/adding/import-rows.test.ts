import { expect, test } from 'vitest';
import type { SheetRow } from '@farm3d/api';
import { goodRows, listed, withErrors } from './import-rows.ts';

const row = (at: number, msg?: string): SheetRow => ({
  row: at,
  name: `${at}`,
  productModelCode: 'TQ-3L',
  thirdId: null,
  latitude: null,
  longitude: null,
  error: msg === undefined ? null : { field: 'name', msg },
});

test('errors of a job stand at the rows of the table, of which only the good ones were sent', () => {
  const rows = [row(2), row(3, '必填'), row(4), row(5)];
  expect(goodRows(rows).map((one) => one.row)).toEqual([2, 4, 5]);
  const after = withErrors(rows, [{ row: 2, field: 'serial', msg: '重复' }]);
  expect(after.map(({ error }) => error?.msg ?? null)).toEqual([null, '必填', '重复', null]);
  expect(listed(after).map((one) => one.row)).toEqual([3, 4, 2, 5]);
});
