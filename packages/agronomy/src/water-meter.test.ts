import { describe, expect, it } from 'vitest';
import type { Sample } from './daily.ts';
import { appliedWater } from './water-meter.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** 2026-06-21 00:00 in China. */
const START = Date.UTC(2026, 5, 20, 16);
const at = (hour: number, value: number | boolean): Sample => [START + hour * HOUR, value];
const m3 = (answer: ReturnType<typeof appliedWater>) => answer?.days.map((day) => [day.date, day.m3]);

describe('appliedWater', () => {
  it('weights each flow reading by the time that it holds', () => {
    // 30 m³/h for 20 minutes, seen in two readings; then closed.
    const flow = [0, 10, 20, 30, 40, 50, 60].map((minute) =>
      at(8 + minute / 60, minute === 10 || minute === 20 ? 30 : 0),
    );
    const answer = appliedWater({ flow });
    expect(answer).toMatchObject({ from: 'flow', notes: [] });
    expect(answer?.days[0]?.m3).toBeCloseTo(10, 9);
  });

  it('prefers the total, which is complete between two readings', () => {
    const answer = appliedWater({ totals: [at(8, 100), at(20, 160)], flow: [at(8, 0), at(9, 0), at(10, 0)] });
    expect(answer).toMatchObject({ from: 'total', notes: [] });
    expect(m3(answer)).toEqual([['2026-06-21', expect.closeTo(60, 9)]]);
  });

  it('divides a night between its days by time', () => {
    expect(m3(appliedWater({ totals: [at(22, 0), at(26, 40)] }))).toEqual([
      ['2026-06-21', expect.closeTo(20, 9)],
      ['2026-06-22', expect.closeTo(20, 9)],
    ]);
  });

  it('goes on counting when a meter restarts', () => {
    const answer = appliedWater({ totals: [at(8, 990), at(9, 1000), at(10, 4), at(11, 14)] });
    expect(answer?.notes).toEqual(['meter_restarted']);
    expect(answer?.days[0]?.m3).toBeCloseTo(24, 9);
  });

  it('counts nothing twice when a meter runs backwards', () => {
    const answer = appliedWater({ totals: [at(8, 100), at(9, 110), at(10, 108), at(11, 109), at(12, 115)] });
    expect(answer?.notes).toEqual(['meter_backwards']);
    expect(answer?.days[0]?.m3).toBeCloseTo(15, 9);
  });

  it('ignores an increase above the capacity of a pipe', () => {
    const answer = appliedWater({ totals: [at(8, 100), at(9, 9_000_000), at(10, 9_000_010)] });
    expect(answer?.notes).toEqual(['meter_jump']);
    expect(answer?.days[0]?.m3).toBeCloseTo(10, 9);
  });

  it('extends a flow over at most twice the usual interval, and reports it', () => {
    const flow = [...[0, 1, 2, 3].map((step) => at(8 + step / 6, 30)), at(20, 0)];
    const answer = appliedWater({ flow });
    // Half an hour seen, twice ten minutes held.
    expect(answer?.days[0]?.m3).toBeCloseTo(30 * (0.5 + 1 / 3), 9);
    expect(answer?.notes).toEqual(['flow_gaps']);
  });

  it('uses the open time of a valve with a known flow otherwise', () => {
    const open = [at(6, true), at(9, false), at(30, true), at(31, false)];
    expect(appliedWater({ open })).toBeNull();
    expect(m3(appliedWater({ open, nominalFlow: 20 }))).toEqual([
      ['2026-06-21', expect.closeTo(60, 9)],
      ['2026-06-22', expect.closeTo(20, 9)],
    ]);
    expect(appliedWater({})).toBeNull();
  });
});
