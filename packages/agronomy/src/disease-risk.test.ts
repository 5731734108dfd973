import { describe, expect, test } from 'vitest';
import { findPest, type PestRecord, type RiskModel } from './data/diseases-pests.ts';
import { type Sourced, sourced } from './data/sources.ts';
import type { CropHour } from './disease-hours.ts';
import { type DiseaseInput, diseaseRisk } from './disease-risk.ts';

const HOUR = 3_600_000;
/** Midnight in China. */
const START = Date.UTC(2026, 4, 31, 16);
const own = <const T>(value: T): Sourced<T> => sourced(value, 'handbooks', 'unverified');

/** Hours of some days from 1 June on, each by its day (0, 1, …) and its hour. */
const air = (days: number, of: (day: number, hour: number) => Partial<CropHour> | null): CropHour[] =>
  Array.from({ length: 24 * days }, (_, index): CropHour[] => {
    const values = of(Math.floor(index / 24), index % 24);
    return values === null ? [] : [{ ts: START + index * HOUR, t: 20, rh: 60, ...values }];
  }).flat();

const pest = findPest('late_blight_tomato') as PestRecord;
const assess = (model: RiskModel, hours: readonly CropHour[], more: Partial<DiseaseInput> = {}) =>
  diseaseRisk({ record: { ...pest, model }, hours, ...more });
const risks = (...given: Parameters<typeof assess>) => assess(...given).days.map(({ risk }) => risk);
const values = (...given: Parameters<typeof assess>) => assess(...given).days.map(({ value }) => value);

describe('the answer', () => {
  const soil: RiskModel = { kind: 'soilTemperature', atLeast: own(25) };

  test('is the worst of the last week, at its latest, with the names of the pest', () => {
    const warm = new Set([0, 2, 3, 4, 9]);
    const hours = air(10, (day) => ({ soilT: warm.has(day) ? 26 : 20 }));
    const answer = assess(soil, hours);
    // Day 4, the third day running, is the sixth last.
    expect(answer).toMatchObject({ risk: 'medium', value: 26, model: 'soilTemperature', windowDays: 7 });
    expect(answer).toMatchObject({ id: pest.id, zh: pest.zh, en: pest.en, missing: [], evidence: [] });
    expect(answer.days[4]).toEqual({ date: '2026-06-05', risk: 'medium', value: 26 });
    const later = assess(
      soil,
      air(13, (day) => ({ soilT: warm.has(day) ? 26 : 20 })),
    );
    expect(later.risk).toBe('low');
    // Of two days as bad the later one counts.
    const two = air(4, (day) => ({ soilT: day === 1 ? 27 : day === 3 ? 29 : 20 }));
    expect(assess(soil, two)).toMatchObject({ risk: 'low', value: 29 });
  });

  test('says what is missing', () => {
    expect(assess({ kind: 'lateBlight' }, [])).toMatchObject({
      risk: 'insufficient_data',
      value: null,
      missing: ['temperature', 'humidity'],
    });
    const dry = air(3, () => ({ rh: null }));
    expect(assess(soil, dry)).toMatchObject({
      risk: 'insufficient_data',
      missing: ['soilTemperature', 'humidity'],
    });
    // A leaf that is known to be dry rules a disease out as dry air does.
    expect(
      assess(
        { kind: 'lateBlight' },
        air(3, () => ({ rh: null, wet: false })),
      ),
    ).toMatchObject({
      risk: 'none',
      missing: [],
    });
  });

  test('has a day in the zone of the field', () => {
    const hours = air(1, () => ({ soilT: 26 }));
    expect(assess(soil, hours, { timeZone: 'UTC' }).days.map(({ date }) => date)).toEqual([
      '2026-05-31',
      '2026-06-01',
    ]);
  });
});

