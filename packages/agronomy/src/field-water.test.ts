import { describe, expect, test } from 'vitest';
import type { Climatology } from './climatology.ts';
import type { WeatherDay } from './daily-weather.ts';
import { findCrop } from './data/crops.ts';
import { fieldAdvice } from './field.ts';
import { daysAhead } from './field-forecast.ts';
import type { FieldInput } from './field-input.ts';
import { datedWater, missingOf } from './field-report.ts';
import { fieldWater, soilLimitsOf, type SoilLimitsOf } from './field-water.ts';
import { type PlotWater, plotWater, type PlotWaterInput } from './plot-water.ts';
import { saxtonRawls } from './soil-hydraulics.ts';
import { BUILT_IN_TABLES, withEdits } from './tables.ts';

const HOUR = 3_600_000;
/** 20 September 2026, 08:00 in China: day 20,716. */
const NOW = Date.UTC(2026, 8, 20, 0);
const TODAY = 20_716;
const maize = findCrop('maize');
if (maize === undefined) throw new Error('no maize');

const weather = Array.from({ length: 240 }, (_, index) => {
  const ts = NOW - (240 - index) * HOUR;
  const sun = Math.max(0, Math.sin((((ts / HOUR + 8) % 24) / 12 - 0.5) * Math.PI));
  return { ts, t: 16 + 10 * sun, rh: 85 - 40 * sun, radiation: 750 * sun, wind: 2, rain: 0 };
});
const base: FieldInput = { now: NOW, lat: 36.9, weather, crop: maize, plantDate: '2026-09-12' };
const advise = (change: Partial<FieldInput> = {}) => {
  const answer = fieldAdvice({ ...base, ...change });
  if (answer.reason !== null) throw new Error(`${answer.reason.code} ${answer.reason.field}`);
  return answer;
};

describe('soilLimitsOf', () => {
  const loam = BUILT_IN_TABLES.textures.find(({ id }) => id === 'loam');
  const curve = [
    { tension: 10, vwc: 0.35 },
    { tension: 33, vwc: 0.3 },
    { tension: 1500, vwc: 0.14 },
  ];

  test('takes the best source: entered, a curve, sand and clay, the texture, loam', () => {
    const sandy = { sand: 60, clay: 10 };
    const all = { texture: 'clay', fieldCapacity: 0.33, wiltingPoint: 0.15, soil: { ...sandy, curve } };
    expect(soilLimitsOf(all)).toMatchObject({ fieldCapacity: 0.33, wiltingPoint: 0.15, from: 'entered' });
    expect(soilLimitsOf({ ...all, fieldCapacity: null, wiltingPoint: null })).toMatchObject({
      fieldCapacity: expect.closeTo(0.3, 9),
      wiltingPoint: expect.closeTo(0.14, 9),
      from: 'curve',
    });
    expect(soilLimitsOf({ texture: 'clay', soil: sandy })).toMatchObject({
      fieldCapacity: saxtonRawls({ ...sandy, organicMatter: 1.5 }).fieldCapacity,
      from: 'saxton-rawls',
    });
    expect(soilLimitsOf({ texture: 'clay' }).from).toBe('texture');
    expect(soilLimitsOf({})).toEqual({
      fieldCapacity: loam?.fieldCapacity.value,
      wiltingPoint: loam?.wiltingPoint.value,
      saturation: null,
      conductivity: 372,
      from: 'assumed',
    });
    expect(soilLimitsOf({ texture: 'moon dust' }).from).toBe('assumed');
  });

  test('are those of FAO-56 table 19 for a texture, or of the own table, or of loam without any', () => {
    expect(soilLimitsOf({ texture: 'clay' })).toMatchObject({ fieldCapacity: 0.36, wiltingPoint: 0.22 });
    expect(soilLimitsOf({ texture: 'sand' })).toMatchObject({ fieldCapacity: 0.12, wiltingPoint: 0.045 });
    const edit = { table: 'textures', id: 'loam', note: 'analysis' } as const;
    const tables = withEdits([
      { ...edit, field: 'fieldCapacity', value: 0.28 },
      { ...edit, field: 'wiltingPoint', value: 0.13 },
    ]);
    expect(soilLimitsOf({ tables })).toMatchObject({ fieldCapacity: 0.28, wiltingPoint: 0.13 });
    expect(soilLimitsOf({ texture: 'moon dust', tables })).toMatchObject({
      fieldCapacity: 0.28,
      wiltingPoint: 0.13,
      from: 'assumed',
    });
    expect(soilLimitsOf({ tables: { ...BUILT_IN_TABLES, textures: [] } })).toMatchObject({
      fieldCapacity: 0.25,
      wiltingPoint: 0.12,
      from: 'assumed',
    });
  });

  test('sand without clay tells nothing; organic matter holds water', () => {
    expect(soilLimitsOf({ soil: { sand: 60 } }).from).toBe('assumed');
    expect(soilLimitsOf({ soil: { clay: 10 } }).from).toBe('assumed');
    const rich = soilLimitsOf({ soil: { sand: 60, clay: 10, organicMatter: 4 } });
    expect(rich.fieldCapacity).toBeGreaterThan(soilLimitsOf({ soil: { sand: 60, clay: 10 } }).fieldCapacity);
  });

  test('conductivity is that of a day, of the computed soil also where its limits are entered', () => {
    const { conductivity, saturation } = saxtonRawls({ sand: 60, clay: 10, organicMatter: 1.5 });
    const entered = soilLimitsOf({ fieldCapacity: 0.25, soil: { sand: 60, clay: 10 } });
    expect(entered).toMatchObject({ saturation, from: 'entered' });
    expect(entered.conductivity).toBeCloseTo(24 * conductivity, 9);
    expect(soilLimitsOf({ soil: { curve } }).conductivity).toBe(372);
    expect(soilLimitsOf({ soil: { curve: [{ tension: 33, vwc: 0.3 }] } }).from).toBe('assumed');
  });
});

