import { findPest, type PestRecord, type Reason, withEdits, type WeatherHour } from '@farm3d/agronomy';
import { describe, expect, it } from 'vitest';
import {
  type AdviceOptions,
  adviceOf,
  type AssessmentInput,
  droughtOf,
  firstDayOf,
  growthOf,
  hourlyEt0Of,
  risksOf,
} from './assessments.ts';
import type { FieldData } from './field-sources.ts';
import type { Plot } from './plot.ts';

const HOUR = 3_600_000;
/** 10:00 in China. */
const NOW = Date.parse('2026-06-20T02:00:00Z');

const plot = {
  cropId: 'maize',
  stages: null,
  plantDate: '2026-05-01',
  environment: 'field',
  latitude: 36.9,
  longitude: 118.7,
  elevation: 30,
  windHeight: 2,
  area: 1000,
  soilTexture: 'loam',
  fieldCapacity: null,
  wiltingPoint: null,
  soil: null,
  irrigationMethod: null,
  irrigationEfficiency: 0.5,
  irrigationFlow: 10,
  transmissivity: null,
  timeZone: 'Asia/Shanghai',
} as unknown as Plot;

/** Sunny days with a sun that is highest at noon in China. */
const weather = Array.from({ length: 50 * 24 }, (_, index): WeatherHour => {
  const ts = NOW - (50 * 24 - index) * HOUR;
  const sun = Math.max(0, Math.cos((((ts / HOUR + 8) % 24) - 12) * (Math.PI / 12)));
  return { ts, t: 18 + 9 * sun, rh: 75 - 30 * sun, radiation: 850 * sun, wind: 2, rain: 0 };
});

const situation = (
  water: FieldData['water'] = null,
  change: Partial<Plot> = {},
  data: Partial<FieldData> = {},
): AssessmentInput => ({
  now: NOW,
  plot: { ...plot, ...change },
  data: {
    weather,
    cropHours: [],
    soil: [],
    soilNow: [],
    probes: [],
    water,
    rain: [],
    insects: [],
    sources: [],
    notes: [],
    radiationInside: false,
    ...data,
  },
  tables: withEdits([]),
  climate: [],
});

/** A reason as `code:field`. */
const named = ({ code, field }: Reason) => (field === undefined ? code : `${code}:${field}`);

const advise = (...args: Parameters<typeof situation>) => {
  const advice = adviceOf(situation(...args));
  if (advice.reason !== null) throw new Error(advice.reason.en);
  return advice;
};

/** 31 years of months up to May 2026: rain differs from year to year, the temperatures do not. */
const climate = Array.from({ length: 31 * 12 }, (_, index) => ({
  month: `${1995 + Math.floor((index + 5) / 12)}-${String(((index + 5) % 12) + 1).padStart(2, '0')}`,
  rain: 30 + ((index * 37) % 61),
  et0: 90 + ((index * 11) % 29),
  tmax: 27,
  tmin: 14,
}));

const stage = (endGdd: number, change = {}) => ({
  code: 'S',
  zh: '期',
  en: 'Phase',
  bbch: '',
  endGdd: { value: endGdd, from: 'organisation', certainty: 'entered' },
  waterSensitivity: 'other',
  ...change,
});
const withStages = (...stages: object[]) => ({ stages: stages as unknown as Plot['stages'] });

