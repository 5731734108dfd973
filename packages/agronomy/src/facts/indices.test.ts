import { expect, it } from 'vitest';
import { spiMonthly, thornthwaiteMonthly } from '../index.ts';
import { JULY_RAIN, JULY_SPI, SUMMER_RAIN, SUMMER_SPI } from './spi-1895.ts';
import {
  EVAPOTRANSPIRATION,
  FIRST_YEAR,
  LATITUDE,
  OTHER_YEARS,
  TEMPERATURES,
  YEARS,
} from './thornthwaite-1895.ts';

it.each([
  ['one month', JULY_RAIN, JULY_SPI],
  ['six months', SUMMER_RAIN, SUMMER_SPI],
])('the SPI of %s is that of climate_indices', (_, rain, published) => {
  // Each calendar month is fitted by itself: here every month of a year has the same total.
  const indices = spiMonthly({
    precipitation: rain.flatMap((mm) => Array.from({ length: 12 }, () => mm)),
    scale: 1,
  });
  for (const [year, value] of published) expect(indices[(year - 1895) * 12]).toBeCloseTo(value, 4);
  expect(published.length).toBeGreaterThan(15);
});

it('Thornthwaite agrees with climate_indices', () => {
  const known = new Map(TEMPERATURES);
  const temperatures = Array.from({ length: YEARS }, (_, year) => {
    const own = known.get(FIRST_YEAR + year) ?? OTHER_YEARS;
    // The last year ends in February.
    return year === YEARS - 1 ? own.map((t, month) => (month < 2 ? t : null)) : own;
  }).flat();
  const computed = thornthwaiteMonthly({ temperatures, lat: LATITUDE, firstYear: FIRST_YEAR });
  for (const [year, months] of EVAPOTRANSPIRATION) {
    for (const [month, value] of months.entries())
      expect(computed[(year - FIRST_YEAR) * 12 + month]).toBeCloseTo(value, 1);
  }
});
