import { expect, it } from 'vitest';
import { forecastFactor } from './forecast-bias.ts';

it('corrects a forecast by the station beside the plot', () => {
  const past = [4, 5, 6, 3, 4].map((forecast) => ({ forecast, measured: forecast * 0.8 }));
  expect(forecastFactor(past)).toBeCloseTo(0.8, 12);
  // One outlier does not change the factor, two days are too few for one, and its lower limit is 0.6.
  expect(forecastFactor([...past, { forecast: 4, measured: 40 }])).toBeCloseTo(0.8, 12);
  expect(forecastFactor(past.slice(0, 2))).toBe(1);
  expect(forecastFactor(past.map(({ forecast }) => ({ forecast, measured: 0.1 })))).toBe(0.6);
  expect(forecastFactor([{ forecast: null, measured: 3 }])).toBe(1);
});
