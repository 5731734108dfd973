import { expect, test } from 'vitest';
import type { WorkOrder } from '@farm3d/api';
import type { QueuedStep } from '../../platform/outbox/outbox-store.ts';
import { itemsOf, partsOf, partsText, withWaiting } from './orders.ts';

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

const order = {
  id: 'o',
  state: 'open',
  signature: null,
  checklist: [
    { text: 'a', done: true, by: 'mei', at: 1 },
    { text: 'b', done: false, by: null, at: null },
  ],
} as unknown as WorkOrder;
const step = (part: Partial<QueuedStep>): QueuedStep => ({
  key: 'k',
  owner: 'me',
  orderId: 'o',
  title: '',
  at: 5,
  note: '',
  photos: [],
  materials: [],
  place: null,
  refusal: null,
  ...part,
});

test('steps that wait count in their order; those of other orders and refused ones do not', () => {
  const waiting = [
    step({ state: 'processing' }),
    step({ state: 'done', checklist: order.checklist.map(({ text }) => ({ text, done: true })) }),
    step({ state: 'closed', orderId: 'another' }),
    step({ state: 'closed', refusal: 'somebody was first' }),
  ];
  const shown = withWaiting(order, waiting);
  expect(shown.state).toBe('done');
  expect(shown.checklist).toEqual([order.checklist[0], { text: 'b', done: true, by: null, at: null }]);
  expect(withWaiting(order, [])).toBe(order);
});
