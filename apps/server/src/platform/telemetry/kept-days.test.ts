import { expect, test } from 'vitest';
import { DAY_MS, firstKeptDay, mayBeArchived } from './kept-days.ts';

const utc = (text: string): number => Date.parse(`${text}Z`);

test('messages stay as they came for 35 whole days of UTC before the present one', () => {
  expect(firstKeptDay(utc('2026-03-05T00:00:00'))).toBe(utc('2026-01-29T00:00:00'));
  expect(firstKeptDay(utc('2026-03-05T23:59:59.999'))).toBe(utc('2026-01-29T00:00:00'));
  expect(firstKeptDay(utc('2026-03-06T00:00:00'))).toBe(utc('2026-01-30T00:00:00'));
});

test('a server whose clock is a day ahead may have packed the first of them, too', () => {
  const now = utc('2026-03-05T12:00:00');
  expect(firstKeptDay(now + DAY_MS)).toBe(utc('2026-01-30T00:00:00'));
  expect(mayBeArchived(utc('2026-01-29T23:59:59.999'), now)).toBe(true);
  expect(mayBeArchived(utc('2026-01-30T00:00:00'), now)).toBe(false);
});
