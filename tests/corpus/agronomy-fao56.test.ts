// Second tier (outside): the examples of FAO-56
import * as agronomy from '@farm3d/agronomy';
import { describe, expect, it } from 'vitest';
import { readJson, readText } from './agronomy-fixtures.ts';

interface Example {
  id: string;
  what: string;
  input: Record<string, number>;
  expected: number;
  tolerance: number;
}

const at = (input: Record<string, number>, key: string): number => {
  const value = input[key];
  if (typeof value !== 'number') throw new Error(`the example has no ${key}`);
  return value;
};

/** The call of the package for each printed example. */
const CALLS: Record<string, (input: Record<string, number>) => number | null> = {
  'FAO56-2a': (i) => agronomy.pressure(at(i, 'z')),
  'FAO56-2b': (i) => agronomy.psychrometricConstant(agronomy.pressure(at(i, 'z'))),
  'FAO56-3a': (i) => agronomy.e0(at(i, 'T')),
  'FAO56-3c': (i) => agronomy.meanSaturationPressure({ tmax: at(i, 'Tmax'), tmin: at(i, 'Tmin') }),
  'FAO56-4': (i) =>
    agronomy.vapourPressureFromWetBulb({
      tdry: at(i, 'Tdry'),
      twet: at(i, 'Twet'),
      elevation: at(i, 'z'),
      ventilation: at(i, 'apsy'),
    }),
  'FAO56-5': (i) =>
    agronomy.actualVapourPressure(
      { tmax: at(i, 'Tmax'), tmin: at(i, 'Tmin') },
      { rhMax: at(i, 'RHmax'), rhMin: at(i, 'RHmin') },
    ).ea,
  'FAO56-8': (i) => agronomy.ra({ lat: at(i, 'lat'), doy: at(i, 'J') }),
  'FAO56-9': (i) => agronomy.daylight({ lat: at(i, 'lat'), doy: at(i, 'J') }),
  'FAO56-10': (i) => agronomy.rsSunshine({ lat: at(i, 'lat'), doy: at(i, 'J'), n: at(i, 'n') }),
  'FAO56-12': (i) => agronomy.netRadiation({ rs: at(i, 'Rs'), rnl: at(i, 'Rnl') }),
  'FAO56-13': (i) => agronomy.soilHeatFluxMonthly({ previous: at(i, 'Tprev'), next: at(i, 'Tnext') }),
  'FAO56-14': (i) => agronomy.u2({ u: at(i, 'u'), z: 10 }),
  'FAO56-17': (i) =>
    agronomy.et0Daily({
      doy: at(i, 'J'),
      lat: at(i, 'lat'),
      elevation: at(i, 'z'),
      tmax: at(i, 'Tmax'),
      tmin: at(i, 'Tmin'),
      ea: at(i, 'ea'),
      wind: at(i, 'u2'),
      sunshineHours: at(i, 'n'),
      soilHeatFlux: agronomy.soilHeatFluxFromPrevious({
        previous: at(i, 'TprevMonth'),
        current: at(i, 'TmonthMean'),
      }),
    }).et0,
  'FAO56-18': (i) =>
    agronomy.et0Daily({
      doy: at(i, 'J'),
      lat: at(i, 'lat'),
      elevation: at(i, 'z'),
      tmax: at(i, 'Tmax'),
      tmin: at(i, 'Tmin'),
      rhMax: at(i, 'RHmax'),
      rhMin: at(i, 'RHmin'),
      wind: at(i, 'wind10_kmh') / 3.6,
      windHeight: 10,
      sunshineHours: at(i, 'n'),
    }).et0,
  // 2 October, 16°15' W on the clock of 15° W: the hour 02:00–03:00, its sky judged by the afternoon's 0.8.
  'FAO56-19a': (i) =>
    agronomy.et0Hourly({
      doy: 274,
      lat: 16.21667,
      lonWest: 16.25,
      tzLonWest: 15,
      elevation: at(i, 'z'),
      midHour: 2.5,
      t: at(i, 'T'),
      rh: at(i, 'RH'),
      u2: at(i, 'u2'),
      rs: 0,
    }).et0,
  'FAO56-20a': (i) =>
    agronomy.et0Daily({
      doy: 196,
      lat: at(i, 'lat'),
      elevation: at(i, 'z'),
      tmax: at(i, 'Tmax'),
      tmin: at(i, 'Tmin'),
      wind: at(i, 'u2'),
    }).et0,
  'FAO56-20b': (i) =>
    agronomy.et0Hargreaves({ tmax: at(i, 'Tmax'), tmin: at(i, 'Tmin'), raMm: at(i, 'Ra_mm') }),
};

describe('worked examples of FAO-56', () => {
  const { examples } = readJson('data/agro/fao56-worked-examples.json') as { examples: Example[] };

  it('are all tested', () => {
    expect(examples.map((example) => example.id).filter((id) => CALLS[id] === undefined)).toEqual([]);
  });

  it.each(examples.map((example) => [`${example.id} ${example.what}`, example] as const))(
    '%s',
    (_, example) => {
      const value = CALLS[example.id]?.(example.input);
      expect(value).toBeTypeOf('number');
      expect(Math.abs((value as number) - example.expected)).toBeLessThanOrEqual(example.tolerance);
    },
  );
});

describe('a year of hours at Greensboro', () => {
  it('gives the same evapotranspiration by hours and by days', () => {
    const [, head = '', ...lines] = readText('data/series/tmy3-greensboro-nc.csv.gz').trim().split('\n');
    const headings = head.split(',').map((heading) => heading.trim());
    const column = (heading: string) => headings.indexOf(heading);
    const place = { lat: 36.1, elevation: 273, windHeight: 10 };
    let byHours = 0;
    const hours = lines.map((line, index) => {
      const row = line.split(',').map(Number);
      const [t, rh, wind, radiation] = ['Dry-bulb (C)', 'RHum (%)', 'Wspd (m/s)', 'GHI (W/m^2)'].map(
        (heading) => row[column(heading)] ?? Number.NaN,
      ) as [number, number, number, number];
      const hour = agronomy.et0Hourly({
        ...place,
        doy: Math.floor(index / 24) + 1,
        lonWest: 79.95,
        tzLonWest: 75,
        midHour: (index % 24) + 0.5,
        t,
        rh,
        wind,
        rs: radiation * 0.0036,
      });
      if (hour.et0 === null) throw new Error(hour.reason.en);
      byHours += hour.et0;
      return { ts: Date.UTC(2001, 0, 1) + index * 3_600_000, t, rh, wind, radiation };
    });
    let byDays = 0;
    for (const day of agronomy.dailyWeather({ hours, timeZone: 'UTC' })) {
      const answer = agronomy.et0Daily({ ...day, ...place });
      if (answer.et0 === null) throw new Error(answer.reason.en);
      byDays += answer.et0;
    }
    console.log(`Greensboro: ${byHours.toFixed(0)} mm by hours, ${byDays.toFixed(0)} mm by days`);
    expect(Math.abs(byHours / byDays - 1)).toBeLessThan(0.1);
  });
});