describe('growth', () => {
  const grow = (change: Partial<Plot> = {}, data: Partial<FieldData> = {}) => {
    const growth = growthOf(situation(null, change, data));
    if ('reason' in growth) throw new Error(growth.reason.en);
    return growth;
  };
  const refusal = (change: Partial<Plot>) => {
    const growth = growthOf(situation(null, change));
    return 'reason' in growth ? named(growth.reason) : 'grown';
  };

  it('is refused for an unknown crop, without a planting date, before planting and without stages', () => {
    expect([
      refusal({ cropId: 'moss' }),
      refusal({ plantDate: null }),
      refusal({ plantDate: '2026-06-21' }),
      refusal({ plantDate: '2026-06-20' }),
      refusal({ stages: [] }),
    ]).toEqual([
      'unknown_crop:crop',
      'no_plant_date:plantDate',
      'not_planted:plantDate',
      'grown',
      'insufficient_data:periods',
    ]);
  });

  it('has the name, the stage and the sensitivity in both languages', () => {
    const { label, timeline, waterSensitivity } = grow(
      withStages(stage(50), stage(10_000, { zh: '盛期', en: 'Prime', waterSensitivity: 'critical' })),
    );
    expect(timeline.stage.index).toBe(1);
    expect(label.zh).toContain('玉米 · 盛期 · 第51天');
    expect(label.en).toContain('Maize (grain) · Prime · day 51');
    expect(waterSensitivity).toBe('critical');
  });

  it('is full from the beginning of the last stage on', () => {
    const scaleFor = (...ends: number[]) => grow(withStages(...ends.map((end) => stage(end)))).scale;
    const { gdd } = grow().timeline;
    expect(scaleFor(gdd / 2, gdd * 0.9, gdd * 50)).toBe(1);
    expect(scaleFor(gdd / 2, gdd * 50, gdd * 100)).toBeLessThan(0.12);
    // Of one stage alone, its end.
    expect(scaleFor(gdd * 50)).toBeLessThan(0.12);
  });

  it('fills a gap from the climate in the open field alone', () => {
    const heat = (environment: Plot['environment']) => {
      const growth = growthOf({ ...situation(null, { environment }, { weather: [] }), climate });
      return 'reason' in growth ? -1 : growth.timeline.gdd;
    };
    expect(heat('field')).toBeGreaterThan(400);
    expect(heat('greenhouse')).toBe(0);
  });

  it('needs no position, and takes the morning and the afternoon from it where there is one', () => {
    const days = (change: Partial<Plot>) => grow(change).timeline.unknownDays;
    // Without the hours 12 to 16 by the sun of the plot, a day has no greatest temperature.
    const cut = weather.filter(({ ts }) => Math.abs(((ts / HOUR + 8) % 24) - 14) > 2);
    const unknown = (longitude: number | null, latitude: number | null = 36.9) =>
      grow({ longitude, latitude }, { weather: cut }).timeline.unknownDays;
    expect(days({ latitude: null, longitude: null })).toBe(0);
    expect([unknown(118.7), unknown(-118.7)]).toEqual([51, 0]);
    expect(unknown(-118.7, null)).toBe(51);
  });
});

describe('drought', () => {
  const assess = (change: Partial<AssessmentInput> = {}, deviceId: string | null = null) =>
    droughtOf({ ...situation(), ...change }, deviceId);

  it('names the device that was asked about', () => {
    expect(assess({}, 'probe').deviceId).toBe('probe');
    expect(assess().deviceId).toBeNull();
  });

  it('says what was assumed or is missing', () => {
    const own = { code: 'no_wind', zh: '', en: '' } as const;
    const bare = situation(null, { soilTexture: null, cropId: null }, { notes: [own] });
    expect(assess(bare).notes.map(named)).toEqual([
      'no_wind',
      'no_climate_record:climate',
      'texture_assumed:soilTexture',
      'field_capacity_default:fieldCapacity',
      'unknown_crop:crop',
    ]);
    expect(assess({ ...situation(null, { fieldCapacity: 0.3 }), climate }).notes).toEqual([]);
  });

  it('weighs the soil by the sensitivity of the stage', () => {
    const sensitivity = (change: Partial<Plot>) => assess(situation(null, change)).stage;
    expect(sensitivity(withStages(stage(10_000, { waterSensitivity: 'critical' })))).toBe('critical');
    expect(sensitivity({ cropId: null })).toBe('other');
  });

  it('has one index for each scale, that of the climate where the station has too few days', () => {
    const rain = [{ date: '2026-06-19', mm: 3 }];
    const indices = (change: Partial<AssessmentInput>) =>
      assess({ ...situation(null, {}, { rain }), ...change }).spi.map(({ scaleDays, value }) => [
        scaleDays,
        value === null ? null : 'known',
      ]);
    expect(indices({})).toEqual([
      [30, null],
      [90, null],
    ]);
    expect(indices({ climate })).toEqual([30, 90, 180, 360].map((days) => [days, 'known']));
  });

  it('keeps the index of a station with decades of rain', () => {
    const days = 31 * 365;
    const rain = Array.from({ length: days }, (_, index) => ({
      date: new Date(NOW - (days - index) * 24 * HOUR).toISOString().slice(0, 10),
      mm: (index * 7) % 10 === 0 ? 5 + (index % 13) : 0,
    }));
    const byStation = assess(situation(null, {}, { rain })).spi;
    const both = assess({ ...situation(null, {}, { rain }), climate }).spi;
    expect(byStation.map(({ value }) => typeof value)).toEqual(['number', 'number']);
    expect(both.slice(0, 2)).toEqual(byStation);
    expect(both.map(({ scaleDays }) => scaleDays)).toEqual([30, 90, 180, 360]);
  });

  it('is drier by SPEI, the more of the rain evaporates; without ET0 there is none', () => {
    const last = (et0: number | null) =>
      assess({ climate: climate.map((month) => (month.month === '2026-05' ? { ...month, et0 } : month)) })
        .spei[0]?.value ?? null;
    expect(last(180)).toBeLessThan(last(60) ?? NaN);
    expect(last(null)).toBeNull();
  });
});

