import { describe, expect, it } from 'vitest';
import { climatologyOf } from './climatology.ts';
import { findCrop } from './data/crops.ts';
import { cropTimeline } from './crop-timeline.ts';
import { dailyWeather, type WeatherHour } from './daily-weather.ts';
import { fieldAdvice } from './field.ts';
import type { FieldInput } from './field-input.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 20 September, 08:00 in China. */
const NOW = Date.UTC(2026, 8, 20, 0);

const crop = (id: string) => {
  const found = findCrop(id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
};

/** Clear summer days of 26/16 °C up to now. */
const summer = (days: number, change: (hour: WeatherHour) => WeatherHour = (hour) => hour): WeatherHour[] =>
  Array.from({ length: days * 24 }, (_, index) => {
    const ts = NOW - (days * 24 - index) * HOUR;
    const sun = Math.max(0, Math.sin((((ts / HOUR + 8) % 24) / 12 - 0.5) * Math.PI));
    return change({ ts, t: 16 + 10 * sun, rh: 85 - 40 * sun, radiation: 750 * sun, wind: 2, rain: 0 });
  });

const base: FieldInput = {
  now: NOW,
  lat: 36.9,
  elevation: 30,
  weather: summer(60),
  crop: crop('maize'),
  plantDate: '2026-07-20',
  texture: 'loam',
  fieldCapacity: 0.28,
  wiltingPoint: 0.12,
  areaM2: 6666.67,
  method: 'drip',
  flowM3h: 30,
};

const dates = ['2026-07-24', '2026-07-31', '2026-08-08', '2026-08-17', '2026-08-26', '2026-09-05'];
const watered = dates.map((date) => ({ date, mm: 60 }));
/** A week of readings of one water content at every depth. */
const probesAt = (vwc: number) =>
  [0.1, 0.3, 0.5, 0.7, 0.9].map((depth) => ({
    depth,
    days: [13, 14, 15, 16, 17, 18, 19].map((day) => ({ date: `2026-09-${day}`, vwc })),
  }));
/** A climate whose months are all alike. */
const climateOf = (month: { rain: number; et0: number; tmax: number; tmin: number }) =>
  climatologyOf(
    Array.from({ length: 24 }, (_, index) => ({
      month: `${2020 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`,
      ...month,
    })),
  );
const wetProbes = probesAt(0.275);
const dryProbes = probesAt(0.17);

const advise = (change: Partial<FieldInput> = {}) => {
  const answer = fieldAdvice({ ...base, ...change });
  if (answer.reason !== null) throw new Error(answer.reason.en);
  return answer;
};

describe('fieldAdvice', () => {
  it('runs the balance from planting and reports its sources', () => {
    const answer = advise();
    expect(answer).toMatchObject({ day: 63, crop: 'maize', confidence: 'balance' });
    expect(answer.et0).toHaveLength(60);
    expect(answer.et0.at(-1)).toMatchObject({
      methods: { ea: 'rhmaxmin', rs: 'measured', wind: 'measured' },
    });
    // Two months without rain or irrigation: the depletion is far above the allowed one.
    expect(answer.depletion).toBeGreaterThan(answer.raw);
    expect(answer.advice).toMatchObject({ when: 'today', dayOffset: 0 });
    expect(answer.advice?.m3PerMu).toBeCloseTo((answer.advice?.volumeM3 ?? 0) / 10, 2);
    expect(answer.reasonZh).toContain('建议灌水');
    expect(answer.missing.map((one) => one.code)).toEqual([
      'no_soil_moisture',
      'no_forecast',
      'temperature_filled',
    ]);
  });

  it('prefers recent readings to its own balance', () => {
    const wet = [0.1, 0.3, 0.5, 0.7, 0.9].map((depth) => ({ ts: NOW - HOUR, depth, vwc: 0.275 }));
    expect(advise({ sensors: wet })).toMatchObject({ confidence: 'sensor', advice: null });
    const old = [{ ts: NOW - 3 * DAY, depth: 0.2, vwc: 0.275 }];
    const answer = advise({ sensors: old });
    expect(answer.confidence).toBe('balance');
    expect(answer.missing.map((one) => one.code)).toContain('stale_soil_moisture');
  });

  it('does not take a sensor value from the future', () => {
    const ahead = [0.1, 0.3, 0.5, 0.7, 0.9].map((depth) => ({ ts: NOW + HOUR, depth, vwc: 0.275 }));
    expect(advise({ sensors: ahead }).confidence).toBe('balance');
  });

  it('does not take one shallow probe for a metre of soil', () => {
    const dry = advise();
    const one = advise({ sensors: [{ ts: NOW - HOUR, depth: 0.1, vwc: 0.275 }] });
    expect(one.confidence).toBe('mixed');
    expect(one.missing.map(({ code }) => code)).toContain('few_probes');
    // It constrains 0.3 m; the deep soil stays as dry as before, with a wider interval.
    expect(one.depletion).toBeGreaterThan(0.3 * dry.depletion);
    expect(one.depletion).toBeLessThan(dry.depletion);
    const { low, high } = one.water.depletion;
    expect(high - low).toBeGreaterThan(5);
  });

  it('gives the date of irrigation as a band, with the day of the advice in it', () => {
    const answer = advise({ irrigations: watered });
    const { earliest, likely, chance } = answer.water.irrigation;
    expect(chance).toBeGreaterThan(0);
    expect(earliest === null || likely === null || earliest <= likely).toBe(true);
    expect(answer.water.series).toHaveLength(62);
    expect(answer.water.ahead).toHaveLength(7);
  });

  it('treats rain and irrigation alike', () => {
    const dry = advise().depletion;
    const rain = summer(60, (hour) => (hour.ts === NOW - 3 * DAY ? { ...hour, rain: 30 } : hour));
    const rained = advise({ weather: rain }).depletion;
    const watered = advise({ irrigations: [{ date: '2026-09-17', mm: 30 }] }).depletion;
    expect(rained).toBeLessThan(dry);
    expect(watered).toBeCloseTo(rained, 9);
  });

  it('reports every substitution', () => {
    const poor = summer(60, ({ ts, t }) => ({ ts, t: t ?? null }));
    const answer = advise({ weather: poor });
    expect(answer.et0.at(-1)?.methods).toEqual({ ea: 'tmin', rs: 'temperature', wind: 'default' });
    expect(answer.missing.map((one) => one.code)).toEqual([
      'no_soil_moisture',
      'no_humidity',
      'no_radiation',
      'no_rainfall',
      'no_forecast',
      'temperature_filled',
    ]);
  });

  it('keeps rain out of a greenhouse and uses less water there', () => {
    const rain = summer(60, (hour) => ({ ...hour, rain: 2 }));
    const inside = advise({ weather: rain, crop: crop('tomato'), greenhouse: { transmissivity: 0.65 } });
    const dry = advise({ weather: summer(60), crop: crop('tomato'), greenhouse: { transmissivity: 0.65 } });
    expect(inside.depletion).toBeCloseTo(dry.depletion, 9);
    expect(inside.et0.at(-1)?.methods?.wind).toBe('fixed-resistance');
    expect(inside.et0.at(-1)?.et0 ?? 0).toBeLessThan(advise().et0.at(-1)?.et0 ?? 0);
  });

  it('has the heat sum of the growth card, at any time and with any gap', () => {
    const gap = base.weather.filter((_, index) => index < 900 || index > 1250);
    for (const weather of [base.weather, gap]) {
      const answer = advise({ weather });
      const card = cropTimeline({
        crop: base.crop,
        plantDate: base.plantDate,
        today: '2026-09-20',
        temperatures: dailyWeather({ hours: weather, place: { lat: base.lat } }),
      });
      expect(card.stage).toEqual(answer.stage);
      expect(card.stage === null ? null : card.gdd).toBe(answer.gdd);
    }
  });

  it('reads a wind sensor at 10 m as one at 10 m', () => {
    const last = (windHeight: number) => advise({ windHeight }).et0.at(-1)?.et0 ?? 0;
    expect(last(10)).toBeLessThan(last(2) * 0.98);
    // Kc follows the same wind.
    const plantDate = '2026-07-05';
    expect(advise({ windHeight: 10, plantDate }).kc).toBeLessThan(advise({ plantDate }).kc);
  });

  it('uses the forecast of the provider where there is one', () => {
    const sensors = [{ ts: NOW - HOUR, depth: 0.3, vwc: 0.21 }];
    const hot = advise({ sensors, forecast: { et0: [8, 8, 8, 8, 8, 8, 8], rain: null } });
    const cool = advise({ sensors, forecast: { et0: [1, 1, 1, 1, 1, 1, 1], rain: [0, 0, 0, 0, 0, 0, 0] } });
    expect(hot.trajectory[0]).toMatchObject({ date: '2026-09-20' });
    expect(hot.trajectory.at(-1)?.depletion ?? 0).toBeGreaterThan(cool.trajectory.at(-1)?.depletion ?? 0);
  });

  it('uses the climate of the place without a forecast, and reports it', () => {
    const climate = climateOf({ rain: 73, et0: 61, tmax: 24, tmin: 14 });
    const answer = advise({ climate });
    expect(answer.forecastFrom).toBe('climatology');
    expect(answer.missing.map(({ code }) => code)).toContain('climatology_forecast');
    expect(answer.missing.map(({ code }) => code)).not.toContain('no_forecast');
    // 2 mm a day are far less than the clear days before: the curve rises more slowly.
    const rise = ({ trajectory }: typeof answer) =>
      (trajectory.at(-1)?.depletion ?? 0) - (trajectory[0]?.depletion ?? 0);
    const wet = { probes: wetProbes };
    expect(rise(advise({ ...wet, climate }))).toBeLessThan(0.6 * rise(advise(wet)));
    // A forecast is better than the climate.
    const forecast = { et0: [5, 5, 5, 5, 5, 5, 5], rain: [0, 0, 0, 0, 0, 0, 0] };
    expect(advise({ climate, forecast }).forecastFrom).toBe('forecast');
  });

  it('fills a gap in the weather with the season of the gap, not with that of today', () => {
    // Three cold weeks at the start, of which the second was not measured.
    const cold = summer(60, (hour) =>
      hour.ts < NOW - 39 * DAY
        ? { ...hour, t: (hour.t ?? 0) - 14, radiation: (hour.radiation ?? 0) / 3 }
        : hour,
    );
    const gap = cold.filter(({ ts }) => ts < NOW - 53 * DAY || ts > NOW - 46 * DAY);
    const full = advise({ weather: cold, irrigations: watered });
    const holed = advise({ weather: gap, irrigations: watered });
    expect(holed.depletion).toBeCloseTo(full.depletion, 0);
  });

  it('counts only probable rain', () => {
    const rain = [60, 0, 0, 0, 0, 0, 0];
    const et0 = [5, 5, 5, 5, 5, 5, 5];
    const chance = (first: number) => [first, 0, 0, 0, 0, 0, 0];
    const likely = advise({ probes: dryProbes, forecast: { et0, rain, rainChance: chance(0.9) } });
    // No advice: nothing is needed within the week.
    expect(likely.advice?.dayOffset ?? Infinity).toBeGreaterThan(3);
    const unlikely = advise({ probes: dryProbes, forecast: { et0, rain, rainChance: chance(0.2) } });
    expect(unlikely.advice).toMatchObject({ when: 'today' });
  });

  it('adds the leaching requirement of saline water', () => {
    const fresh = advise();
    const salty = advise({ soil: { waterEc: 2 }, method: 'surface', efficiency: 0.9 });
    // FAO-29 with maize, ECe 1.7: 2 / (5 · 1.7 − 2).
    expect(salty.leachingFraction).toBeCloseTo(2 / 6.5, 6);
    expect(salty.advice?.grossMm).toBeCloseTo((salty.advice?.netMm ?? 0) / (0.9 * (1 - 2 / 6.5)), 6);
    expect(fresh.leachingFraction).toBe(0);
  });

  it('irrigates only the planted beds', () => {
    const all = advise().advice;
    const beds = advise({ wettedFraction: 0.6 }).advice;
    expect(beds?.grossMm).toBeCloseTo(all?.grossMm ?? 0, 9);
    expect(beds?.volumeM3).toBeCloseTo(0.6 * (all?.volumeM3 ?? 0), 6);
  });

  it('has one state: the trajectory of the advice is that of the model runs', () => {
    const answer = advise();
    expect(answer.trajectory.map(({ depletion }) => depletion)).toEqual(
      answer.water.ahead.map(({ both }) => both.mean),
    );
    expect(answer.depletion).toBe(answer.water.depletion.mean);
  });

  it('begins on the planting day and ends yesterday, with the root zone of one state', () => {
    const answer = advise({ plantDate: '2026-08-01' });
    expect(answer.et0.at(0)?.date).toBe('2026-08-01');
    expect(answer.et0.at(-1)?.date).toBe('2026-09-19');
    expect(answer.trajectory.at(-1)?.date).toBe('2026-09-26');
    const { soil, taw, raw, depletion } = answer;
    expect(soil.theta).toBeCloseTo(soil.fieldCapacity - depletion / (1000 * soil.rootDepth), 9);
    expect(answer.p).toBeCloseTo(raw / taw, 9);
    expect(soil).toMatchObject({
      fieldCapacity: 0.28,
      wiltingPoint: 0.12,
      source: 'balance',
      from: 'entered',
    });
  });

  it('takes the mean field capacity that the probes show, not the entered one', () => {
    // A day after each irrigation the water stands at the capacity and falls slowly.
    const season = (capacity: number) =>
      Array.from({ length: 45 }, (_, index) => {
        const date = new Date(Date.UTC(2026, 7, 5 + index)).toISOString().slice(0, 10);
        return { date, vwc: index % 6 === 0 ? capacity + 0.03 : capacity - 0.003 * ((index % 6) - 1) };
      });
    const irrigations = season(0).filter((_, index) => index % 6 === 0);
    const answer = advise({
      irrigations: irrigations.map(({ date }) => ({ date, mm: 40 })),
      probes: [0.1, 0.3, 0.5].map((depth) => ({ depth, days: season(depth === 0.3 ? 0.33 : 0.31) })),
    });
    const shown = answer.water.probes.map(({ fieldCapacity }) => fieldCapacity ?? 0);
    expect(shown).toHaveLength(3);
    expect(answer.soil.from).toBe('probes');
    expect(answer.soil.fieldCapacity).toBeCloseTo(shown.reduce((sum, one) => sum + one, 0) / 3, 9);
    expect(answer.soil.fieldCapacity).toBeGreaterThan(0.3);
  });

  it('advises on the day of planting, with the weather before it', () => {
    const answer = advise({ plantDate: '2026-09-20' });
    expect(answer).toMatchObject({ day: 1, et0: [], confidence: 'default', forecastFrom: 'recent-days' });
  });

  it('expects of the next days the mean of the last seven that were complete', () => {
    const from = (day: number) => (hour: WeatherHour) =>
      hour.ts < NOW - day * DAY ? { ...hour, radiation: 0.1 * (hour.radiation ?? 0) } : hour;
    const expected = (weather: WeatherHour[]) => {
      const { trajectory } = advise({ weather, plantDate: '2026-09-20', probes: wetProbes });
      return (trajectory.at(-1)?.depletion ?? 0) - (trajectory[0]?.depletion ?? 0);
    };
    const clear = expected(summer(60));
    // The eighth day before today does not count; the seventh does.
    const morning = 8 / 24;
    expect(expected(summer(60, from(7 + morning)))).toBeCloseTo(clear, 9);
    expect(expected(summer(60, from(6 + morning)))).toBeLessThan(0.97 * clear);
    // Neither does this morning, of which eight hours are known.
    const cold = summer(60, (hour) => (hour.ts >= NOW - morning * DAY ? { ...hour, t: -5 } : hour));
    expect(expected(cold)).toBeCloseTo(clear, 9);
  });

  it('needs no measured weather where the climate of the place is known, outdoors', () => {
    const climate = climateOf({ rain: 0, et0: 150, tmax: 28, tmin: 16 });
    expect(advise({ weather: [], climate })).toMatchObject({ et0: [], confidence: 'default' });
    const inside = fieldAdvice({ ...base, weather: [], climate, greenhouse: { transmissivity: 0.6 } });
    expect(inside.reason).toMatchObject({ code: 'no_weather', field: 'weather' });
  });

  it('names what is wrong with every day that was measured', () => {
    expect(fieldAdvice({ ...base, windHeight: -1 }).reason).toMatchObject({ field: 'windHeight' });
    const blind = summer(60, ({ ts }) => ({ ts }));
    expect(fieldAdvice({ ...base, weather: blind }).reason).toMatchObject({ code: 'no_temperature' });
    // Days of which half the hours are known are no reason of their own.
    const half = summer(60, (hour) => ((hour.ts / HOUR) % 2 === 0 ? hour : { ts: hour.ts }));
    expect(fieldAdvice({ ...base, weather: half }).reason).toMatchObject({
      code: 'no_weather',
      field: 'weather',
    });
  });

  it('tells measured radiation from a day that was filled in', () => {
    // Two hours around noon of the day before yesterday are missing.
    const weather = summer(60, (hour) => {
      const since = NOW - hour.ts;
      return since > 42 * HOUR && since <= 44 * HOUR ? { ...hour, radiation: null } : hour;
    });
    const methods = advise({ weather }).et0.map((day) => day.methods?.rs);
    expect(methods.at(-1)).toBe('measured');
    expect(methods.at(-2)).toBe('filled');
  });

  it('takes radiation measured in a greenhouse as it is', () => {
    const et0 = (greenhouse: NonNullable<FieldInput['greenhouse']>) =>
      advise({ crop: crop('tomato'), greenhouse }).et0.at(-1)?.et0 ?? 0;
    expect(et0({ transmissivity: 0.6, radiationInside: true })).toBeGreaterThan(
      1.2 * et0({ transmissivity: 0.6 }),
    );
    expect(et0({ transmissivity: 0.8 })).toBeGreaterThan(et0({ transmissivity: 0.6 }));
    expect(et0({ radiationInside: false })).toBe(et0({}));
  });

  it('has the leaching fraction that was given, or of the water and the method', () => {
    const of = (change: Partial<FieldInput>) => advise(change).leachingFraction;
    expect(of({ leachingFraction: 0.1, soil: { waterEc: 2 } })).toBe(0.1);
    expect(of({ soil: { waterEc: 0 } })).toBe(0);
    // Maize: ECe 1.7 without loss, 10 of zero yield (1.7 + 100 / 12).
    expect(of({ soil: { waterEc: 2 }, method: 'drip' })).toBeCloseTo(2 / (2 * (1.7 + 100 / 12)), 6);
    expect(of({ soil: { waterEc: 2 }, method: null })).toBeCloseTo(2 / (5 * 1.7 - 2), 6);
  });

  it('refills the share of the deficit that was asked for', () => {
    const half = advise({ refillFraction: 0.5 }).advice?.netMm ?? 0;
    expect(half).toBeCloseTo((advise().advice?.netMm ?? 0) / 2, 6);
  });

  it('dates the advice of a later day', () => {
    const { advice, trajectory } = advise({
      probes: probesAt(0.235),
      forecast: { et0: Array(7).fill(6), rain: null },
    });
    expect(advice?.dayOffset).toBeGreaterThan(0);
    expect(advice?.when).toBe(trajectory[advice?.dayOffset ?? 0]?.date);
  });

  it('accepts gaps in the weather and reports the days without it', () => {
    const holes = base.weather.filter((_, index) => Math.floor(index / 24) % 3 !== 0);
    const short = advise({ weather: holes.filter((_, index) => index % 24 < 20 || index > 200) });
    expect(short.et0.some((day) => day.et0 !== null)).toBe(true);
    const half = summer(60, (hour) => ((hour.ts / HOUR) % 2 === 0 ? hour : { ts: hour.ts }));
    const answer = fieldAdvice({ ...base, weather: [...half.slice(0, 1200), ...summer(5)] });
    if (answer.reason !== null) throw new Error(answer.reason.en);
    expect(answer.et0[3]).toMatchObject({ et0: null, reason: { code: 'too_few_hours' } });
  });

  it.each([
    ['no weather at all', { weather: [] }, 'no_weather'],
    ['a crop planted tomorrow', { plantDate: '2026-09-21' }, 'not_planted'],
    ['a date that is none', { plantDate: '20260720' }, 'out_of_range'],
    ['paddy rice', { crop: crop('rice') }, 'paddy_not_supported'],
    ['limits the wrong way round', { fieldCapacity: 0.1 }, 'soil_limits_inverted'],
    ['a zone that is none', { timeZone: 'Asia/Atlantis' }, 'unknown_time_zone'],
  ] as const)('answers %s with its reason', (_, wrong, code) => {
    expect(fieldAdvice({ ...base, ...wrong })).toMatchObject({ advice: null, reason: { code } });
  });
});