describe('fieldWater', () => {
  const limits: SoilLimitsOf = {
    fieldCapacity: 0.3,
    wiltingPoint: 0.12,
    saturation: null,
    conductivity: 372,
    from: 'entered',
  };
  const PLANTED = TODAY - 4;
  const RAIN = [0, 90, 6, 0];
  const WIND = [4, 5, 3, 4.5];
  const weatherDay = (number: number): WeatherDay => ({
    date: '2026-09-16',
    dayNumber: number,
    doy: 259,
    tmax: 28,
    tmin: 16,
    rhMax: 90,
    rhMin: 30,
    rs: 18,
    wind: WIND[number - PLANTED] ?? null,
    rain: RAIN[number - PLANTED] ?? null,
    hours: 24,
    coverage: { temperature: 1, humidity: 1, radiation: 1, wind: 1, rain: 1 },
    filled: [],
  });
  const season = {
    planted: PLANTED,
    today: TODAY,
    et0: (day: number) => 3 + day - PLANTED,
    weatherOf: new Map([0, 1, 2, 3].map((index) => [PLANTED + index, weatherDay(PLANTED + index)])),
    ahead: { et0: [5, 4, 6], rain: [0, 8, 2], chance: [null, 0.4] },
  };
  const of = (change: Partial<FieldInput> = {}, soil: Partial<SoilLimitsOf> = {}, when = season) =>
    fieldWater({ ...base, ...change }, { ...limits, ...soil }, when);

  /** Maize on a loam as the profile model has it, written by hand. */
  const day = { irrigation: 0, wettedShare: 1, windHeight: 2, rhMin: 30 };
  const handWritten: PlotWaterInput = {
    crop: {
      kcb: [0.15, 1.15, 0.15],
      lengths: [25, 40, 45, 30],
      height: [0.05, 2],
      rootDepth: [0.3, 1],
      p: 0.55,
      climateAdjusted: true,
    },
    soil: {
      horizons: [{ bottom: 1, fieldCapacity: 0.3, wiltingPoint: 0.12, saturation: null }],
      evaporationDepth: 0.1,
      // 45 % of TEW, 1000 · (0.30 − 0.12/2) · 0.1 = 24 mm (FAO-56 eq. 73).
      readilyEvaporable: 10.8,
      drainageDays: 1,
      curveNumber: null,
      waterTable: null,
      salinity: null,
      mulch: null,
    },
    days: [0, 1, 2, 3].map((index) => ({
      ...day,
      et0: 3 + index,
      rain: RAIN[index] ?? 0,
      wind: WIND[index] ?? 0,
    })),
    ahead: [
      { ...day, et0: 5, rain: 0, wind: 4.5, rainChance: null },
      { ...day, et0: 4, rain: 8, wind: 4.5, rainChance: 0.4 },
      { ...day, et0: 6, rain: 2, wind: 4.5, rainChance: null },
    ],
    probes: [],
    irrigationKnown: false,
  };
  const withSoil = (soil: Partial<PlotWaterInput['soil']>) =>
    plotWater({ ...handWritten, soil: { ...handWritten.soil, ...soil } });

  test('is the profile model of crop and soil, with the weather of each day', () => {
    expect(of()).toEqual(plotWater(handWritten));
  });

  test('a crop lower than 5 cm is as high at planting as full grown', () => {
    const low = { ...maize, maxHeight: { ...maize.maxHeight, value: 0.03 } };
    expect(of({ crop: low })).toEqual(
      plotWater({ ...handWritten, crop: { ...handWritten.crop, height: [0.03, 0.03] } }),
    );
  });

  test('saturation is the computed one, where it leaves room above field capacity', () => {
    const horizon = { bottom: 1, fieldCapacity: 0.3, wiltingPoint: 0.12 };
    expect(of({}, { saturation: 0.36 })).toEqual(withSoil({ horizons: [{ ...horizon, saturation: 0.36 }] }));
    // 0.02 above is no room.
    for (const saturation of [0.32, 0.31, 0.28])
      expect(of({}, { saturation })).toEqual(plotWater(handWritten));
    // The same soil, with and without its saturation, after 90 mm.
    expect(of({}, { saturation: 0.36 })).not.toEqual(plotWater(handWritten));
  });

  test.each([
    // By the square root of 372 mm/d, a loam's, over that of the soil.
    [93, 2],
    [372, 1],
    [837, 2 / 3],
    [20, 3],
    [1488, 0.5],
    [5000, 0.5],
  ])('a soil of %d mm/d drains in %d days', (conductivity, drainageDays) => {
    expect(of({}, { conductivity })).toEqual(withSoil({ drainageDays }));
  });

  test.each([
    [{ sand: 80, clay: 5 }, 'sandy'],
    [{ sand: 10, clay: 50 }, 'siltyClayey'],
    [{ sand: 60, clay: 30 }, 'sandyClayey'],
    // Without an analysis 40 % sand, 20 % clay.
    [{}, 'loamy'],
    [{ sand: 50 }, 'sandyClayey'],
    [{ clay: 40 }, 'siltyClayey'],
  ] as const)('a water table below %o rises as in a %s soil', (texture, soil) => {
    expect(of({ soil: { waterTable: 0.9, ...texture } })).toEqual(
      withSoil({ waterTable: { depth: 0.9, conductivity: 372, soil } }),
    );
  });

  test('rain runs off by the curve number, outdoors only', () => {
    expect(of({ soil: { curveNumber: 90 } })).toEqual(withSoil({ curveNumber: 90 }));
    expect(of({ soil: { curveNumber: 90 } })).not.toEqual(of());
    const house = { greenhouse: { transmissivity: 0.7 } };
    expect(of({ ...house, soil: { curveNumber: 90 } })).toEqual(of(house));
  });

  test('irrigation of the days ahead falls on its day, that of yesterday not again', () => {
    const irrigated = (mm: Record<string, number>) =>
      of({ irrigations: Object.entries(mm).map(([date, one]) => ({ date, mm: one })) });
    const expected = {
      ...handWritten,
      irrigationKnown: true,
      days: handWritten.days.map((one, index) => (index === 3 ? { ...one, irrigation: 20 } : one)),
    };
    expect(irrigated({ '2026-09-19': 20 })).toEqual(plotWater(expected));
    const ahead = handWritten.ahead.map((one, index) => (index === 1 ? { ...one, irrigation: 15 } : one));
    expect(irrigated({ '2026-09-19': 20, '2026-09-21': 15 })).toEqual(plotWater({ ...expected, ahead }));
  });

  test('irrigation is recorded where it is said to be, else where there is any', () => {
    const vwc = [0.2, 0.21, 0.28, 0.25];
    const dates = ['2026-09-16', '2026-09-17', '2026-09-18', '2026-09-19'];
    const probes = [
      { depth: 0.1, days: dates.map((date, index) => ({ date, vwc: vwc[index] ?? 0 })) },
      { depth: 0.2, days: dates.map((date, index) => ({ date, vwc: (vwc[index] ?? 0) - 0.02 })) },
    ];
    const read = {
      ...handWritten,
      probes: [
        { depth: 0.1, readings: vwc.map((one, index) => ({ day: index, vwc: one })) },
        { depth: 0.2, readings: vwc.map((one, index) => ({ day: index, vwc: one - 0.02 })) },
      ],
    };
    const unknown = plotWater({ ...read, irrigationKnown: false });
    const known = plotWater({ ...read, irrigationKnown: true });
    expect(known).not.toEqual(unknown);
    // Before planting: it is a record, but changes no day.
    const irrigations = [{ date: '2026-09-01', mm: 5 }];
    expect(of({ probes })).toEqual(unknown);
    expect(of({ probes, irrigations: [] })).toEqual(unknown);
    expect(of({ probes, irrigations })).toEqual(known);
    expect(of({ probes, irrigationKnown: true })).toEqual(known);
    expect(of({ probes, irrigationKnown: false, irrigations })).toEqual(unknown);
  });

  test('a probe whose clock is ahead has not seen the future', () => {
    const days = [{ date: '2026-09-19', vwc: 0.2 }];
    const ahead = ['2026-09-21', '2026-10-25'].map((date) => ({ date, vwc: 0.05 }));
    expect(of({ probes: [{ depth: 0.1, days: [...days, ...ahead] }] })).toEqual(
      of({ probes: [{ depth: 0.1, days }] }),
    );
  });

  test('the reading of today replaces that of yesterday', () => {
    const days = [
      { date: '2026-09-18', vwc: 0.24 },
      { date: '2026-09-19', vwc: 0.2 },
      { date: '2026-09-20', vwc: 0.26 },
    ];
    const readings = [
      { day: 2, vwc: 0.24 },
      { day: 3, vwc: 0.26 },
    ];
    expect(of({ probes: [{ depth: 0.1, days }] })).toEqual(
      plotWater({ ...handWritten, probes: [{ depth: 0.1, readings }] }),
    );
  });

  test('a newest reading counts for the days since planting only', () => {
    const sensors = [{ ts: NOW, depth: 0.1, vwc: 0.22 }];
    const reported = (planted: number) =>
      of({ sensors }, {}, { ...season, planted }).probes.map(({ days, rejected }) => [days, rejected]);
    expect(reported(TODAY - 2)).toEqual([[2, 0]]);
    expect(reported(TODAY - 1)).toEqual([[1, 0]]);
    // On the day of planting it counts for none.
    expect(reported(TODAY)).toEqual([]);
  });
});

