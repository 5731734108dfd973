// Second tier (outside): reference values of pyfao56
import * as agronomy from '@farm3d/agronomy';
import { describe, expect, it } from 'vitest';
import { readText } from './agronomy-fixtures.ts';

const FOLDER = 'data/agro/pyfao56';
/** mm, issue 7. */
const MAX_RMSE = 5;

const rowsOf = (file: string): string[][] =>
  readText(`${FOLDER}/${file}`)
    .split('\n')
    .map((line) => line.trim().split(/\s+/));

/** `value name, meaning` lines. */
function parameters(file: string): (name: string) => number {
  const found = new Map(rowsOf(file).map((row) => [(row[1] ?? '').replace(',', ''), Number(row[0])]));
  return (name) => {
    const value = found.get(name);
    if (value === undefined || Number.isNaN(value)) throw new Error(`${file} has no ${name}`);
    return value;
  };
}

/** Rows that begin with year-day, by that key. */
function byDay(file: string): Map<string, number[]> {
  return new Map(
    rowsOf(file)
      .filter((row) => /^\d{4}-\d{3}$/.test(row[0] ?? ''))
      .map((row) => [row[0] as string, row.slice(1).map(Number)]),
  );
}

/** One column of the published run, by its heading. */
function published(file: string, heading: string): Map<string, number> {
  const rows = rowsOf(file);
  const column = rows.find((row) => row[0] === 'Year-DOY')?.indexOf(heading) ?? -1;
  expect(column, `${heading} in ${file}`).toBeGreaterThan(0);
  return new Map([...byDay(file)].map(([day, values]) => [day, values[column - 1] as number]));
}

interface Season {
  par: string;
  wth: string;
  irr: string;
  sol?: string;
}

/** Everything the run may read: parameters, weather, irrigation, soil. `et0` is the file's or our own. */
function simulate(season: Season, days: readonly string[], et0: 'file' | 'own') {
  const par = parameters(season.par);
  const weather = byDay(season.wth);
  const irrigation = byDay(season.irr);
  const elevation = Number(rowsOf(season.wth).find((row) => row.includes('elevation'))?.[0]);
  const latitude = Number(rowsOf(season.wth).find((row) => row.includes('latitude'))?.[0]);
  const windHeight = Number(rowsOf(season.wth).find((row) => row.includes('Wind'))?.[0]);
  const layers =
    season.sol === undefined
      ? [
          {
            bottom: par('Zrmax'),
            fieldCapacity: par('thetaFC'),
            wiltingPoint: par('thetaWP'),
            initial: par('theta0'),
          },
        ]
      : rowsOf(season.sol)
          .filter((row) => row.length === 4 && /^\d+$/.test(row[0] ?? ''))
          .map(([depth, capacity, wilting, initial]) => ({
            bottom: Number(depth) / 100,
            fieldCapacity: Number(capacity),
            wiltingPoint: Number(wilting),
            initial: Number(initial),
          }));
  const ownEt0: number[] = [];
  const results = agronomy.dualCropBalance({
    crop: {
      kcb: [par('Kcbini'), par('Kcbmid'), par('Kcbend')],
      lengths: [par('Lini'), par('Ldev'), par('Lmid'), par('Lend')],
      height: [par('hini'), par('hmax')],
      rootDepth: [par('Zrini'), par('Zrmax')],
      p: par('pbase'),
    },
    soil: {
      layers,
      evaporationDepth: par('Ze'),
      readilyEvaporable: par('REW'),
      drainage: season.sol === undefined ? 'bucket' : 'profile',
    },
    days: days.map((day) => {
      const row = weather.get(day);
      if (row === undefined) throw new Error(`no weather on ${day}`);
      const [rs, tmax, tmin, , tdew, , rhMin, wind, rain, reference] = row as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      const own = agronomy.et0Daily({
        doy: Number(day.slice(5)),
        lat: latitude,
        elevation,
        tmax,
        tmin,
        tdew,
        rs,
        wind,
        windHeight,
      });
      if (own.et0 === null) throw new Error(`${day}: ${own.reason.en}`);
      ownEt0.push(own.et0 - reference);
      const [depth, wettedShare] = irrigation.get(day) ?? [0, 1];
      return {
        et0: et0 === 'own' ? own.et0 : reference,
        rain,
        irrigation: depth ?? 0,
        wettedShare: wettedShare ?? 1,
        wind,
        windHeight,
        rhMin,
      };
    }),
  });
  return { results, ownEt0 };
}