describe('days without any hour', () => {
  // Found by reading: the days before and after an outage counted as two days running.
  test('are unknown, and end what must hold on days running', () => {
    const wet = (day: number, hour: number) => (day === 1 ? null : { t: 12, rh: hour < 11 ? 95 : 60 });
    expect(risks({ kind: 'lateBlight' }, air(3, wet))).toEqual(['low', 'insufficient_data', 'low']);
    const warm = (day: number) => (day === 2 ? null : { t: 25 });
    const mildew: RiskModel = { kind: 'powderyMildew', band: own([21, 30]) };
    expect(values(mildew, air(4, warm))).toEqual([20, 40, null, 20]);
  });

  test('are not the day before: rain of three days ago is not that of 48 hours', () => {
    const rain = (day: number, hour: number) => (day === 1 ? null : { rain: hour === 3 ? 6 : 0 });
    expect(values({ kind: 'downy310' }, air(3, rain), { shootCm: 12 })).toEqual([6, null, 6]);
  });

  test('of a long outage are listed for a fortnight only', () => {
    const twice = air(40, (day) => (day === 0 || day === 39 ? {} : null));
    const { days } = assess({ kind: 'lateBlight' }, twice);
    expect(days).toHaveLength(16);
    expect(days.map(({ date }) => date).slice(0, 2)).toEqual(['2026-06-01', '2026-06-26']);
  });
});

describe('late blight', () => {
  const late: RiskModel = { kind: 'lateBlight' };
  const nights = (hours: number, t: number) =>
    air(4, (day, hour) => ({ t, rh: (day > 0 && hour < hours) || day > 3 ? 95 : 60 }));

  test('rises from one day to two, and with the eleven hours of Smith', () => {
    expect(risks(late, nights(6, 10))).toEqual(['none', 'low', 'medium', 'medium']);
    expect(risks(late, nights(11, 10))).toEqual(['none', 'low', 'high', 'high']);
    expect(risks(late, nights(5, 10))).toEqual(['none', 'none', 'none', 'none']);
    expect(risks(late, nights(24, 9.9)).slice(1)).not.toContain('high');
    // Ten hours at 20 °C are a severity of 1.
    expect(values(late, nights(10, 20))).toEqual([null, 1, 1, 1]);
    expect(risks(late, nights(7, 20))).toEqual(['none', 'low', 'medium', 'medium']);
  });

  test('a night of severity 3 makes two mild wet days high', () => {
    // 16 h from 16:00 on are a severity of 3, 15 h of 2; neither day has the eleven hours of Smith.
    const night = (from: number) =>
      air(4, (day, hour) => ({ rh: (day === 1 && hour >= from) || (day === 2 && hour < 8) ? 95 : 60 }));
    expect(risks(late, night(16))).toEqual(['none', 'low', 'high', 'none']);
    expect(risks(late, night(17))).toEqual(['none', 'low', 'medium', 'none']);
    expect(values(late, night(16))).toEqual([null, 0, 3, 0]);
  });

  test('an unknown day is none of the two', () => {
    const hours = air(3, (day, hour) => (day === 1 && hour > 16 ? null : { t: 12, rh: hour < 8 ? 95 : 60 }));
    expect(risks(late, hours)).toEqual(['low', 'insufficient_data', 'low']);
  });

  test('names the two last dates on which the rule held, and the sum of the nights', () => {
    const { evidence } = assess(
      late,
      air(5, (_, hour) => ({ t: 20, rh: hour < 12 ? 95 : 60 })),
    );
    expect(evidence.map(({ en }) => en)).toEqual([
      '2026-06-04: two days with Tmin ≥ 10 °C and 6 h of RH ≥ 90 % (that day 12 h)',
      '2026-06-05: two days with Tmin ≥ 10 °C and 6 h of RH ≥ 90 % (that day 12 h)',
      'Wallin severity 5 in the period (a first warning at 18–20)',
    ]);
    expect(evidence.map(({ zh }) => zh)).toEqual([
      '2026-06-04 连续两日最低气温≥10℃且相对湿度≥90%达6小时以上（当日 12 小时）',
      '2026-06-05 连续两日最低气温≥10℃且相对湿度≥90%达6小时以上（当日 12 小时）',
      '期内 Wallin 累计严重度 5（18–20 起首次预警）',
    ]);
  });
});

test('early blight: the severity of a night is its level', () => {
  // Wet from midnight to the hour: the night from noon to noon.
  const night = (hours: number) =>
    air(3, (day, hour) => ({ t: 23, rh: day === 2 && hour < hours ? 95 : 60 }));
  const model: RiskModel = { kind: 'tomcast' };
  expect([2, 3, 6].map((hours) => risks(model, night(hours))[2])).toEqual(['none', 'low', 'medium']);
  expect(
    risks(
      model,
      air(3, () => ({ t: 23, rh: 95 })),
    )[1],
  ).toBe('high');
  expect(assess(model, night(6)).evidence).toEqual([
    {
      zh: '期内累计严重度 2（15–20 为喷药间隔）',
      en: 'severity 2 in the period (15–20 is a spray interval)',
    },
  ]);
});

