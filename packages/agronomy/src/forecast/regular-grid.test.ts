import { describe, expect, test } from 'vitest';
import { forecastSeries, type ForecastInput } from './forecast.ts';
import { regularGrid } from './regular-grid.ts';

const HOUR = 3_600_000;
/** Midnight of 1 June 2026 UTC. */
const START = Date.UTC(2026, 5, 1);
const hourly = (values: readonly (number | null)[]) =>
  values.flatMap((value, hour): [number, number][] => (value === null ? [] : [[START + hour * HOUR, value]]));
const grid = (values: readonly (number | null)[], most = 1000) => {
  const series = regularGrid(hourly(values), HOUR, most);
  return { ...series, values: [...(series?.grid ?? [])] };
};

describe('regularGrid', () => {
  test('holes of up to three buckets are bridged, and counted as missing', () => {
    expect(grid([0, null, null, null, 8])).toMatchObject({ values: [0, 2, 4, 6, 8], missingShare: 0.6 });
    const long = grid([0, null, null, null, null, 8]);
    expect(long.values.slice(1, 5).every(Number.isNaN)).toBe(true);
    expect(long.missingShare).toBeCloseTo(4 / 6, 9);
  });

  test('buckets begin at whole steps; the last has the newest sample', () => {
    const series = regularGrid(
      [
        [START + 90 * 60_000, 5],
        [START + 150 * 60_000, 7],
      ],
      HOUR,
      10,
    );
    expect(series).toMatchObject({
      start: START + HOUR,
      stepMs: HOUR,
      newest: START + 150 * 60_000,
      spikes: 0,
    });
    expect([...(series?.grid ?? [])]).toEqual([5, 7]);
    expect(regularGrid([], HOUR, 10)).toBeNull();
  });

  test('no more buckets than wanted, the newest ones', () => {
    expect(grid([1, 2, 3, 4, 5], 3)).toMatchObject({ values: [3, 4, 5], start: START + 2 * HOUR });
    expect(grid([1, 2, 3], 3).values).toEqual([1, 2, 3]);
  });

  /** Noise of ±1 around 20. */
  const calm = Array.from({ length: 48 }, (_, hour) => 20 + (hour % 2 === 0 ? 1 : -1) * ((hour % 5) / 5));
  const with_ = (at: number, ...values: readonly number[]) =>
    grid(calm.map((value, hour) => values[hour - at] ?? value));

  test('a value twelve times the roughness off its neighbours is a spike, bridged', () => {
    const spiked = with_(20, 60);
    expect(spiked.spikes).toBe(1);
    expect(spiked.values[20]).toBeCloseTo(((calm[19] ?? 0) + (calm[21] ?? 0)) / 2, 9);
    expect(with_(20, -20).spikes).toBe(1);
    expect(with_(20, 23).spikes).toBe(0);
    // Two of them confirm each other.
    expect(with_(20, 60, 61)).toMatchObject({ spikes: 0 });
  });

  test('the newest value is held back until a second one confirms it', () => {
    const newest = with_(47, 60);
    expect(newest.spikes).toBe(1);
    expect(newest.values.at(-1)).toBe(calm[46]);
    expect(with_(46, 60, 60).values.at(-1)).toBe(60);
  });

  test('fewer than twelve values have no usual roughness', () =>
    expect(grid([20, 20, 20, 20, 90, 20, 20, 20, 20, 20, 20])).toMatchObject({ spikes: 0 }));
});

