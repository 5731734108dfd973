import { inRange, physical } from './checked.ts';
import { daylight } from './radiation.ts';
import { AgronomyError } from './reason.ts';

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Length and mean daylight (hours) of each month of a year. */
function calendar(lat: number, leap: boolean): readonly { days: number; sun: number }[] {
  let doy = 0;
  return DAYS.map((usual, month) => {
    const days = usual + (leap && month === 1 ? 1 : 0);
    let total = 0;
    for (let day = 0; day < days; day++) total += daylight({ lat, doy: ++doy });
    return { days, sun: total / days };
  });
}

/**
 * Potential evapotranspiration of each month in mm from monthly mean temperatures in °C alone (Thornthwaite 1948),
 * for an SPEI from a long record without other data. The heat index is that of the record's mean year. Penman–Monteith
 * is better where its inputs are known: this method ignores wind and humidity.
 * @throws AgronomyError when a calendar month has no temperature at all
 */
export function thornthwaiteMonthly(input: {
  /** From January of `firstYear`; null = missing. */
  temperatures: readonly (number | null)[];
  /** Degrees north. */
  lat: number;
  firstYear: number;
}): readonly (number | null)[] {
  const lat = physical(input.lat, 'lat', 'latitude');
  const firstYear = inRange(input.firstYear, 'firstYear', 1, 9999);
  const usable = input.temperatures.map((t) =>
    t === null || Number.isNaN(t) ? null : Math.max(0, physical(t, 't', 'temperature')),
  );
  let heat = 0;
  for (let month = 0; month < 12; month++) {
    const own = usable.filter((t, index): t is number => t !== null && index % 12 === month);
    if (own.length === 0) throw new AgronomyError('missing_months', 'temperatures', month);
    heat += (own.reduce((total, t) => total + t, 0) / own.length / 5) ** 1.514;
  }
  if (heat === 0) return usable.map((t) => (t === null ? null : 0));
  const exponent = 6.75e-7 * heat ** 3 - 7.71e-5 * heat ** 2 + 1.792e-2 * heat + 0.49239;
  const years = { usual: calendar(lat, false), leap: calendar(lat, true) };
  return usable.map((t, index) => {
    const year = isLeap(firstYear + Math.floor(index / 12)) ? years.leap : years.usual;
    const month = year[index % 12];
    if (t === null || month === undefined) return null;
    return 16 * (month.sun / 12) * (month.days / 30) * ((10 * t) / heat) ** exponent;
  });
}
