import { expect, test } from 'vitest';
import { checkedList } from './checklist.ts';

const BEFORE = [
  { text: '关阀', done: true, by: '李梅', at: 1 },
  { text: '换滤网', done: false, by: null, at: null },
];

test('what was done keeps its name and time, what is done now gets those of now', () => {
  const sent = BEFORE.map(({ text }) => ({ text, done: true }));
  expect(checkedList(sent, BEFORE, { name: '王强', at: 2 })).toEqual([
    { text: '关阀', done: true, by: '李梅', at: 1 },
    { text: '换滤网', done: true, by: '王强', at: 2 },
  ]);
});

test('what is taken back has nobody, and of two equal texts each keeps its own', () => {
  const twice = [BEFORE[0]!, { ...BEFORE[0]!, by: '王强', at: 5 }];
  expect(
    checkedList(
      [
        { text: '关阀', done: false },
        { text: '关阀', done: true },
      ],
      twice,
      { name: 'x', at: 9 },
    ),
  ).toEqual([
    { text: '关阀', done: false, by: null, at: null },
    { text: '关阀', done: true, by: '王强', at: 5 },
  ]);
});

test('the order is the one that was sent; new points are as they are, and those left out are gone', () => {
  const sent = [
    { text: '上油', done: true },
    { text: '关阀', done: true },
    { text: '记录', done: false },
  ];
  const stored = structuredClone(BEFORE);
  expect(checkedList(sent, stored, { name: '王强', at: 2 })).toEqual([
    { text: '上油', done: true, by: '王强', at: 2 },
    { text: '关阀', done: true, by: '李梅', at: 1 },
    { text: '记录', done: false, by: null, at: null },
  ]);
  // The stored list itself is left as it was.
  expect(stored).toEqual(BEFORE);
});
