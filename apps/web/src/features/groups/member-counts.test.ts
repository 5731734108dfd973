import { expect, test } from 'vitest';
import { countByType } from './member-counts.ts';

test('devices are counted by type and state, the most frequent type first', () => {
  const devices = ['TQ', 'FM', 'TQ', 'QX'].map((productTypeCode, at) => ({
    id: String(at),
    productTypeCode,
  }));
  expect(countByType(devices, (id) => id === '0' || id === '1')).toEqual([
    { type: 'TQ', total: 2, online: 1 },
    { type: 'FM', total: 1, online: 1 },
    { type: 'QX', total: 1, online: 0 },
  ]);
});
