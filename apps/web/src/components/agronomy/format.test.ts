import { expect, it } from 'vitest';
import { dayText } from './format.ts';

const now = Date.parse('2026-11-23T12:00:00');

it('the text of a day more than half a year away includes the year', () => {
  expect(dayText('2026-11-02', now)).not.toContain('2026');
  expect(dayText('2027-02-12', now)).not.toContain('2027');
  expect(dayText('2027-11-02', now)).toContain('2027');
});