describe('forecastSeries', () => {
  const wave = (days: number, more: Partial<ForecastInput> = {}): ForecastInput => ({
    key: 'airTemperature',
    points: hourly(
      Array.from(
        { length: days * 24 },
        (_, hour) => 20 + 5 * Math.sin(((hour % 24) / 12) * Math.PI) + 0.4 * Math.sin(hour * 12.9898),
      ),
    ),
    now: START + days * 24 * HOUR,
    ...more,
  });
  const made = (input: ForecastInput) => {
    const answer = forecastSeries(input);
    if (answer.reason !== null) throw new Error(`${answer.reason.code} ${answer.reason.field}`);
    return answer;
  };

  test('has six hours of hours by default, or what is asked', () => {
    const answer = made(wave(10));
    expect(answer).toMatchObject({
      key: 'airTemperature',
      unit: '',
      stepMs: HOUR,
      warnings: [],
      reason: null,
    });
    expect(answer.points.map(({ ts }) => (ts - START) / HOUR - 240)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(answer.quality).toEqual({ historyDays: 10, missingPct: 0, stale: false, spikes: 0 });
    expect(made(wave(10, { horizonHours: 2 })).points).toHaveLength(2);
    const halves = made(wave(10, { stepMinutes: 30, horizonHours: 2 }));
    expect(halves.points).toHaveLength(4);
    expect(halves.stepMs).toBe(HOUR / 2);
    expect(halves.quality.missingPct).toBeCloseTo(50, 0);
  });

  test('two days of history, a newest sample of three steps ago, half of the values: just enough', () => {
    const last = START + 239 * HOUR;
    expect(forecastSeries(wave(2)).reason).toBeNull();
    expect(forecastSeries({ ...wave(2), points: wave(2).points.slice(1) })).toMatchObject({
      reason: { code: 'insufficient_history', field: 'airTemperature' },
    });
    expect(forecastSeries(wave(10, { now: last + 3 * HOUR })).reason).toBeNull();
    expect(forecastSeries(wave(10, { now: last + 3 * HOUR + 1 }))).toMatchObject({
      reason: { code: 'stale', field: 'airTemperature' },
    });
    const thinned = (keep: (hour: number) => boolean) =>
      forecastSeries(wave(10, { points: wave(10).points.filter((_, hour) => keep(hour)) }));
    expect(thinned((hour) => hour % 2 === 1).reason).toBeNull();
    expect(thinned((hour) => hour % 3 === 2)).toMatchObject({
      reason: { code: 'too_many_gaps', field: 'airTemperature' },
    });
  });

  test.each([
    ['stepMinutes', { stepMinutes: 7 as never }],
    ['stepMinutes', { stepMinutes: 0 as never }],
    ['horizonHours', { horizonHours: 73 }],
    ['horizonHours', { horizonHours: 0 }],
  ])('refuses %s', (field, wrong) =>
    expect(forecastSeries(wave(10, wrong))).toEqual({
      key: 'airTemperature',
      points: [],
      warnings: [],
      reason: expect.objectContaining({ code: 'out_of_range', field }),
    }),
  );

  test('looks at sixty days', () => expect(made(wave(70)).quality.historyDays).toBe(60));

  test('warns by name, in the zone, above or below', () => {
    const at = (op: '>=' | '>' | '<=' | '<', threshold: number, more: Partial<ForecastInput> = {}) =>
      made(
        wave(20, {
          unit: '℃',
          name: '气温',
          nameEn: 'Air temperature',
          thresholds: [{ settingId: 'a', op, threshold }],
          ...more,
        }),
      ).warnings[0];
    const hot = at('>=', 23);
    expect(hot).toMatchObject({ settingId: 'a', op: '>=', threshold: 23, level: 'likely' });
    const percent = Math.round(100 * (hot?.probability ?? 0));
    expect(hot?.zh).toMatch(new RegExp(`^预计06-21 1\\d:00气温将高于23℃（概率${percent}%）$`));
    expect(hot?.en).toMatch(
      new RegExp(`^Air temperature is expected above 23℃ at 06-21 1\\d:00 \\(${percent} %\\)$`),
    );
    expect(at('>', 23, { timeZone: 'UTC' })?.en).toMatch(/above 23℃ at 06-21 0\d:00/);
    expect(at('>', 23, { nameEn: undefined as never })?.en).toMatch(/^气温 is/);
    const bare = at('>', 23, {
      name: undefined as never,
      nameEn: undefined as never,
      unit: undefined as never,
    });
    expect(bare?.zh).toMatch(/airTemperature将高于23（/);
    expect(bare?.en).toMatch(/^airTemperature is expected above 23 at/);
    // The night is twelve hours away.
    const cold = at('<', 17, { horizonHours: 20 });
    expect(cold?.zh).toContain('低于17℃');
    expect(cold?.en).toContain('below 17℃');
    expect(at('>', 40)).toBeUndefined();
  });

  test('does not predict what is already so, nor what was so just now', () => {
    const thresholds = [{ settingId: 'a', op: '>' as const, threshold: 18 }];
    expect(made(wave(20, { thresholds })).warnings).toEqual([]);
    // The last hour is 0.3 below a threshold of which the hour before was beyond.
    const points = wave(20).points.map(
      ([ts, value], hour) => [ts, hour === 479 ? 20.7 : hour === 478 ? 21.2 : value] as const,
    );
    const near = [{ settingId: 'a', op: '>' as const, threshold: 21 }];
    expect(made(wave(20, { points, thresholds: near, min: 0, max: 40 })).warnings).toEqual([]);
    expect(made(wave(20, { points, thresholds: near })).warnings).toHaveLength(1);
  });
});
