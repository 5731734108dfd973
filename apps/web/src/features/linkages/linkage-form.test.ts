import { expect, test } from 'vitest';
import { dailyOf, expressionOf, WEEK } from './linkage-form.ts';

test('a time on some days is the same schedule after its expression was written and read', () => {
  for (const time of ['00:00', '05:00', '23:59'])
    for (const days of [WEEK, [1], [7], [1, 3, 5]])
      expect(dailyOf(expressionOf({ time, days }))).toEqual({ time, days });
  expect(expressionOf({ time: '05:30', days: WEEK })).toBe('30 5 * * *');
});

test('Sunday is 0 or 7, a second of 0 may lead, and blanks do not matter', () => {
  expect(dailyOf(' 0  30 5 * * 0,1 ')).toEqual({ time: '05:30', days: [1, 7] });
  expect(dailyOf('0 6 * * 7,0')).toEqual({ time: '06:00', days: [7] });
});

test('an expression that says more than a time and days is left as it stands', () => {
  for (const expression of [
    '* * * * * *',
    '*/10 * * * *',
    '0 5 1 * *',
    '0 5 * 6 *',
    '0 5 * * 1-5',
    '15 30 5 * * *',
    '61 5 * * *',
    '0 24 * * *',
    'every day',
    '',
  ])
    expect(dailyOf(expression)).toBeNull();
});