describe('advice', () => {
  const codes = (input: AssessmentInput, options: AdviceOptions = {}) =>
    adviceOf(input, options).missing.map(named);
  const refusal = (change: Partial<Plot>) => {
    const note = { code: 'no_indoor_climate', zh: '', en: '' } as const;
    const answer = adviceOf(situation(null, change, { notes: [note] }));
    if (answer.reason === null) return 'advised';
    expect(answer.missing).toEqual([note]);
    return `${String(answer.advice)} ${named(answer.reason)}`;
  };

  it('is refused for an unknown crop, without a planting date and without a place, with what was replaced', () => {
    expect([
      refusal({ cropId: null }),
      refusal({ plantDate: null }),
      refusal({ latitude: null }),
      refusal({}),
    ]).toEqual([
      'null unknown_crop:crop',
      'null no_plant_date:plantDate',
      'null no_place:latitude',
      'advised',
    ]);
  });

  it('loses what the method loses, unless the plot has an efficiency of its own', () => {
    const lost = (change: Partial<Plot>) => {
      const { advice } = advise(null, change);
      return (advice?.netMm ?? 0) / (advice?.grossMm ?? 1);
    };
    expect(lost({ irrigationEfficiency: null, irrigationMethod: 'surface' })).toBeCloseTo(0.6, 6);
    expect(lost({ irrigationEfficiency: null, irrigationMethod: 'drip' })).toBeCloseTo(0.9, 6);
    expect(lost({ irrigationEfficiency: 0.5, irrigationMethod: 'drip' })).toBeCloseTo(0.5, 6);
    expect(lost({ irrigationEfficiency: null, irrigationMethod: null })).toBeCloseTo(0.75, 6);
  });

  it('all water goes to the beds: on half of the area it is twice as deep, and half as much is needed', () => {
    const water = (m3: number) => ({ from: 'total', days: [{ date: '2026-06-17', m3 }], notes: [] }) as const;
    const beds = { soil: { irrigatedShare: 0.5 } } as Partial<Plot>;
    expect(advise(water(20), beds).depletion).toBeCloseTo(advise(water(40)).depletion, 6);
    expect(advise(null, beds).advice?.volumeM3).toBeCloseTo((advise().advice?.volumeM3 ?? 0) / 2, 6);
  });

  it('says that no irrigation is recorded without a meter and without an area', () => {
    const water = { from: 'total', days: [], notes: [] } as const;
    expect(codes(situation())).toContain('no_irrigation_record:valve');
    expect(codes(situation(water, { area: null }))).toContain('no_irrigation_record:valve');
    expect(codes(situation(water, { area: 0 }))).toContain('no_irrigation_record:valve');
    expect(codes(situation(water))).not.toContain('no_irrigation_record:valve');
  });

  it('names what was assumed about the soil, the wind, the rain ahead and the water', () => {
    const still = weather.map((hour): WeatherHour => ({ ...hour, wind: null }));
    const water = { from: 'total', days: [], notes: ['meter_jump'] } as unknown as FieldData['water'];
    const note = { code: 'no_indoor_climate', zh: '', en: '' } as const;
    const bare = situation(water, { soilTexture: null }, { weather: still, notes: [note] });
    const found = codes(bare, { forecast: { et0: [4], rain: [1, null] } });
    expect(found).toEqual(
      expect.arrayContaining([
        'no_indoor_climate',
        'texture_assumed:soilTexture',
        'field_capacity_default:fieldCapacity',
        'forecast_no_rain_amount:forecast',
        'no_wind:wind',
        'meter_jump:valve',
      ]),
    );
    const known = codes(situation(water, { fieldCapacity: 0.3 }), { forecast: { et0: [4], rain: [1] } });
    for (const one of ['texture_assumed', 'field_capacity_default', 'forecast_no_rain_amount', 'no_wind'])
      expect(known.join(' ')).not.toContain(one);
    // The table has the field capacity of a texture, which is not a measured one.
    expect(codes(situation())).toContain('field_capacity_default:fieldCapacity');
    // No wind blows in a greenhouse.
    expect(codes(situation(null, { environment: 'greenhouse' }, { weather: still }))).not.toContain(
      'no_wind:wind',
    );
    // One hour with wind is a sensor.
    expect(codes(situation(null, {}, { weather: [...still, ...weather.slice(-1)] }))).not.toContain(
      'no_wind:wind',
    );
  });

  it('in a greenhouse uses neither the climate nor the forecast of the open field', () => {
    const from = (environment: Plot['environment']) => {
      const advice = adviceOf({ ...situation(null, { environment }), climate });
      return advice.reason === null ? advice.forecastFrom : null;
    };
    expect([from('field'), from('greenhouse')]).toEqual(['climatology', 'recent-days']);
  });

  it('the light outdoors is reduced by the cover, that measured inside is not', () => {
    const et0 = (radiationInside: boolean, transmissivity: number) => {
      const house = { environment: 'greenhouse', transmissivity } as const;
      const { et0 } = advise(null, house, { radiationInside });
      return et0.reduce((total, day) => total + (day.et0 ?? 0), 0);
    };
    expect(et0(false, 0.4)).toBeLessThan(et0(false, 0.8));
    expect(et0(true, 0.4)).toBeGreaterThan(et0(false, 0.4) * 1.2);
    const open = advise().et0.reduce((total, day) => total + (day.et0 ?? 0), 0);
    expect(et0(false, 0.8)).not.toBeCloseTo(open, 1);
  });

  it('uses earlier years of the plot where there is no record of the climate', () => {
    const advice = adviceOf(situation(), {
      history: () => ({ tmax: 28, tmin: 15, et0: 9, rain: 0, rainChance: 0, from: 'history' }),
    });
    expect(advice.reason === null && advice.forecastFrom).toBe('climatology');
    expect(advice.missing.map(named)).toContain('history_forecast:forecast');
  });

  it('follows the forecast: evaporation, rain and its chance', () => {
    const end = (forecast: AdviceOptions['forecast']) => {
      const advice = adviceOf(situation(), forecast ? { forecast } : {});
      if (advice.reason !== null) throw new Error(advice.reason.en);
      return advice;
    };
    const week = (mm: number) => Array.from({ length: 7 }, () => mm);
    const last = (forecast: AdviceOptions['forecast']) => end(forecast).trajectory.at(-1)?.depletion ?? NaN;
    expect(end({ et0: week(4) }).forecastFrom).toBe('forecast');
    expect(end(undefined).forecastFrom).toBe('recent-days');
    expect(last({ et0: week(8) })).toBeGreaterThan(last({ et0: week(1) }));
    expect(last({ et0: week(4), rain: week(20) })).toBeLessThan(last({ et0: week(4) }));
    const rainy = { et0: week(4), rain: week(90) };
    expect(end({ ...rainy, rainChance: week(1) }).advice).toBeNull();
    expect(end({ ...rainy, rainChance: week(0.1) }).advice).not.toBeNull();
  });

  it('corrects the forecast by what the station measured of its past days', () => {
    const measured = advise().et0;
    const past = measured.map(({ date, et0 }) => ({ date, et0: et0 === null ? null : et0 / 1.3 }));
    const factor = (forecast: AdviceOptions['forecast']) => {
      const advice = adviceOf(situation(), forecast ? { forecast } : {});
      return advice.reason === null ? advice.forecastFactor : NaN;
    };
    expect(factor({ past })).toBeGreaterThan(1.15);
    expect(factor(undefined)).toBe(1);
  });

  it('refills the share that was asked for', () => {
    const net = (refillFraction?: number) => {
      const advice = adviceOf(situation(), { refillFraction });
      return advice.reason === null ? (advice.advice?.netMm ?? NaN) : NaN;
    };
    expect(net(0.5)).toBeCloseTo(net() / 2, 6);
  });

  const days = Array.from({ length: 50 }, (_, day) =>
    new Date(NOW - (49 - day) * 24 * HOUR).toISOString().slice(0, 10),
  );
  const probed = (unit: 'percent' | 'relative', value: number) =>
    advise(
      null,
      { fieldCapacity: 0.3 },
      {
        probes: [0.1, 0.3, 0.5].map((depth) => ({
          depth,
          unit,
          days: days.map((date, index) => ({ date, value: value * (1 - (index % 10) / 100) })),
        })),
      },
    );

  it('reads probes in % of the volume, and relative ones by the field capacity', () => {
    const dry = probed('percent', 18);
    const moist = probed('percent', 27);
    expect(moist.soil.source).not.toBe('balance');
    expect(moist.soil.theta).toBeGreaterThan(dry.soil.theta + 0.02);
    // 90 % of a field capacity of 0.3 are 27 % of the volume.
    expect(probed('relative', 90).soil.theta).toBeCloseTo(moist.soil.theta, 6);
  });
});

