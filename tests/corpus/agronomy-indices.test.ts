import * as agronomy from '@farm3d/agronomy';
import { describe, expect, it } from 'vitest';
import { readJson } from './agronomy-fixtures.ts';

interface Fixture {
  data: (number | null)[];
}

const TOLERANCE = 0.001;

describe('SPI of 123 years of monthly rain', () => {
  const fixtures = readJson('data/agro/spi-vectors.json') as Record<string, Fixture>;
  const precipitation = fixtures['precip']?.data ?? [];

  it.each([
    ['spi_01_gamma', 1],
    ['spi_06_gamma', 6],
  ] as const)('%s', (name, scale) => {
    const expected = fixtures[name]?.data ?? [];
    const actual = agronomy.spiMonthly({ precipitation, scale });
    expect(expected).toHaveLength(1476);
    let worst = 0;
    let compared = 0;
    for (const [month, value] of expected.entries()) {
      if (value === null) {
        expect(actual[month], `month ${month}`).toBeNull();
        continue;
      }
      compared++;
      expect(actual[month], `month ${month}`).not.toBeNull();
      worst = Math.max(worst, Math.abs((actual[month] as number) - value));
    }
    console.log(`${name}: ${compared} months, worst difference ${worst.toExponential(2)}`);
    // The record ends in ten months without data.
    expect(compared).toBe(1476 - 10 - (scale - 1));
    expect(worst).toBeLessThan(TOLERANCE);
  });
});

describe('heat of a day in the grade file', () => {
  const { gdd } = readJson('data/agro/drought-grades.json') as {
    gdd: { vectors: { Tmax: number; Tmin: number; Tbase: number; Tupper: number; GDD: number }[] };
  };

  it.each(gdd.vectors)('$Tmax/$Tmin °C is $GDD', (day) => {
    const { Tmax: tmax, Tmin: tmin, Tbase: base, Tupper: upper } = day;
    expect(agronomy.gdd({ method: 'modified', tmax, tmin, base, upper })).toBeCloseTo(day.GDD, 9);
  });
});
