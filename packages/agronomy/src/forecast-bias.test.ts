import { expect, it } from 'vitest';
import { forecastFactor } from './forecast-bias.ts';

it('brings a forecast to the station that measures beside the plot', () => {
  const past = [4, 5, 6, 3, 4].map((forecast) => ({ forecast, measured: forecast * 0.8 }));
  expect(forecastFactor(past)).toBeCloseTo(0.8, 12);
  // One wild day does not move it, two are too few, and no station is wrong by half.
  expect(forecastFactor([...past, { forecast: 4, measured: 40 }])).toBeCloseTo(0.8, 12);
  expect(forecastFactor(past.slice(0, 2))).toBe(1);
  expect(forecastFactor(past.map(({ forecast }) => ({ forecast, measured: 0.1 })))).toBe(0.6);
  expect(forecastFactor([{ forecast: null, measured: 3 }])).toBe(1);
});