it('of recorded water the share of the efficiency reaches the roots', () => {
  const water = { from: 'total', days: [{ date: '2026-06-17', m3: 40 }], notes: [] } as FieldData['water'];
  const depletion = (efficiency: number) => advise(water, { irrigationEfficiency: efficiency }).depletion;
  // 40 m³ on 1000 m² are 40 mm, half of it for the roots.
  const without = advise().depletion;
  expect(depletion(0.5)).toBeLessThan(without - 8);
  expect(depletion(1)).toBeLessThan(depletion(0.5) - 8);
});

it('of an advised depth more is applied, the less efficient the method', () => {
  const { advice } = advise();
  expect((advice?.grossMm ?? 0) / (advice?.netMm ?? 1)).toBeCloseTo(2, 6);
});

it('east is east: a day without the hours of its sun has no ET0 from them', () => {
  const measured = (longitude: number) => {
    const all = situation(null, { longitude });
    // Without noon and afternoon in China, which are night on the other side of the Earth.
    const hours = weather.filter(({ ts }) => Math.abs(((ts / HOUR + 8) % 24) - 14) > 2);
    const advice = adviceOf({ ...all, data: { ...all.data, weather: hours } });
    return advice.reason === null && advice.et0.some(({ methods }) => methods?.rs === 'measured');
  };
  expect([measured(118.7), measured(-118.7)]).toEqual([false, true]);
});