describe('wet spells', () => {
  const model: RiskModel = {
    kind: 'wetness',
    temperatures: own([5, 20, 30]),
    hours: own([8, 24]),
    wetRh: own(85),
  };
  const wetFor = (hours: number, t = 20) =>
    air(2, (day, hour) => ({ t, rh: day === 1 && hour < hours ? 85 : 60 }));

  test('reach low, medium and high at half, once and one and a half times what an infection needs', () => {
    expect([3, 4, 7, 8, 11, 12].map((hours) => risks(model, wetFor(hours))[1])).toEqual([
      'none',
      'low',
      'low',
      'medium',
      'medium',
      'high',
    ]);
    expect(values(model, wetFor(12))).toEqual([0, 1.5]);
  });

  test('are told by date, length, temperature and need', () => {
    expect(assess(model, wetFor(12)).evidence).toEqual([
      {
        zh: '2026-06-02 连续湿润 12 小时，均温 20.0℃，侵染需 8.0 小时',
        en: '2026-06-02: wet for 12 h at 20.0 °C, infection needs 8.0 h',
      },
    ]);
    expect(assess(model, wetFor(3)).evidence).toEqual([]);
  });

  test('where the fungus cannot grow are none', () => {
    expect(assess(model, wetFor(24, 31))).toMatchObject({ risk: 'none', value: 0, evidence: [] });
  });

  test('of grey mould are told with their probability', () => {
    const grey = assess(
      { kind: 'botrytis' },
      air(2, (day, hour) => ({ rh: day === 1 && hour < 12 ? 90 : 60 })),
    );
    // 12 h at 20 °C: a logit of 0.3845.
    expect(grey).toMatchObject({ risk: 'high', value: expect.closeTo(0.595, 3) });
    expect(grey.evidence).toEqual([
      {
        zh: '2026-06-02 连续湿润 12 小时，均温 20.0℃，感染概率 0.59',
        en: '2026-06-02: wet for 12 h at 20.0 °C, infection 0.59',
      },
    ]);
    const at = (hours: number) =>
      risks(
        { kind: 'botrytis' },
        air(2, (day, hour) => ({ rh: day === 1 && hour < hours ? 90 : 60 })),
      )[1];
    // 0.083, 0.131, 0.2 …: limits of 0.1, 0.3 and 0.5.
    expect([1, 2, 7, 8, 10, 11].map(at)).toEqual(['none', 'low', 'low', 'medium', 'medium', 'high']);
  });

  test('count on a day with gaps; a dry day only when it was measured', () => {
    const half = (hours: number) => air(1, (_, hour) => (hour > 14 ? null : { rh: hour < hours ? 85 : 60 }));
    expect(risks(model, half(12))).toEqual(['high']);
    expect(risks(model, half(2))).toEqual(['insufficient_data']);
  });

  test('the worst of a day decides', () => {
    const twice = air(1, (_, hour) => ({ rh: hour < 8 || (hour > 12 && hour < 17) ? 85 : 60 }));
    expect(assess(model, twice)).toMatchObject({ risk: 'medium', value: 1 });
    expect(assess(model, twice).evidence).toHaveLength(2);
  });
});

test('powdery mildew: the index of the band, from 18 hours a day on', () => {
  const model: RiskModel = { kind: 'powderyMildew', band: own([20, 28]) };
  const days = (t: (hour: number) => number) => air(4, (_, hour) => ({ t: t(hour) }));
  expect(
    assess(
      model,
      days((hour) => (hour < 6 ? 20 : 15)),
    ),
  ).toMatchObject({
    risk: 'high',
    value: 80,
    evidence: [
      {
        zh: '白粉病指数 80（20–28℃ 连续6小时加20，否则减10）',
        en: 'index 80: +20 for six hours at 20–28 °C, −10 otherwise',
      },
    ],
  });
  expect(
    risks(
      model,
      days((hour) => (hour < 6 ? 28 : 15)),
    ),
  ).toEqual(['low', 'medium', 'high', 'high']);
  expect(
    values(
      model,
      days((hour) => (hour < 5 ? 24 : 15)),
    ),
  ).toEqual([0, 0, 0, 0]);
  // Before it has started a day of 35 °C ends the row.
  expect(
    values(
      model,
      days((hour) => (hour < 6 ? 24 : hour === 12 ? 35 : 15)),
    ),
  ).toEqual([0, 0, 0, 0]);
  expect(
    values(
      model,
      days((hour) => (hour < 6 ? 24 : hour === 12 ? 34.9 : 15)),
    ),
  ).toEqual([20, 40, 60, 80]);
  expect(
    risks(
      model,
      air(1, (_, hour) => (hour > 17 ? null : {})),
    ),
  ).toEqual(['low']);
  expect(
    risks(
      model,
      air(1, (_, hour) => (hour > 16 ? null : {})),
    ),
  ).toEqual(['insufficient_data']);
});