describe('daysAhead', () => {
  const climate: Climatology = (date) => ({
    tmax: 25,
    tmin: 15,
    et0: date === '2026-09-21' ? null : 3,
    rain: 1,
    rainChance: 0.2,
  });
  const ahead = (change: Partial<FieldInput>, measured: ReadonlyMap<number, number | null> = new Map()) =>
    daysAhead({ ...base, ...change }, TODAY, 4, measured);
  const week = <T>(value: T) => Array.from({ length: 7 }, () => value);

  test('without anything are the recent mean without rain', () => {
    expect(ahead({})).toEqual({
      et0: week(4),
      rain: week(0),
      chance: week(null),
      reliableRain: week(0),
      from: 'recent-days',
      fromHistory: false,
      factor: 1,
    });
  });

  test('take the forecast, each of its gaps from the climate, else the recent mean', () => {
    const forecast = { et0: [5, null, null], rain: [8, 8, 8, null], rainChance: [0.5, 0.49, null] };
    const answer = ahead({ forecast, climate });
    expect(answer.et0).toEqual([5, 4, 3, 3, 3, 3, 3]);
    expect(answer.rain).toEqual([8, 8, 8, 0, 0, 0, 0]);
    expect(answer.chance).toEqual([0.5, 0.49, null, null, null, null, null]);
    // A decision relies on rain from 50 % on, and on an amount without a chance.
    expect(answer.reliableRain).toEqual([8, 0, 8, 0, 0, 0, 0]);
    expect(answer).toMatchObject({ from: 'forecast', fromHistory: false });
    expect(ahead({ forecast: { rain: [2] } })).toMatchObject({ from: 'forecast', et0: week(4) });
    expect(ahead({ forecast: { et0: [2] } })).toMatchObject({ from: 'forecast', rain: week(0) });
    expect(ahead({ forecast: { past: [] } }).from).toBe('recent-days');
  });

  test('correct the forecast by what the station had', () => {
    const past = [18, 17, 16].map((day) => ({ date: `2026-09-${day}`, et0: 4 }));
    const measured = new Map([16, 17, 18].map((day) => [TODAY - 20 + day, 5]));
    const answer = ahead({ forecast: { et0: [4], past } }, measured);
    expect(answer.factor).toBe(1.25);
    expect(answer.et0.slice(0, 2)).toEqual([5, 4]);
    expect(ahead({ forecast: { et0: [4], past } }, new Map([[TODAY - 2, 5]])).factor).toBe(1);
  });

  test('without a forecast are the climate, whose rain no decision relies on', () => {
    const answer = ahead({ climate });
    expect(answer).toMatchObject({
      rain: week(1),
      chance: week(0.2),
      reliableRain: week(0),
      from: 'climatology',
      fromHistory: false,
    });
    const history: Climatology = (date) => ({ ...climate(date), from: 'history' });
    expect(ahead({ climate: history })).toMatchObject({ from: 'climatology', fromHistory: true });
    const nothing = { tmax: null, tmin: null, et0: null, rain: null, rainChance: null };
    const unknown: Climatology = () => ({ ...nothing, from: 'history' });
    expect(ahead({ climate: unknown })).toMatchObject({
      from: 'recent-days',
      fromHistory: false,
      rain: week(0),
    });
    const onlyRain: Climatology = () => ({ ...nothing, rain: 2 });
    expect(ahead({ climate: onlyRain })).toMatchObject({ from: 'climatology', et0: week(4), rain: week(2) });
  });

  test('in a greenhouse are its recent mean, whatever the sky does', () => {
    expect(ahead({ greenhouse: {}, climate, forecast: { et0: week(9), rain: week(9) } })).toMatchObject({
      et0: week(4),
      rain: week(0),
      chance: week(null),
      reliableRain: week(0),
      from: 'recent-days',
    });
  });
});