it('the hourly ET0 of some hours are those before now', () => {
  const input = situation(null, {}, { weather: [...weather, { ...weather[0]!, ts: NOW }] });
  const hours = hourlyEt0Of(input, 24).map(({ ts }) => ts);
  expect(hours).toEqual(Array.from({ length: 24 }, (_, index) => NOW - (24 - index) * HOUR));
});

it('the hourly ET0 of a night is the same, however many hours are asked for', () => {
  const dull = weather.map((hour) => ({ ...hour, radiation: 0.4 * (hour.radiation ?? 0) }));
  const input = situation(null, {}, { weather: dull });
  // From midnight in China on: the light of the evening before tells how cloudy it was.
  expect(hourlyEt0Of(input, 10)).toEqual(hourlyEt0Of(input, 48).slice(-10));
  const clear = hourlyEt0Of(situation(), 10);
  expect(hourlyEt0Of(input, 10)[0]?.et0).not.toBe(clear[0]?.et0);
});

it('there is no hourly ET0 in a greenhouse or without a position', () => {
  const count = (change: Partial<Plot>) => hourlyEt0Of(situation(null, change), 24).length;
  expect([
    count({}),
    count({ environment: 'greenhouse' }),
    count({ latitude: null }),
    count({ longitude: null }),
    count({ latitude: null, longitude: null }),
  ]).toEqual([24, 0, 0, 0, 0]);
});

