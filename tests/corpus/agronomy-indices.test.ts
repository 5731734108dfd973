// Second tier (outside): reference values of drought indices
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

describe('Thornthwaite and SPEI of the same record', () => {
  const thornthwaite = readJson('data/agro/thornthwaite-vectors.json') as Record<string, Fixture>;
  const temperatures = thornthwaite['temp_celsius']?.data ?? [];
  const evapotranspiration = agronomy.thornthwaiteMonthly({ temperatures, lat: 25.2292, firstYear: 1895 });

  it('gives the evapotranspiration of each month', () => {
    const expected = thornthwaite['pet_thornthwaite']?.data ?? [];
    let worst = 0;
    for (const [month, value] of expected.entries()) {
      const actual = evapotranspiration[month] ?? null;
      if (value === null || actual === null) expect(actual, `month ${month}`).toBe(value);
      else worst = Math.max(worst, Math.abs(actual - value));
    }
    console.log(`thornthwaite: ${expected.length} months, worst difference ${worst.toExponential(2)} mm`);
    expect(worst).toBeLessThan(TOLERANCE);
  });

  it.each([1, 6, 12])('has a standardised SPEI over %d months', (scale) => {
    const { precip } = readJson('data/agro/spi-vectors.json') as Record<string, Fixture>;
    const balance = (precip?.data ?? []).map((rain, month) => {
      const lost = evapotranspiration[month] ?? null;
      return rain === null || lost === null ? null : rain - lost;
    });
    const index = agronomy.speiMonthly({ balance, scale }).filter((value) => value !== null);
    const average = index.reduce((total, value) => total + value, 0) / index.length;
    const deviation = Math.sqrt(
      index.reduce((total, value) => total + (value - average) ** 2, 0) / index.length,
    );
    console.log(
      `SPEI-${scale}: ${index.length} months, mean ${average.toFixed(3)}, deviation ${deviation.toFixed(3)}`,
    );
    expect(index.length).toBe(1466 - (scale - 1));
    expect(Math.abs(average)).toBeLessThan(0.02);
    expect(Math.abs(deviation - 1)).toBeLessThan(0.05);
  });
});
