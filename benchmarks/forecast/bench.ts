// Forecasts of real series compared with repeating yesterday, and the cost of assessing a season and ten
// thousand plots.
import {
  BUILT_IN_TABLES,
  diseaseRisk,
  droughtAssessment,
  fieldAdvice,
  findCrop,
  forecastSeries,
  growthTimeline,
  cropPeriods,
  dailyWeather,
  medianAbsoluteDeviation,
  type WeatherHour,
} from '../../packages/agronomy/src/index.ts';
import { airTemperature, backtest, HOUR, SERIES } from '../../tests/corpus/real-series.ts';
import { benchOptions, type Check, finish, median, type Ratio, type Row } from '../result.ts';

const { values: options } = benchOptions({ moments: '120' });
const DAY = 24 * HOUR;
const rows: Row[] = [];
const ratios: Ratio[] = [];
const checks: Check[] = [];

// 1. Six hours ahead, each forecast from the values before it only.
for (const [name, load] of Object.entries(SERIES)) {
  const series = load();
  const { ratio, mae, coverage, count } = backtest(series, Number(options.moments));
  rows.push(
    { subject: name, metric: 'mean absolute error', samples: [mae] },
    { subject: name, metric: 'forecasts', samples: [count] },
    { subject: name, metric: 'part of the values inside the 80 % band', samples: [coverage] },
  );
  checks.push({ what: `${name}: the 80 % band covers 70–90 %`, ok: coverage >= 0.7 && coverage <= 0.9 });
  // For series of light only the coverage of the band is bounded.
  ratios.push({
    what: `${name}: error six hours ahead / seasonal naive`,
    ratio,
    ...(series.temperatureLike && { most: 0.8 }),
  });
}

// 2. One outlier at any position does not change the forecast.
{
  const { points } = airTemperature();
  const until = (points.at(-1)?.[0] ?? 0) - 5 * DAY;
  const past = points.filter(([ts]) => ts <= until);
  const ask = (samples: readonly (readonly [number, number])[]): number[] => {
    const answer = forecastSeries({ key: 'x', points: samples, now: until + 1 });
    if (answer.reason !== null) throw new Error(answer.reason.en);
    return answer.points.map(({ value }) => value);
  };
  const clean = ask(past);
  const spread = medianAbsoluteDeviation(past.map(([, value]) => value));
  const moved = [1, 20, 24 * 12, 3000].map((back) =>
    Math.max(
      ...ask(
        past.map(([ts, value], at): [number, number] => [ts, at === past.length - back ? value * 10 : value]),
      ).map((value, step) => Math.abs(value - (clean[step] ?? 0))),
    ),
  );
  const most = Math.max(...moved);
  ratios.push({
    what: 'movement by one wild value / spread of the series',
    ratio: most / spread,
    most: 1,
  });
}

// 3. Cost in thread CPU time, which is independent of other load on the machine.
const NOW = Date.UTC(2026, 7, 20, 4);

function season(days: number, seed: number): WeatherHour[] {
  return Array.from({ length: days * 24 }, (_, index) => {
    const sun = Math.cos((((index + seed) % 24) - 13) * (Math.PI / 12));
    return {
      ts: NOW - (days * 24 - index) * HOUR,
      t: 22 + 7 * sun + (seed % 5),
      rh: 70 - 22 * sun,
      radiation: Math.max(0, 650 * sun),
      wind: 2 + (index % 3) / 2,
      rain: index % 190 === 0 ? 14 : 0,
    };
  });
}

const maize = findCrop('maize');
if (!maize) throw new Error('no maize');
const date = (back: number): string => new Date(NOW - back * DAY).toISOString().slice(0, 10);

/** Computes everything that the cards of one field show, from a season of hourly values. */
function assess(weather: readonly WeatherHour[], days: number): void {
  const crop = maize as NonNullable<typeof maize>;
  fieldAdvice({
    now: NOW,
    lat: 36.9,
    weather,
    crop,
    plantDate: date(days - 1),
    texture: 'loam',
    areaM2: 2000,
  });
  droughtAssessment({
    now: NOW,
    texture: 'loam',
    soil: [0.1, 0.2, 0.4].map((depth) => ({
      depth,
      unit: 'percent' as const,
      points: weather.map(({ ts }, index) => [ts, 24 - ((index / 24) % 12)] as const),
    })),
    rain: dailyWeather({ hours: weather }).map((day) => ({ date: day.date, mm: day.rain })),
  });
  growthTimeline({
    plantDate: date(days - 1),
    today: date(0),
    temperatures: dailyWeather({ hours: weather }),
    periods: cropPeriods(crop),
    base: crop.base.value,
    upper: crop.upper.value,
    method: crop.gddMethod,
  });
  const hours = weather.slice(-14 * 24);
  for (const record of BUILT_IN_TABLES.pests)
    if (record.crops.includes(crop.id)) diseaseRisk({ record, hours });
}

function milliseconds(work: () => void): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

{
  const weather = season(200, 0);
  assess(weather, 200);
  const samples = Array.from({ length: 15 }, () => milliseconds(() => assess(weather, 200)));
  rows.push({ subject: 'one field', metric: 'ms of processor for a season', size: weather.length, samples });
  ratios.push({ what: 'a season assessed, ms', ratio: median(samples), most: 50 });
}
{
  // The daily work per plot: its last five weeks, a water balance since planting, and seven days ahead.
  const plots = Array.from({ length: 20 }, (_, seed) => season(35, seed));
  const devices = 10_000;
  const ms = milliseconds(() => {
    for (let device = 0; device < devices; device++) {
      const weather = plots[device % plots.length] ?? [];
      const answer = fieldAdvice({
        now: NOW,
        lat: 30 + (device % 20),
        weather,
        crop: maize,
        plantDate: date(34),
        texture: 'loam',
        sensors: [{ depth: 0.2, vwc: 0.12 + (device % 12) / 100, ts: NOW - HOUR }],
        areaM2: 2000,
        flowM3h: 20,
      });
      if (answer.reason !== null) throw new Error(answer.reason.en);
    }
  });
  rows.push({ subject: 'advice', metric: 'ms of processor', size: devices, samples: [ms] });
  ratios.push({ what: 'advice for 10,000 devices on one core, s', ratio: ms / 1000, most: 10 });
}

finish('forecast', options.json, { rows, ratios, checks });
