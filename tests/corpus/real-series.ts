import * as agronomy from '@farm3d/agronomy';
import { readText } from './agronomy-fixtures.ts';

export const HOUR = 3_600_000;
const HORIZON = 6;

export interface Series {
  points: readonly (readonly [number, number])[];
  kind: agronomy.SeriesKind;
  temperatureLike: boolean;
  min?: number;
  max?: number;
}

function csvColumn(
  file: string,
  heading: string,
  instant: (row: string[]) => number,
  skip = 0,
): [number, number][] {
  const [head = '', ...lines] = readText(`data/series/${file}`).trim().split('\n').slice(skip);
  const column = head.split(',').findIndex((name) => name.trim() === heading);
  if (column < 1) throw new Error(`${file} has no column ${heading}`);
  return lines
    .map((line) => line.split(','))
    .map((row): [number, number] => [instant(row), row[column] === '' ? Number.NaN : Number(row[column])])
    .filter(([ts, value]) => Number.isFinite(ts) && Number.isFinite(value));
}

const greenhouse = (file: string, heading: string) =>
  csvColumn(file, heading, (row) => Date.parse(`${row[0]} UTC`));

/** A typical year strings together months of different years: the clock runs on as one year. */
const typicalYear = (heading: string) => {
  let hour = -1;
  return csvColumn('tmy3-greensboro-nc.csv.gz', heading, () => Date.UTC(2001, 0, 1) + ++hour * HOUR, 1);
};

export const airTemperature = (): Series => ({
  points: greenhouse('greenhouse-lettuce-1-reference.csv.gz', 'Tair'),
  kind: 'diurnal',
  temperatureLike: true,
});

export const SERIES: Record<string, () => Series> = {
  'greenhouse air temperature': airTemperature,
  'air temperature outside': () => ({
    points: greenhouse('greenhouse-lettuce-1-weather.csv.gz', 'Tout'),
    kind: 'diurnal',
    temperatureLike: true,
  }),
  'Greensboro dry bulb': () => ({
    points: typicalYear('Dry-bulb (C)'),
    kind: 'diurnal',
    temperatureLike: true,
  }),
  'Greensboro dew point': () => ({
    points: typicalYear('Dew-point (C)'),
    kind: 'diurnal',
    temperatureLike: true,
  }),
  'greenhouse humidity': () => ({
    points: greenhouse('greenhouse-lettuce-1-reference.csv.gz', 'Rhair'),
    kind: 'diurnal',
    temperatureLike: false,
    min: 0,
    max: 100,
  }),
  'Greensboro radiation': () => ({
    points: typicalYear('GHI (W/m^2)'),
    kind: 'light',
    temperatureLike: false,
    min: 0,
  }),
};

export type Season = 'winter' | 'spring' | 'summer' | 'autumn';
const SEASONS: readonly Season[] = ['winter', 'spring', 'summer', 'autumn'];

/** Season of an instant on the northern half of the earth, by months: December to February and so on. */
const seasonOf = (ts: number): Season =>
  SEASONS[Math.floor(((new Date(ts).getUTCMonth() + 1) % 12) / 3)] ?? 'winter';

/**
 * Forecasts from many moments of a series, each from nothing but its past. `between`: the parts of the way, 0–1, from one
 * moment of the tuning (60 and 120 of them) to the next at which the moments lie; [0], the default, is the tuning's own.
 */
export function backtest(
  series: Series,
  moments: number,
  options: { between?: readonly number[]; season?: Season } = {},
) {
  const hourly = new Map<number, number[]>();
  for (const [ts, value] of series.points) {
    const hour = Math.floor(ts / HOUR);
    const values = hourly.get(hour);
    if (values === undefined) hourly.set(hour, [value]);
    else values.push(value);
  }
  const truth = new Map([...hourly].map(([hour, values]) => [hour, agronomy.median(values)]));
  const hours = [...truth.keys()];
  const first = (hours[0] ?? 0) + 21 * 24;
  const last = (hours.at(-1) ?? 0) - HORIZON;
  let error = 0;
  let naive = 0;
  let inside = 0;
  let count = 0;
  const places = (options.between ?? [0]).flatMap((shift) =>
    Array.from({ length: moments - (shift > 0 ? 1 : 0) }, (_, moment) => moment + shift),
  );
  for (const place of places) {
    const from = Math.round(first + ((last - first) * place) / (moments - 1));
    if (options.season !== undefined && seasonOf(from * HOUR) !== options.season) continue;
    const points = series.points.filter(([ts]) => ts < from * HOUR && ts >= (from - 60 * 24) * HOUR);
    const limits = { min: series.min ?? null, max: series.max ?? null };
    const forecast = agronomy.forecastSeries({
      key: 'x',
      points,
      now: from * HOUR,
      horizonHours: HORIZON,
      kind: series.kind,
      ...limits,
    });
    if (forecast.reason !== null) continue;
    for (const point of forecast.points) {
      const hour = point.ts / HOUR;
      const real = truth.get(hour);
      const yesterday = truth.get(hour - 24);
      if (real === undefined || yesterday === undefined) continue;
      count++;
      error += Math.abs(point.value - real);
      naive += Math.abs(yesterday - real);
      if (real >= point.lo80 && real <= point.hi80) inside++;
    }
  }
  return { ratio: error / naive, mae: error / count, coverage: inside / count, count };
}
