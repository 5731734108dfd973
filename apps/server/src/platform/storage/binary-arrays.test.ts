import { expect, test } from 'vitest';
import { PackedArray } from '../telemetry/packed-history.ts';
import { int4Array, textArray, timestamptzArray } from './binary-arrays.ts';

/** Elements of a binary array, in the layout of PostgreSQL's array_recv. */
function elements(buffer: Buffer): (Buffer | null)[] {
  expect(buffer.readInt32BE(0)).toBe(1);
  const result: (Buffer | null)[] = [];
  let offset = 20;
  for (let index = 0; index < buffer.readInt32BE(12); index += 1) {
    const length = buffer.readInt32BE(offset);
    offset += 4;
    result.push(length < 0 ? null : buffer.subarray(offset, offset + Math.max(0, length)));
    offset += Math.max(0, length);
  }
  expect(offset).toBe(buffer.length);
  return result;
}

test('numbers and texts come out as they went in', () => {
  expect(elements(int4Array([1, -2, 2_147_483_647])).map((one) => one?.readInt32BE())).toEqual([
    1, -2, 2_147_483_647,
  ]);
  expect(elements(textArray(['', '温度', null])).map((one) => one?.toString() ?? null)).toEqual([
    '',
    '温度',
    null,
  ]);
});

test.each([0, 946_684_800_000, 946_684_799_999, 1_764_000_000_123, 1_400_000_000_001])(
  'epoch ms %d becomes microseconds since 2000',
  (ms) => {
    const [element] = elements(timestamptzArray([ms]));
    expect(element?.readBigInt64BE()).toBe((BigInt(ms) - 946_684_800_000n) * 1000n);
  },
);

/** Dimensions, whether there are nulls, type, length and first index. */
const head = (buffer: Buffer): number[] => [0, 4, 8, 12, 16].map((at) => buffer.readInt32BE(at));

test('an array says its type, its length, and whether there are nulls', () => {
  expect(head(int4Array([7, 8]))).toEqual([1, 0, 23, 2, 1]);
  expect(head(timestamptzArray([0, 1, 2]))).toEqual([1, 0, 1184, 3, 1]);
  expect(head(textArray(['a']))).toEqual([1, 0, 25, 1, 1]);
  expect(head(textArray(['a', null]))).toEqual([1, 1, 25, 2, 1]);
});

test('each has memory of its own, of its own size, also without elements', () => {
  for (const made of [int4Array([]), timestamptzArray([1, 2]), textArray([]), textArray(['温度', null])]) {
    expect([made.byteOffset, made.buffer.byteLength]).toEqual([0, made.length]);
    expect(elements(made)).toHaveLength(made.readInt32BE(12));
  }
});

test('what is read of an array that was sent is what was written', () => {
  const read = new PackedArray(int4Array([-2_147_483_648, 0, 5]).toString('base64'));
  expect([read.length, read.int4(0), read.int4(1), read.int4(2)]).toEqual([3, -2_147_483_648, 0, 5]);
});

test('each instant and each text of several is in its place', () => {
  const instants = [-1, 946_684_799_999, 946_684_800_001, 946_684_800_000 + 4_294_967.296, 1_764_000_000_123];
  expect(elements(timestamptzArray(instants)).map((one) => one?.readBigInt64BE())).toEqual(
    instants.map((ms) => BigInt(Math.round((ms - 946_684_800_000) * 1_000))),
  );
  const texts = ['a', null, '🌾', '', null, 'zz'];
  expect(elements(textArray(texts)).map((one) => one?.toString() ?? null)).toEqual(texts);
});