const band = { mean: 10, low: 5, high: 15 };
const water = {
  series: [{ day: 3, model: 1, probes: null, both: band, raw: 20, taw: 40 }],
  ahead: [{ day: 8, both: band, start: 9, raw: 20, taw: 40, kc: 1, etc: 4 }],
  today: { day: 7, model: 1, probes: null, both: band, raw: 20, taw: 40 },
  irrigation: { earliest: 0, likely: 2, latest: null, chance: 0.5 },
  probes: [],
  roots: 0.4,
  rootDepth: null,
  uptakeDepth: null,
  fit: null,
  probed: 0,
  confidence: 'low',
} as const satisfies PlotWater;

test('days of the water have dates: those of the season from planting, those of irrigation from today', () => {
  const probes = [{ ...probe(), faults: [{ fault: 'spike' as const, day: 5 }] }];
  const dated = datedWater({ ...water, probes }, TODAY - 8, TODAY);
  expect(dated.series).toEqual([
    { date: '2026-09-15', model: 1, probes: null, both: band, raw: 20, taw: 40 },
  ]);
  expect(dated.ahead).toEqual([{ date: '2026-09-20', both: band, raw: 20 }]);
  expect(dated.irrigation).toEqual({
    earliest: '2026-09-20',
    likely: '2026-09-22',
    latest: null,
    chance: 0.5,
  });
  expect(dated.probes[0]?.faults).toEqual([{ fault: 'spike', date: '2026-09-17' }]);
  expect(dated.depletion).toEqual(band);
  // On the day of planting there is no yesterday: the start of today stands for it.
  expect(datedWater({ ...water, today: null }, TODAY, TODAY).depletion).toEqual({ mean: 9, low: 9, high: 9 });
  expect(datedWater({ ...water, today: null, ahead: [] }, TODAY, TODAY).depletion.mean).toBe(0);
});