describe('grape downy mildew', () => {
  const model: RiskModel = { kind: 'downy310' };
  const rain = (mm: number, t = 20) => air(3, (day, hour) => ({ t, rain: day === 1 && hour === 4 ? mm : 0 }));

  test('adds up the rain of today and yesterday', () => {
    expect(assess(model, rain(10), { shootCm: 10 }).days).toEqual([
      { date: '2026-06-01', risk: 'none', value: 0 },
      { date: '2026-06-02', risk: 'high', value: 10 },
      { date: '2026-06-03', risk: 'high', value: 10 },
    ]);
    expect(risks(model, rain(9.9), { shootCm: 10 })).toEqual(['none', 'none', 'none']);
    expect(risks(model, rain(10, 9), { shootCm: 10 })).toEqual(['none', 'low', 'low']);
    expect(risks(model, rain(10), { shootCm: 9 })).toEqual(['none', 'low', 'low']);
  });

  test('needs the rain and the length of the shoots', () => {
    expect(assess(model, rain(10), { shootCm: null }).missing).toEqual(['shoots']);
    expect(assess(model, rain(10)).missing).toEqual(['shoots']);
    expect(
      assess(
        model,
        air(1, () => ({})),
        { shootCm: 20 },
      ),
    ).toMatchObject({
      risk: 'insufficient_data',
      missing: ['rain'],
    });
    expect(
      risks(
        model,
        air(1, (_, hour) => (hour > 16 ? null : { rain: 1 })),
        { shootCm: 20 },
      ),
    ).toEqual(['insufficient_data']);
  });
});

describe('head blight', () => {
  const model: RiskModel = { kind: 'wheatScab' };

  test('is a matter of the flowering only', () => {
    const hours = air(2, () => ({ rh: 90 }));
    expect(assess(model, hours)).toMatchObject({
      risk: 'insufficient_data',
      missing: ['flowering'],
      evidence: [],
    });
    expect(assess(model, hours, { flowering: false })).toMatchObject({
      risk: 'none',
      missing: [],
      evidence: [{ zh: '非扬花期，模型不适用', en: 'not in flower: the model does not apply' }],
    });
  });

  test('takes the mean humidity of a fortnight, from 126 hours on, and the susceptible variety by default', () => {
    const flowering = true;
    // Hour 126 is the sixth of the sixth day.
    const answer = assess(
      model,
      air(6, (day, hour) => (day === 5 && hour > 5 ? null : { rh: 86.888 })),
      { flowering },
    );
    expect(answer.days.map(({ value }) => value)).toEqual([
      null,
      null,
      null,
      null,
      null,
      expect.closeTo(0.5, 3),
    ]);
    expect(
      risks(
        model,
        air(6, (day, hour) => (day === 5 && hour > 4 ? null : { rh: 90 })),
        { flowering },
      )[5],
    ).toBe('insufficient_data');
    const strong = assess(
      model,
      air(6, () => ({ rh: 80 })),
      { flowering, resistance: 'MR' },
    );
    expect(strong).toMatchObject({ risk: 'low', value: expect.closeTo(0.2014, 3) });
    // Fourteen days: the wet first of fifteen is forgotten.
    const dry = assess(
      model,
      air(15, (day) => ({ rh: day === 0 ? 100 : 50 })),
      { flowering },
    );
    expect(dry.value).toBeCloseTo(1 / (1 + Math.exp(3.6432643 + 0.82795556 - 0.051459669 * 50)), 6);
  });
});

