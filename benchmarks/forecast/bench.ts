// Prediction on real series against repeating yesterday, and what a season and ten thousand plots cost to assess.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
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

const { values: options } = parseArgs({
  options: { json: { type: 'string' }, moments: { type: 'string', default: '120' } },
});
const DAY = 24 * HOUR;
const results: Record<string, unknown>[] = [];

function tell(result: Record<string, unknown>): void {
  results.push(result);
  console.log(JSON.stringify(result));
}

const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits));

// 1. Six hours ahead, each forecast from nothing but its past.
let failed = false;
for (const [name, load] of Object.entries(SERIES)) {
  const series = load();
  const { ratio, mae, coverage, count } = backtest(series, Number(options.moments));
  const met = coverage >= 0.7 && coverage <= 0.9 && (!series.temperatureLike || ratio <= 0.8);
  // Light has no bound but the naive one: it is printed as it is.
  if (series.temperatureLike && !met) failed = true;
  tell({
    bench: 'forecast',
    series: name,
    horizonHours: 6,
    forecasts: count,
    mae: rounded(mae),
    timesSeasonalNaive: rounded(ratio),
    coverage80: rounded(coverage),
    bound: series.temperatureLike ? '≤ 0.8 × naive, 70–90 %' : '70–90 %',
    met,
  });
}

// 2. One wild value, wherever it stands, moves nothing.
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
  if (most >= spread) failed = true;
  tell({
    bench: 'outlier',
    wildValues: moved.length,
    mostMovedC: rounded(most),
    usualSpreadC: rounded(spread),
  });
}

// 3. What it costs. Thread time, so that a busy machine does not count.
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

/** Everything that the cards of one field show, from a season of hours. */
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
  const runs = Array.from({ length: 15 }, () => milliseconds(() => assess(weather, 200))).sort(
    (a, b) => a - b,
  );
  const median = runs[7] ?? NaN;
  if (!(median < 50)) failed = true;
  tell({
    bench: 'season',
    hours: weather.length,
    medianMs: rounded(median, 1),
    worstMs: rounded(runs.at(-1) ?? 0, 1),
    bound: '< 50 ms',
  });
}
{
  // What a day adds to a plot: its last five weeks, a balance from planting, seven days ahead.
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
  if (!(ms < 10_000)) failed = true;
  tell({ bench: 'daily-advice', devices, seconds: rounded(ms / 1000, 2), bound: '< 10 s on one core' });
}

if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);
process.exitCode = failed ? 1 : 0;