function probe() {
  return {
    depth: 0.2,
    fieldCapacity: null,
    spread: null,
    plateaus: 0,
    bias: null,
    noise: null,
    drift: null,
    days: 3,
    rejected: 0,
    faults: [],
  };
}

describe('missingOf', () => {
  const ahead = daysAhead({ ...base, forecast: { et0: [4] } }, TODAY, 4, new Map());
  const known = { ...water, probed: 0.5 };
  const day = { date: '2026-09-19', et0: 4, methods: null, reason: null };
  const codes = (
    change: Partial<FieldInput> = {},
    et0: Parameters<typeof missingOf>[1] = [day],
    of: PlotWater = known,
    days = ahead,
  ) =>
    missingOf({ ...base, ...change }, et0, of, days).map(({ code, field }) =>
      [code, field].filter(Boolean).join(' '),
    );

  test('nothing, when all is measured', () => expect(codes()).toEqual([]));

  test('soil moisture: none, old, in a small part, with faults', () => {
    expect(codes({}, [day], water)).toEqual(['no_soil_moisture']);
    expect(codes({ sensors: [] }, [day], water)).toEqual(['no_soil_moisture']);
    expect(codes({ sensors: [{ depth: 0.1, vwc: 0.2, ts: 0 }] }, [day], water)).toEqual([
      'stale_soil_moisture',
    ]);
    expect(codes({ probes: [{ depth: 0.1, days: [] }] }, [day], water)).toEqual(['stale_soil_moisture']);
    expect(codes({}, [day], { ...water, probed: 0.49 })).toEqual(['few_probes soilMoisture']);
    const faulty = {
      ...known,
      probes: [probe(), { ...probe(), faults: [{ fault: 'stuck' as const, day: 1 }] }],
    };
    expect(codes({}, [day], faulty)).toEqual(['probe_faults soilMoisture']);
    expect(codes({}, [day], { ...known, probes: [probe()] })).toEqual([]);
  });

  test('weather: none, filled in, or three days with too few hours', () => {
    expect(codes({}, [])).toEqual(['no_weather weather']);
    const filled = { ea: 'rhmean', rs: 'filled', wind: 'measured' } as const;
    expect(codes({}, [day, { ...day, methods: filled }])).toEqual(['radiation_filled radiation']);
    const few = { ...day, et0: null, reason: { code: 'too_few_hours' as const, zh: '', en: '' } };
    expect(codes({}, [few, few])).toEqual([]);
    expect(codes({}, [few, few, few])).toEqual(['too_few_hours weather']);
  });

  test('a quantity that no hour has; rain does not fall in a greenhouse', () => {
    const without = (key: string) => weather.map((hour) => ({ ...hour, [key]: null }));
    expect(codes({ weather: without('rh') })).toEqual(['no_humidity rh']);
    expect(codes({ weather: without('radiation') })).toEqual(['no_radiation radiation']);
    expect(codes({ weather: without('rain') })).toEqual(['no_rainfall rain']);
    expect(codes({ weather: without('rain'), greenhouse: {} })).toEqual([]);
  });

  test('what stands for the forecast', () => {
    const from = (change: Partial<typeof ahead>) => codes({}, [day], known, { ...ahead, ...change });
    expect(from({ from: 'climatology' })).toEqual(['climatology_forecast forecast']);
    expect(from({ from: 'climatology', fromHistory: true })).toEqual(['history_forecast forecast']);
    expect(from({ from: 'recent-days' })).toEqual(['no_forecast forecast']);
  });
});

