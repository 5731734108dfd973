import { expect, test } from 'vitest';
import { itemsOf, partsOf, partsText } from './order-fields.ts';

test('parts are read from lines of name, quantity and unit, and written so', () => {
  const parts = [
    { name: '滤网 50 目', quantity: 2, unit: '个' },
    { name: 'engine oil', quantity: 1.5, unit: 'l' },
    { name: 'bolt', quantity: 8, unit: '' },
  ];
  expect(partsOf(partsText(parts))).toEqual(parts);
  expect(partsOf('滤网 2个\n\nno number\nbolt 0')).toEqual([{ name: '滤网', quantity: 2, unit: '个' }]);
});

test('a checklist is its lines, without empty ones', () => {
  expect(itemsOf(' 关阀 \n\n换滤网\n')).toEqual(['关阀', '换滤网']);
});
