import { expect, it } from 'vitest';
import { amapDays, openMeteoDays, qweatherDays } from '../weather/forecasts.ts';
import { amapAnswer, openMeteoAnswer, qweatherAnswer } from '../weather/recorded-forecasts.ts';
import type { Plot } from './plot.ts';
import { forecastOfDays } from './weather-ahead.ts';

const TODAY = '2026-06-20';
/** Ten in the morning in China. */
const NOW = Date.parse('2026-06-20T02:00:00Z');
const plot = { latitude: 36.88, elevation: 30, timeZone: 'Asia/Shanghai' } as Plot;

it('takes ET0, rain and its probability from today on, and the past days for the correction', () => {
  const ahead = forecastOfDays(openMeteoDays(openMeteoAnswer(TODAY)), plot, NOW);
  expect(ahead.et0).toEqual([5, 5, 5, 5, 5, 5, 5]);
  expect(ahead.rain).toEqual([0, 0, 18.4, 0, 0, 0, 0]);
  expect(ahead.rainChance).toEqual([0.1, 0.1, 0.85, 0.1, 0.1, 0.1, 0.1]);
  expect(ahead.past?.map(({ date }) => date)).toEqual([
    '2026-06-13',
    '2026-06-14',
    '2026-06-15',
    '2026-06-16',
    '2026-06-17',
    '2026-06-18',
    '2026-06-19',
  ]);
  // At midnight in China the day before is past.
  expect(
    forecastOfDays(openMeteoDays(openMeteoAnswer(TODAY)), plot, NOW - 10.5 * 3_600_000).past,
  ).toHaveLength(6);
});

it('computes ET0 where the provider gives only its inputs, the wind taken from 10 m', () => {
  const days = qweatherDays(qweatherAnswer(TODAY));
  const ahead = forecastOfDays(days, plot, NOW);
  expect(ahead.et0?.[0]).toBeGreaterThan(4);
  expect(ahead.et0?.[0]).toBeLessThan(7);
  const calm = forecastOfDays(
    days.map((day) => ({ ...day, wind: 0.5 })),
    plot,
    NOW,
  );
  expect(calm.et0?.[0]).toBeLessThan(ahead.et0?.[0] ?? 0);
});

it('leaves values null that the provider does not give', () => {
  const ahead = forecastOfDays(amapDays(amapAnswer(TODAY)), plot, NOW);
  expect(ahead.rain?.slice(0, 4)).toEqual([0, 0, null, 0]);
  expect(ahead.et0?.slice(4)).toEqual([null, null, null]);
});

it('computes no ET0 without the temperatures of the day or the position of the plot', () => {
  const days = qweatherDays(qweatherAnswer(TODAY));
  const first = (change: object, own = plot) =>
    forecastOfDays(
      days.map((day) => ({ ...day, ...change })),
      own,
      NOW,
    ).et0?.[0];
  expect([first({ tmax: null }), first({ tmin: null }), first({}, { ...plot, latitude: null })]).toEqual([
    null,
    null,
    null,
  ]);
});