describe('hours in a band', () => {
  const humid: RiskModel = { kind: 'warmHumid', band: own([15, 22]), rhAtLeast: own(80) };
  const dry: RiskModel = { kind: 'hotDry', band: own([25, 35]), rhBelow: own(60) };
  const first = (hours: number, inside: Partial<CropHour>, outside: Partial<CropHour>) =>
    air(1, (_, hour) => (hour < hours ? inside : outside));

  test('4, 8 and 16 of them are low, medium and high', () => {
    expect(
      [3, 4, 7, 8, 15, 16].map((hours) => risks(humid, first(hours, { t: 20, rh: 80 }, { rh: 79 }))[0]),
    ).toEqual(['none', 'low', 'low', 'medium', 'medium', 'high']);
    expect(assess(dry, first(8, { t: 30, rh: 59 }, { t: 30, rh: 60 }))).toMatchObject({
      risk: 'medium',
      value: 8,
    });
  });

  test('the ends of the band belong to it', () => {
    expect([14.9, 15, 22, 22.1].map((t) => values(humid, first(8, { t, rh: 90 }, { t: 5 }))[0])).toEqual([
      0, 8, 8, 0,
    ]);
  });

  test('an hour without humidity is neither humid nor dry', () => {
    const some = (hours: number) => first(hours, { t: 30, rh: 40 }, { t: 30, rh: null });
    expect(assess(dry, some(18)).value).toBe(18);
    expect(assess(dry, some(17)).risk).toBe('insufficient_data');
    expect(values(humid, first(18, { t: 20, rh: 90 }, { t: 20, rh: null }))).toEqual([18]);
    expect(
      risks(
        humid,
        air(1, (_, hour) => (hour > 16 ? null : { rh: 90 })),
      ),
    ).toEqual(['insufficient_data']);
  });
});

test('warm soil: its first, third and fifth day running', () => {
  const model: RiskModel = { kind: 'soilTemperature', atLeast: own(25) };
  const hours = air(7, (day) => ({ soilT: day === 5 ? 24.9 : 25 }));
  expect(risks(model, hours)).toEqual(['low', 'low', 'medium', 'medium', 'high', 'none', 'low']);
  const gaps = air(2, (day, hour) => ({ soilT: day === 0 ? null : hour < 12 ? 24 : 28 }));
  expect(assess(model, gaps)).toMatchObject({ risk: 'low', value: 26, missing: [] });
  expect(risks(model, gaps)[0]).toBe('insufficient_data');
});

describe('generations of a pest', () => {
  const model: RiskModel = {
    kind: 'generations',
    band: own([20, 30]),
    base: own(10),
    generationGdd: own(40),
  };

  test('are the heat above the base, and its level the days running in the band', () => {
    const answer = assess(
      model,
      air(6, () => ({ t: 20 })),
    );
    expect(answer.days.map(({ value }) => value)).toEqual([0.25, 0.5, 0.75, 1, 1.25, 1.5]);
    expect(answer.days.map(({ risk }) => risk)).toEqual(['low', 'low', 'medium', 'medium', 'medium', 'high']);
    expect(answer.evidence).toEqual([
      { zh: '期内积温 60℃·d，约 1.5 代', en: '60 °C·d in the period, about 1.5 generations' },
    ]);
  });

  test('heat goes on to five degrees above the band, which a day outside of it ends', () => {
    const hot = assess(
      model,
      air(2, (day) => ({ t: day === 0 ? 33 : 40 })),
    );
    expect(hot.days.map(({ value }) => value)).toEqual([23 / 40, 48 / 40]);
    expect(hot.risk).toBe('none');
    expect(
      risks(
        model,
        air(1, (_, hour) => (hour > 16 ? null : {})),
      ),
    ).toEqual(['insufficient_data']);
  });

  test('a day from 10 to 30 °C has the heat of its mean above the base', () => {
    expect(
      values(
        model,
        air(1, (_, hour) => ({ t: hour < 12 ? 10 : 30 })),
      ),
    ).toEqual([expect.closeTo(10 / 40, 9)]);
  });
});

test('a light trap: one catch is low, the two limits are medium and high, without weather', () => {
  const model: RiskModel = { kind: 'trap', perNight: own([20, 50]) };
  const trapCounts = [0, 1, 19, 20, 49, 50].map((count, day) => ({ date: `2026-06-0${day + 1}`, count }));
  const answer = assess(model, [], { trapCounts });
  expect(answer.days.map(({ risk }) => risk)).toEqual(['none', 'low', 'low', 'medium', 'medium', 'high']);
  expect(answer).toMatchObject({ risk: 'high', value: 50, missing: [] });
  expect(assess(model, [])).toMatchObject({ risk: 'insufficient_data', missing: ['trap'], days: [] });
});