it('the hourly ET0 has its sun where the plot is: the evening evaporates more than midnight', () => {
  const at = (longitude: number, hour: number) =>
    hourlyEt0Of(situation(null, { longitude }), 24).find(({ ts }) => (ts / HOUR + 8) % 24 === hour)?.et0 ??
    -1;
  expect(at(118.7, 18)).toBeGreaterThan(at(118.7, 23));
  expect(at(-118.7, 18)).toBeLessThan(at(-118.7, 23));
});

describe('risks', () => {
  const record = (id: string): PestRecord => {
    const found = findPest(id);
    if (!found) throw new Error(`no ${id}`);
    return found;
  };
  const DAY = 24 * HOUR;
  /** Warm and humid, 20 days. */
  const cropHours = Array.from({ length: 20 * 24 }, (_, index) => ({
    ts: NOW - (20 * 24 - index) * HOUR,
    t: 22,
    rh: 95,
  }));

  it('are those of the last fortnight, to the hour', () => {
    const dates = (hours: FieldData['cropHours']) =>
      risksOf(situation(null, {}, { cropHours: hours }), [record('wheat_fhb')])[0]?.days.map(
        ({ date }) => date,
      );
    expect(dates(cropHours)?.[0]).toBe('2026-06-06');
    expect(dates(cropHours)?.at(-1)).toBe('2026-06-20');
    const one = { t: 22, rh: 95 };
    expect(dates([{ ...one, ts: NOW - 14 * DAY }])).toEqual(['2026-06-06']);
    expect(dates([{ ...one, ts: NOW - 14 * DAY - 1 }])).toEqual([]);
  });

  it('of a trap are those of the catches since the same day', () => {
    const insects = ['2026-06-05', '2026-06-06', '2026-06-19'].map((date) => ({ date, count: 60 }));
    const [risk] = risksOf(situation(null, {}, { insects }), [record('bph')]);
    expect(risk?.days.map(({ date, risk: level }) => [date, level])).toEqual([
      ['2026-06-06', 'high'],
      ['2026-06-19', 'high'],
    ]);
  });

  it('of head blight exist from flower buds to the end of flowering, and are unknown without a stage', () => {
    const level = (change: Partial<Plot>) => {
      const [risk] = risksOf(situation(null, { cropId: 'wheat', ...change }, { cropHours }), [
        record('wheat_fhb'),
      ]);
      return `${risk?.risk ?? ''} ${risk?.missing.join() ?? ''}`.trim();
    };
    const at = (bbch: string) => level(withStages(stage(10_000, { bbch })));
    expect([at('30-39'), at('51-69'), at('61-69'), at('71-85'), at('35-65'), at('')]).toEqual([
      'none',
      'high',
      'high',
      'none',
      'none',
      'none',
    ]);
    expect(level({ plantDate: null })).toBe('insufficient_data flowering');
  });

  it('are one for each record, in its order', () => {
    const found = risksOf(situation(null, {}, { cropHours }), [record('bph'), record('wheat_fhb')]);
    expect(found.map(({ id }) => id)).toEqual(['bph', 'wheat_fhb']);
  });
});

it('the assessments begin a week before planting, at least five weeks and at most 400 days ago', () => {
  const first = (plantDate: string | null) => new Date(firstDayOf({ ...plot, plantDate }, NOW)).toISOString();
  // Local days begin up to 14 hours before those of UTC.
  expect(first('2026-05-01')).toBe('2026-04-23T10:00:00.000Z');
  expect(first('2026-06-19')).toBe('2026-05-15T10:00:00.000Z');
  expect(first('2019-06-19')).toBe('2025-05-15T10:00:00.000Z');
  expect(first(null)).toBe('2026-05-15T10:00:00.000Z');
  expect(first('in spring')).toBe('2026-05-15T10:00:00.000Z');
});