describe('the day of planting', () => {
  const plantDate = '2026-09-20';

  // Found by reading: its readings were used for nothing, and the answer was still said to come from the probes.
  test('claims no probe that it cannot use', () => {
    const probes = [0.1, 0.3].map((depth) => ({ depth, days: [{ date: plantDate, vwc: 0.15 }] }));
    const answer = advise({ plantDate, probes });
    expect(answer).toMatchObject({ day: 1, confidence: 'default', water: { probed: 0, probes: [] } });
    expect(advise({ plantDate }).depletion).toBeCloseTo(answer.depletion, 9);
  });

  test('readings from before planting and of today: today’s count for yesterday', () => {
    const days = ['2026-09-10', '2026-09-18', '2026-09-19', plantDate].map((date) => ({ date, vwc: 0.2 }));
    const answer = advise({ probes: [{ depth: 0.1, days }] });
    expect(answer.water.probes[0]).toMatchObject({ days: 2, rejected: 0 });
  });
});

describe('leaching', () => {
  const salty = (saltTolerance: readonly [number, number], change: Partial<FieldInput> = {}) =>
    advise({
      crop: { ...maize, saltTolerance: { ...maize.saltTolerance, value: saltTolerance } },
      soil: { waterEc: 2 },
      ...change,
    }).leachingFraction;

  test('FAO-29: by the threshold of the crop, for drip by the salt that leaves no yield', () => {
    // Threshold 2 dS/m, 10 % a dS/m: 2/(5 × 2 − 2), and 2/(2 × 12).
    expect(salty([2, 10])).toBeCloseTo(0.25, 9);
    expect(salty([2, 10], { method: 'drip' })).toBeCloseTo(1 / 12, 9);
    expect(salty([2, 10], { leachingFraction: 0.1 })).toBe(0.1);
    expect(salty([2, 10], { soil: { waterEc: 0 } })).toBe(0);
    expect(salty([2, 10], { soil: {} })).toBe(0);
  });

  // Found by reading: a slope below 1.8 % gives an ECe beyond 60 dS/m, and the whole advice was refused for it.
  test('a crop that hardly minds salt still has advice', () => {
    expect(salty([8, 1], { method: 'drip' })).toBeCloseTo(2 / 120, 9);
    expect(salty([8, 0], { method: 'drip' })).toBeCloseTo(2 / 120, 9);
    expect(salty([0, 10])).toBe(0.5);
  });
});

