import { describe, expect, it } from 'vitest';
import { CROPS } from './data/crops.ts';
import { findPest, PEST_RECORDS, type PestRecord } from './data/diseases-pests.ts';
import type { CropHour } from './disease-hours.ts';
import {
  botrytisBroome,
  downy310,
  hutton,
  pDays,
  powderyGublerThomas,
  smith,
  tomcast,
  wallinSeverity,
  wetnessRequirement,
  wheatScab,
} from './disease-models.ts';
import { diseaseRisk } from './disease-risk.ts';
import { weatherFromStation, weatherFromWmo, weatherTypeFromText } from './weather-text.ts';

const HOUR = 3_600_000;
/** Midnight in China. */
const START = Date.UTC(2026, 4, 31, 16);

const record = (id: string): PestRecord => {
  const found = findPest(id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
};

/** Days of hours; the first `wet` hours of each are at 95 %. */
const hours = (days: number, day: { t: number; wet: number; rh?: null; soilT?: number }): CropHour[] =>
  Array.from({ length: days * 24 }, (_, hour) => ({
    ts: START + hour * HOUR,
    t: day.t,
    rh: day.rh === null ? null : hour % 24 < day.wet ? 95 : 60,
    soilT: day.soilT ?? null,
  }));

describe('models', () => {
  it('Hutton needs two consecutive days, Smith more hours', () => {
    const days = [6, 6, 3, 11, 11].map((rh90h) => ({ tmin: 10, rh90h }));
    expect(hutton(days)).toEqual([false, true, false, false, true]);
    expect(smith(days)).toEqual([false, false, false, false, true]);
  });

  it('Wallin and TOMCAST increase with the hours and are zero outside their temperatures', () => {
    expect([9, 10, 13, 16, 19].map((hours) => wallinSeverity({ meanT: 20, hours }))).toEqual([0, 1, 2, 3, 4]);
    expect([5, 27].map((meanT) => wallinSeverity({ meanT, hours: 24 }))).toEqual([0, 0]);
    expect([2, 3, 6, 13, 21].map((wetHours) => tomcast({ meanT: 23, wetHours }))).toEqual([0, 1, 2, 3, 4]);
    expect([12.9, 30].map((meanT) => tomcast({ meanT, wetHours: 24 }))).toEqual([0, 0]);
  });

  it('Wallin has a fourth step in its coldest band', () => {
    expect([15, 16, 19, 22, 24, 25].map((hours) => wallinSeverity({ meanT: 10, hours }))).toEqual([
      0, 1, 2, 3, 3, 4,
    ]);
  });

  it('grey mould depends on wet hours at mild temperatures', () => {
    expect(botrytisBroome({ wetHours: 20, meanT: 18 })).toBeGreaterThan(0.8);
    expect(botrytisBroome({ wetHours: 20, meanT: 2 })).toBeLessThan(0.01);
  });

  it('powdery mildew starts only after three consecutive days', () => {
    const day = (consecutiveHours21to30: number, hot35 = false) => ({ consecutiveHours21to30, hot35 });
    expect(
      powderyGublerThomas([day(6), day(6), day(0), day(6), day(6), day(6), day(6, true), day(0)]),
    ).toEqual([20, 40, 0, 20, 40, 60, 70, 60]);
  });

  it('an infection needs the least wetness at its optimum temperature, and is impossible outside its range', () => {
    const fungus = { tmin: 1, topt: 20, tmax: 30, wmin: 2, wmax: 12 };
    expect(wetnessRequirement({ t: 20, ...fungus })).toBe(2);
    expect(wetnessRequirement({ t: 10, ...fungus })).toBeGreaterThan(2);
    expect(wetnessRequirement({ t: 29.9, ...fungus })).toBe(12);
    expect(wetnessRequirement({ t: 30, ...fungus })).toBeNull();
  });

  it('grape, wheat and potato', () => {
    expect(downy310({ rain48h: 10, tmin: 10, shootCm: 10 })).toBe(true);
    expect(wheatScab({ meanRh14d: 80, resistance: 'VS' }).probability).toBeGreaterThan(
      wheatScab({ meanRh14d: 80, resistance: 'MR' }).probability,
    );
    // A constant 21 °C gives the greatest development of potato in a day.
    expect(pDays({ tmax: 21, tmin: 21 })).toBe(10);
    expect(pDays({ tmax: 6, tmin: 2 })).toBe(0);
  });
});

describe('diseaseRisk', () => {
  it('warns of late blight after two mild wet days, with their dates', () => {
    const answer = diseaseRisk({ record: record('late_blight_tomato'), hours: hours(3, { t: 15, wet: 12 }) });
    expect(answer).toMatchObject({ risk: 'high', model: 'lateBlight', missing: [] });
    expect(answer.days.map((day) => day.risk)).toEqual(['low', 'high', 'high']);
    expect(answer.evidence[0]?.zh).toContain('2026-06-02');
  });

  it('rules out a disease only when the air is known to be dry', () => {
    const dry = diseaseRisk({ record: record('gray_mold'), hours: hours(3, { t: 18, wet: 0 }) });
    expect(dry.risk).toBe('none');
  });

  it.each(PEST_RECORDS.map((one) => [one.id, one] as const))(
    'never rules out %s without humidity',
    (_, one) => {
      const answer = diseaseRisk({ record: one, hours: hours(10, { t: 3, wet: 0, rh: null }) });
      expect(answer.risk).toBe('insufficient_data');
      expect(answer.days.some((day) => day.risk === 'none')).toBe(false);
      expect(diseaseRisk({ record: one, hours: [] }).risk).toBe('insufficient_data');
    },
  );

  it('does not evaluate half a day', () => {
    const answer = diseaseRisk({
      record: record('early_blight'),
      hours: hours(1, { t: 20, wet: 4 }).slice(0, 12),
    });
    expect(answer.days).toEqual([{ date: '2026-06-01', risk: 'insufficient_data', value: null }]);
  });

  it('evaluates a day with exactly 18 measured hours, and none with 17', () => {
    const risks = [18, 17].map((count) => {
      const air = hours(1, { t: 20, wet: 4 }).slice(0, count);
      return diseaseRisk({ record: record('late_blight_tomato'), hours: air }).days[0]?.risk;
    });
    expect(risks).toEqual(['none', 'insufficient_data']);
  });

  it('treats a wet night across midnight as one wet period', () => {
    const night = hours(2, { t: 20, wet: 0 }).map((hour, index) =>
      index >= 14 && index < 34 ? { ...hour, rh: 97 } : hour,
    );
    const answer = diseaseRisk({ record: record('gray_mold'), hours: night });
    expect(answer.days.map((day) => day.risk)).toEqual(['none', 'high']);
    expect(answer.evidence[0]?.en).toContain('wet for 20 h');
  });

  /** Hours of the night from the first day's noon on, at 95 %, `from` and `until` counted from the first midnight. */
  const wetBetween = (from: number, until: number, t: number) =>
    hours(4, { t, wet: 0 }).map((hour, index) =>
      index >= from && index < until ? { ...hour, rh: 95 } : hour,
    );

  it('counts one wet night once for TOMCAST and Wallin', () => {
    // 18:00 to 06:00, 12 h: at 23 °C tomcast 2, at 20 °C wallin 1.
    const tomcastDays = diseaseRisk({ record: record('early_blight'), hours: wetBetween(42, 54, 23) }).days;
    expect(tomcastDays.map(({ value }) => value)).toEqual([null, 0, 2, 0]);
    const wallin = diseaseRisk({ record: record('late_blight_tomato'), hours: wetBetween(42, 54, 20) }).days;
    expect(wallin.map(({ value }) => value)).toEqual([null, 0, 1, 0]);
  });

  it('does not split a wet period of 25 cold hours', () => {
    const answer = diseaseRisk({ record: record('late_blight_tomato'), hours: wetBetween(30, 55, 10) });
    expect(answer.days.map(({ value }) => value)).toEqual([null, 0, 4, 0]);
    expect(answer.evidence.at(-1)?.en).toContain('Wallin severity 4');
  });

  it('splits three wet days at noon', () => {
    const answer = diseaseRisk({ record: record('late_blight_tomato'), hours: wetBetween(12, 84, 20) });
    expect(answer.days.map(({ value }) => value)).toEqual([null, 4, 4, 4]);
  });

  it('returns the wet periods behind the risk, of the last week only', () => {
    const air = hours(12, { t: 20, wet: 0 }).map((hour, index) => {
      const day = Math.floor(index / 24);
      const wet = { 1: 23, 7: 20, 9: 3, 10: 8, 11: 4 }[day] ?? 0;
      return index % 24 < wet ? { ...hour, rh: 96 } : hour;
    });
    const answer = diseaseRisk({ record: record('gray_mold'), hours: air });
    expect(answer.evidence.map((one) => one.en.slice(0, 28))).toEqual([
      '2026-06-08: wet for 20 h at ',
      '2026-06-11: wet for 8 h at 2',
      '2026-06-12: wet for 4 h at 2',
    ]);
  });

  it('has a risk of head blight only during flowering', () => {
    const wet = hours(14, { t: 22, wet: 24 });
    const wheat = record('wheat_fhb');
    expect(diseaseRisk({ record: wheat, hours: wet }).missing).toContain('flowering');
    expect(diseaseRisk({ record: wheat, hours: wet, flowering: false }).risk).toBe('none');
    expect(diseaseRisk({ record: wheat, hours: wet, flowering: true }).risk).toBe('high');
  });

  it('uses trap counts and soil temperature', () => {
    const trapCounts = [3, 80].map((count, day) => ({ date: `2026-06-0${day + 1}`, count }));
    expect(diseaseRisk({ record: record('bph'), hours: [], trapCounts })).toMatchObject({
      risk: 'high',
      missing: [],
    });
    const soil = hours(6, { t: 28, wet: 0, soilT: 27 });
    expect(diseaseRisk({ record: record('bacterial_wilt'), hours: soil }).risk).toBe('high');
  });

  it('has a risk of mites in hot dry air', () => {
    const mite = record('spider_mite');
    expect(
      diseaseRisk({ record: mite, hours: hours(2, { t: 29, wet: 0 }).map((one) => ({ ...one, rh: 40 })) })
        .risk,
    ).toBe('high');
    expect(diseaseRisk({ record: mite, hours: hours(2, { t: 29, wet: 24 }) }).risk).toBe('none');
  });

  it('has records for known crops only', () => {
    const known = new Set([...CROPS.map((crop) => crop.id), 'grape']);
    expect(PEST_RECORDS.flatMap((one) => one.crops).filter((crop) => !known.has(crop))).toEqual([]);
    expect(new Set(PEST_RECORDS.map((one) => one.id)).size).toBe(24);
  });
});

describe('weather', () => {
  it.each([
    ['雨夹雪', 'snow'],
    ['多云转小雨', 'rain'],
    ['晴间多云', 'cloudy'],
    ['浮尘', 'overcast'],
    ['少云', 'sunny'],
    ['大风', null],
  ])('%s is %s', (text, type) => {
    expect(weatherTypeFromText(text)).toBe(type);
  });

  it('has a text and a cloudiness that agree for each code', () => {
    for (let code = 0; code < 100; code++) {
      const weather = weatherFromWmo(code);
      if (weather !== null) expect(weatherTypeFromText(weather.text), weather.text).toBe(weather.type);
    }
    expect(weatherFromWmo(42)).toBeNull();
  });

  it('derives the cloudiness from a station, and none without its values', () => {
    const noon = { doy: 172, solarHour: 12, lat: 36.9 };
    expect(weatherFromStation({ ...noon, rain30min: 0.4, t: 12 })?.type).toBe('rain');
    expect(weatherFromStation({ ...noon, rain30min: 0.4, t: 0 })?.type).toBe('snow');
    expect(weatherFromStation({ ...noon, radiation: 950 })?.type).toBe('sunny');
    expect(weatherFromStation({ ...noon, radiation: 500 })?.type).toBe('cloudy');
    expect(weatherFromStation({ ...noon, radiation: 120 })?.type).toBe('overcast');
    const midnight = { ...noon, solarHour: 0, radiation: 0 };
    expect(weatherFromStation(midnight)).toBeNull();
    expect(weatherFromStation({ ...midnight, lastDaytime: 'cloudy' })).toEqual({
      text: '多云',
      type: 'cloudy',
    });
  });
});