const rmse = (errors: readonly number[]): number =>
  Math.sqrt(errors.reduce((total, error) => total + error * error, 0) / errors.length);

const SEASONS = [
  ['cotton 2013, well watered', 'cottonwet2013', { par: 'cotton2013.par', wth: 'cotton2013.wth' }],
  ['cotton 2013, deficit', 'cottondry2013', { par: 'cotton2013.par', wth: 'cotton2013.wth' }],
  [
    'cotton 2022, layered soil',
    'cotton2022p10-2',
    { par: 'cotton2022p10-2.par', wth: 'cotton2022.wth', sol: 'cotton2022p10-2.sol' },
  ],
] as const;

describe.each(SEASONS)('%s against the published run', (name, run, files) => {
  const season: Season = { ...files, irr: `${run}.irr` };
  const depletion = published(`${run}.out`, 'Dr');
  const days = [...depletion.keys()];

  it('gives the daily depletion within 5 mm', () => {
    const { results, ownEt0 } = simulate(season, days, 'file');
    const errors = results.map(
      (day, index) => day.depletion - (depletion.get(days[index] ?? '') ?? Number.NaN),
    );
    const own = simulate(season, days, 'own');
    const ownErrors = own.results.map(
      (day, index) => day.depletion - (depletion.get(days[index] ?? '') ?? Number.NaN),
    );
    console.log(
      `${name}: ${errors.length} days, depletion RMSE ${rmse(errors).toFixed(4)} mm, worst ` +
        `${Math.max(...errors.map(Math.abs)).toFixed(3)} mm; with our own ET0 ${rmse(ownErrors).toFixed(2)} mm ` +
        `(ET0 differs by ${rmse(ownEt0).toFixed(3)} mm/d RMSE)`,
    );
    expect(rmse(errors)).toBeLessThan(MAX_RMSE);
    expect(rmse(ownErrors)).toBeLessThan(MAX_RMSE);
  });

  it('gives the seasonal transpiration and evaporation', () => {
    const { results } = simulate(season, days, 'file');
    const total = (values: Iterable<number>) => [...values].reduce((all, value) => all + value, 0);
    const transpiration = total(published(`${run}.out`, 'T').values());
    const evaporation = total(published(`${run}.out`, 'E').values());
    expect(total(results.map((day) => day.transpiration))).toBeCloseTo(transpiration, 0);
    expect(total(results.map((day) => day.evaporation))).toBeCloseTo(evaporation, 0);
  });
});

describe('cotton 2022 against measured soil water', () => {
  it('reports how far computed and measured root-zone depletion are apart', () => {
    const days = [...published('cotton2022p10-2.out', 'Dr').keys()];
    const season: Season = {
      par: 'cotton2022p10-2.par',
      wth: 'cotton2022.wth',
      irr: 'cotton2022p10-2.irr',
      sol: 'cotton2022p10-2.sol',
    };
    const { results } = simulate(season, days, 'file');
    const measured = published('cotton2022p10-2.sws', 'mDr');
    const run = published('cotton2022p10-2.out', 'Dr');
    const drier: number[] = [];
    const clipped: number[] = [];
    const theirs: number[] = [];
    for (const [day, value] of measured) {
      const computed = results[days.indexOf(day)];
      if (computed === undefined) continue;
      drier.push(computed.depletion - value);
      // Measured water above field capacity is a negative depletion, which the balance does not know.
      clipped.push(computed.depletion - Math.max(0, value));
      theirs.push((run.get(day) ?? Number.NaN) - Math.max(0, value));
    }
    const bias = drier.reduce((all, value) => all + value, 0) / drier.length;
    console.log(
      `cotton 2022, ${drier.length} measured days: RMSE ${rmse(drier).toFixed(1)} mm, bias ${bias.toFixed(1)} mm; ` +
        `with measured surplus over field capacity counted as 0: RMSE ${rmse(clipped).toFixed(1)} mm ` +
        `(the published run: ${rmse(theirs).toFixed(1)} mm)`,
    );
    expect(drier.length).toBeGreaterThan(15);
    expect(Math.abs(rmse(clipped) - rmse(theirs))).toBeLessThan(MAX_RMSE);
  });
});