describe('what the plot is told', () => {
  const dates = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map((day) => `2026-09-${day}`);
  /** From 12 September; depletion this morning. */
  const depletion = (change: Partial<FieldInput> = {}) => advise(change).depletion;
  const rainy = (mm: number) =>
    weather.map((hour) => (hour.ts === NOW - 60 * HOUR ? { ...hour, rain: mm } : hour));

  test('irrigation that is no amount is none', () => {
    const none = depletion();
    expect(depletion({ irrigations: [{ date: '2026-09-17', mm: 12 }] })).toBeLessThan(none - 1);
    for (const mm of [0, -12, Number.NaN, Infinity])
      expect(depletion({ irrigations: [{ date: '2026-09-17', mm }] })).toBe(none);
    const twice = [
      { date: '2026-09-17', mm: 6 },
      { date: '2026-09-17', mm: 6 },
    ];
    expect(depletion({ irrigations: twice })).toBe(
      depletion({ irrigations: [{ date: '2026-09-17', mm: 12 }] }),
    );
  });

  test('a reading counts for two days, from now back, and must be of water', () => {
    const of = (age: number, vwc = 0.25) =>
      advise({ sensors: [{ ts: NOW - age, depth: 0.1, vwc }] }).water.probes.length;
    expect([of(0), of(48 * HOUR), of(48 * HOUR + 1), of(-1), of(0, 0)]).toEqual([1, 1, 0, 0, 0]);
    const probes = (date: string) => [{ depth: 0.1, days: [{ date, vwc: 0.25 }] }];
    const daysOf = (change: Partial<FieldInput>) =>
      advise(change).water.series.flatMap(({ date, probes: read }) => (read === null ? [] : [date]));
    // Yesterday and the day before, those of today as those of yesterday.
    const sensors = [{ ts: NOW, depth: 0.1, vwc: 0.25 }];
    expect(daysOf({ sensors })).toEqual(['2026-09-18', '2026-09-19']);
    expect(daysOf({ probes: probes('2026-09-20') })).toEqual(['2026-09-19']);
    expect(daysOf({ probes: probes('2026-09-12') })).toEqual(['2026-09-12']);
    expect(daysOf({ probes: probes('2026-09-11') })).toEqual([]);
    expect(advise({ sensors, plantDate: '2026-09-19' }).water.series.map(({ date }) => date)).toEqual([
      '2026-09-19',
    ]);
  });

  test('wind is read at the height of its sensor, and where there is none at two metres', () => {
    const windy = weather.map((hour) => ({ ...hour, wind: 5 }));
    const kc = (change: Partial<FieldInput>) => advise({ plantDate: '2026-07-10', ...change }).kc;
    expect(kc({ weather: windy, windHeight: 10 })).not.toBe(kc({ weather: windy }));
    const still = weather.map((hour) => ({ ...hour, wind: null }));
    expect(kc({ weather: still, windHeight: 10 })).toBe(kc({ weather: still }));
    expect(kc({ weather: still })).toBe(kc({ weather: weather.map((hour) => ({ ...hour, wind: 2 })) }));
  });

  test('more than half of a heavy rain runs off a sealed field, and none into a greenhouse', () => {
    const wet = { weather: rainy(60), fieldCapacity: 0.3, wiltingPoint: 0.12 };
    const dry = depletion({ ...wet, weather });
    expect(depletion({ ...wet, soil: { curveNumber: 60 } })).toBeLessThan(dry - 1);
    expect(depletion({ ...wet, soil: { curveNumber: 98 } })).toBeGreaterThan(
      depletion({ ...wet, soil: { curveNumber: 60 } }) - 1e-9,
    );
    const house = { ...wet, greenhouse: { transmissivity: 0.7 } };
    expect(depletion({ ...house, soil: { curveNumber: 98 } })).toBe(depletion(house));
  });

  test('a mulch keeps water, a water table gives some, by its soil', () => {
    const plain = depletion();
    expect(depletion({ soil: { mulch: { kind: 'plastic', cover: 1 } } })).toBeLessThan(plain);
    const near = (soil: Partial<NonNullable<FieldInput['soil']>>) =>
      depletion({ fieldCapacity: 0.28, wiltingPoint: 0.12, soil: { waterTable: 0.9, ...soil } });
    expect(near({})).toBeLessThan(depletion({ fieldCapacity: 0.28, wiltingPoint: 0.12 }));
    // Without an analysis it rises as in a loam.
    expect(near({})).toBe(near({ sand: 40 }));
    expect(near({})).toBe(near({ clay: 20 }));
  });

  test('salt in the soil or in the water slows the crop', () => {
    const all = { fieldCapacity: 0.28, wiltingPoint: 0.12, irrigations: [{ date: '2026-09-13', mm: 30 }] };
    const sums = (soil: FieldInput['soil']) => depletion({ ...all, ...(soil && { soil }) });
    const fresh = sums(null);
    expect(sums({ soilEc: 9 })).toBeLessThan(fresh);
    expect(sums({ waterEc: 20 })).not.toBe(fresh);
    expect(sums({ soilEc: 0, waterEc: 0 })).toBe(fresh);
  });

  test('irrigation is known where it is handWritten, or any was entered', () => {
    const from = (change: Partial<FieldInput>) => JSON.stringify(advise({ probes, ...change }).water.fit);
    const probes = [0.1, 0.3, 0.5].map((depth) => ({
      depth,
      days: dates.map((date, index) => ({ date, vwc: index > 5 ? 0.29 : 0.2 - 0.004 * index })),
    }));
    const irrigations = [{ date: '2026-09-01', mm: 5 }];
    expect(from({ irrigationKnown: true })).toBe(from({ irrigations }));
    expect(from({ irrigationKnown: false, irrigations })).toBe(from({}));
  });
});
