import { describe, expect, it } from 'vitest';
import { irrigationAdvice, type IrrigationAdviceInput, leachingFraction } from './irrigation-advice.ts';

// TAW 100 mm; Kc 1 and ET0 5 keep p at 0.5, so 50 mm are allowed.
const plot: IrrigationAdviceInput = {
  fieldCapacity: 0.3,
  wiltingPoint: 0.1,
  rootDepth: 0.5,
  p: 0.5,
  kc: 1,
  depletion: 40,
  et0Forecast: [5, 5, 5, 5, 5, 5, 5],
  areaM2: 2000,
  efficiency: 0.8,
  flowM3h: 25,
};

const advise = (change: Partial<IrrigationAdviceInput> = {}) => {
  const answer = irrigationAdvice({ ...plot, ...change });
  if (answer.reason !== null) throw new Error(answer.reason.en);
  return answer;
};

describe('irrigationAdvice', () => {
  it('waits until the allowed depletion is reached', () => {
    const { advice, depletionTrajectoryEndOfDay, reasonZh, reasonEn } = advise();
    // 40, 45, 50: on the third day; 50/0.8 = 62.5 mm on 2000 m² = 125 m³ = 5 h.
    expect(advice).toEqual({
      dayOffset: 2,
      netMm: 50,
      grossMm: 62.5,
      volumeM3: 125,
      m3PerMu: expect.closeTo(41.667, 3),
      durationH: 5,
    });
    expect(depletionTrajectoryEndOfDay.slice(0, 2)).toEqual([45, 50]);
    expect(reasonZh).toBe(
      '预计2 天后根区亏缺 50.0 mm 将达到允许亏缺 50.0 mm，建议灌水 62.5 mm（约 125.0 m³）',
    );
    expect(reasonEn).toContain('62.5 mm');
  });

  it('gives the trajectory without irrigation', () => {
    const { depletionTrajectoryEndOfDay: days, taw } = advise({ depletion: 60 });
    expect(days.every((value, index) => index === 0 || value > (days[index - 1] ?? 0))).toBe(true);
    expect(days.at(-1)).toBeLessThan(taw);
  });

  it('names today in the words of the specification', () => {
    expect(advise({ depletion: 55 }).reasonZh).toBe(
      '根区亏缺 55.0 mm 已达到允许亏缺 50.0 mm，建议灌水 68.8 mm（约 137.5 m³）',
    );
  });

  it('waits for sufficient rain', () => {
    const { advice, reasonZh } = advise({ rainForecast: [0, 0, 40], today: '2026-09-20' });
    expect(advice).toBeNull();
    expect(reasonZh).toBe('预计 22 日有雨 40.0 mm，暂缓灌溉');
  });

  it('does not wait for rain that only wets the leaves', () => {
    expect(advise({ rainForecast: [0, 0, 0.9] }).advice?.netMm).toBe(50);
  });

  it('advises nothing at field capacity', () => {
    expect(advise({ depletion: 0 })).toMatchObject({ advice: null, reasonZh: '未来7天无需灌溉' });
  });

  it('gives only millimetres without an area, and reports it', () => {
    const { advice, missing, reasonZh } = advise({ areaM2: null, flowM3h: null });
    expect(advice).toMatchObject({ grossMm: 62.5, volumeM3: null, durationH: null });
    expect(missing.map((one) => one.code)).toEqual(['no_plot_area', 'no_flow_rate']);
    expect(reasonZh).not.toContain('m³');
  });

  it.each([[0], [-5], [Number.NaN]])('treats an area of %d as missing', (areaM2) => {
    expect(advise({ areaM2 })).toMatchObject({
      advice: { volumeM3: null },
      missing: [{ code: 'no_plot_area' }],
    });
  });

  it.each([
    [{ wiltingPoint: 0.4 }, 'soil_limits_inverted'],
    [{ depletion: null, theta: Number.NaN }, 'not_a_number'],
    [{ depletion: null, theta: 31 }, 'out_of_range'],
    [{ et0Forecast: [] }, 'no_weather'],
    [{ et0Forecast: [5, Number.NaN] }, 'not_a_number'],
    [{ rainForecast: [-1] }, 'out_of_range'],
    [{ depletion: 90, efficiency: 0 }, 'out_of_range'],
  ] as const)('answers %o with its reason', (wrong, code) => {
    expect(irrigationAdvice({ ...plot, ...wrong })).toMatchObject({
      taw: null,
      advice: null,
      reason: { code },
    });
  });
});

describe('leachingFraction', () => {
  it('follows FAO-29', () => {
    expect(leachingFraction({ waterEc: 1, soilEc: 2.5, method: 'surface' })).toBeCloseTo(1 / 11.5, 12);
    expect(leachingFraction({ waterEc: 1, soilEc: 12.5, method: 'drip' })).toBeCloseTo(0.04, 12);
    expect(leachingFraction({ waterEc: 30, soilEc: 2, method: 'surface' })).toBe(0.5);
  });
});
