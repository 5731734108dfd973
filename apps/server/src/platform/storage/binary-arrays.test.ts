import { expect, test } from 'vitest';
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
