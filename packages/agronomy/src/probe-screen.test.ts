import { describe, expect, test } from 'vitest';
import { capacityFromPlateaus, type ProbeDay, probeFit, uptakeDepth } from './probe-calibration.ts';
import { driftsOf } from './probe-drift.ts';
import { screenProbe, wettingsFromProbes } from './probe-screen.ts';

/** Readings of days 0, 1, …; null is a day without one. */
const days = (...values: readonly (number | null)[]): ProbeDay[] =>
  values.flatMap((vwc, day) => (vwc === null ? [] : [{ day, vwc }]));
const water = (...on: readonly number[]) => on.map((day) => ({ day, mm: 10 }));
const faults = (
  readings: readonly ProbeDay[],
  wettings: readonly { day: number; mm: number }[] = [],
  known = true,
) =>
  screenProbe({ readings, wettings, irrigationKnown: known }).faults.map(
    ({ fault, day }) => `${fault} ${day}`,
  );
const kept = (
  readings: readonly ProbeDay[],
  wettings: readonly { day: number; mm: number }[] = [],
  known = true,
) => screenProbe({ readings, wettings, irrigationKnown: known }).days.map(({ day }) => day);

describe('screenProbe', () => {
  test('soil holds 1 to 60 %', () => {
    expect(faults(days(0.01, null, 0.01))).toEqual([]);
    expect(faults(days(0.6, 0.6))).toEqual([]);
    expect(faults(days(0.3, 0.009, 0.3, 0.61, 0.3))).toEqual(['out_of_range 1', 'out_of_range 3']);
    expect(kept(days(0.3, 0.009, 0.3))).toEqual([0, 2]);
  });

  test('readings may come in any order', () =>
    expect(
      kept([
        { day: 2, vwc: 0.3 },
        { day: 0, vwc: 0.3 },
        { day: 1, vwc: 0.31 },
      ]),
    ).toEqual([0, 1, 2]));

  test('two lost days are a gap, one is not', () => {
    expect(faults(days(0.3, null, 0.3))).toEqual([]);
    expect(faults(days(0.3, null, null, 0.3))).toEqual(['gap 1']);
  });

  test('four days of one value despite 10 mm between them are stuck, from the second on', () => {
    const value = days(0.25, 0.25, 0.2501, 0.25, 0.22, 0.21);
    expect(faults(value, water(1))).toEqual(['stuck 1']);
    expect(kept(value, water(1))).toEqual([0, 4, 5]);
    expect(faults(value)).toEqual([]);
    expect(faults(value, [{ day: 1, mm: 9.9 }])).toEqual([]);
    // Water of its first or last day may not have arrived.
    expect(faults(value, water(0, 3))).toEqual([]);
    expect(faults(days(0.25, 0.25, 0.25, 0.22), water(1))).toEqual([]);
    expect(faults(days(0.25, 0.2503, 0.25, 0.2503, 0.25), water(1))).toEqual([]);
    expect(faults(days(0.25, 0.25, 0.25, 0.25), water(2))).toEqual(['stuck 1']);
  });

  test('one day more than 0.06 off both neighbours is a spike', () => {
    expect(faults(days(0.25, 0.315, 0.25, 0.25))).toEqual(['spike 1']);
    expect(faults(days(0.25, 0.185, 0.25, 0.25))).toEqual(['spike 1']);
    expect(kept(days(0.25, 0.315, 0.25, 0.25))).toEqual([0, 2, 3]);
    expect(faults(days(0.25, 0.299, 0.25, 0.25))).toEqual([]);
    // Neighbours three days away say nothing about it.
    expect(faults(days(0.25, null, null, 0.315, 0.25)).filter((one) => one.startsWith('spike'))).toEqual([]);
    expect(faults(days(0.25, null, 0.315, null, 0.25))).toEqual(['spike 2']);
  });

  test('after water of that day or of one beside it a high day is no spike, unless it is twice as high', () => {
    for (const day of [0, 1]) expect(faults(days(0.25, 0.34, 0.25, 0.25), water(day)), `${day}`).toEqual([]);
    expect(faults(days(0.25, 0.34, 0.25, 0.25), water(2))).not.toContain('spike 1');
    expect(faults(days(0.25, 0.25, 0.34, 0.25, 0.25), water(0))).toEqual(['spike 2']);
    expect(faults(days(0.25, 0.34, 0.25, 0.25), [{ day: 1, mm: 9 }])).toEqual(['spike 1']);
    expect(faults(days(0.25, 0.38, 0.25, 0.25), water(1))).toEqual(['spike 1']);
    expect(faults(days(0.25, 0.16, 0.25, 0.25), water(1))).toEqual(['spike 1']);
  });

  test('a step of more than 0.05 that no water explains leaves out all up to the step back', () => {
    const step = days(0.25, 0.25, 0.31, 0.31, 0.31, 0.25, 0.25);
    expect(faults(step)).toEqual(['jump 2', 'jump 5']);
    expect(kept(step)).toEqual([0, 1, 5, 6]);
    expect(faults(days(0.25, 0.25, 0.299, 0.299))).toEqual([]);
    // Water explains a rise of the same day, and of the day after.
    for (const day of [0, 1, 2])
      expect(faults(days(0.25, 0.25, 0.31, 0.31), water(day)), `${day}`).toEqual([]);
    expect(faults(days(0.25, 0.25, 0.31, 0.31), [{ day: 2, mm: 1 }])).toEqual(['jump 2']);
    expect(faults(days(0.25, 0.25, 0.31, 0.31), water(3))).toEqual(['jump 2']);
  });

  test('over a gap of four days the soil may have changed by twice as much', () => {
    expect(faults(days(0.3, null, null, null, 0.21))).toEqual(['gap 1']);
    expect(faults(days(0.3, null, null, null, 0.19))).toEqual(['gap 1', 'jump 4']);
  });

  test('drainage falls back to the level before the water, within 0.01, and no further', () => {
    const drained = (end: number) => faults(days(0.25, 0.25, 0.32, end, end), water(2));
    expect(drained(0.245)).toEqual([]);
    expect(drained(0.235)).toEqual(['jump 3']);
    // Without a reading before the water nothing is known of that level.
    expect(faults(days(0.32, 0.2, 0.2), water(0))).toEqual([]);
  });

  test('where irrigation is not recorded a rise may be water; a fall may not', () => {
    expect(faults(days(0.25, 0.25, 0.31, 0.31), [], false)).toEqual([]);
    expect(faults(days(0.31, 0.31, 0.25, 0.25), [], false)).toEqual(['jump 2']);
    expect(screenProbe({ readings: days(0.25, 0.25, 0.31, 0.31), wettings: [] }).faults).toHaveLength(1);
  });
});

describe('wettingsFromProbes', () => {
  test('a rise of the highest probe by 0.02 in a day or two is water', () => {
    const probes = [
      { depth: 0.5, readings: days(0.1, 0.3) },
      { depth: 0.1, readings: days(0.2, 0.221, 0.23, null, 0.251, null, null, 0.4) },
    ];
    expect(wettingsFromProbes(probes)).toEqual([
      { day: 1, mm: 10 },
      { day: 4, mm: 10 },
    ]);
    expect(wettingsFromProbes([])).toEqual([]);
    expect(wettingsFromProbes([{ depth: 0.1, readings: [...days(0.2, 0.221)].reverse() }])).toHaveLength(1);
  });
});

describe('capacityFromPlateaus', () => {
  const at = (
    more: Omit<Parameters<typeof capacityFromPlateaus>[0], 'wettings'> & {
      wettings?: ReturnType<typeof water>;
    },
  ) => capacityFromPlateaus({ wettings: water(0, 10, 20), ...more });

  test('a reading one to five days after water that falls no faster than 0.006 a day is a plateau', () => {
    // 0.3 and 0.295 fall by 0.005, 0.29 by 0.015; 0.25 is too far below the wet end.
    const level = [0, 10, 20].flatMap((start) =>
      [0.36, 0.3, 0.295, 0.29, 0.275, 0.25].map((vwc, day) => ({ day: start + day, vwc })),
    );
    expect(at({ readings: level })).toEqual({
      fieldCapacity: expect.closeTo(0.2975, 9),
      spread: expect.closeTo(1.4826 * 0.0025, 9),
      plateaus: 6,
    });
    expect(at({ readings: level, quantile: 1 })?.fieldCapacity).toBeCloseTo(0.3, 9);
    expect(at({ readings: level, wettings: [] })).toBeNull();
    expect(
      at({
        readings: level,
        wettings: [
          { day: 0, mm: 9.9 },
          { day: 10, mm: 9.9 },
          { day: 20, mm: 9.9 },
        ],
      }),
    ).toBeNull();
  });

  test('fewer than three plateaus tell nothing', () => {
    const two = [
      { day: 1, vwc: 0.3 },
      { day: 2, vwc: 0.298 },
      { day: 3, vwc: 0.2 },
    ];
    expect(at({ readings: two, wettings: water(0) })).toBeNull();
    const three = [...two.slice(0, 2), { day: 3, vwc: 0.296 }];
    expect(at({ readings: three, wettings: water(0) })).toMatchObject({ plateaus: 3 });
    // On the sixth day after water plants have taken their part.
    const late = three.map(({ day, vwc }) => ({ day: day + 5, vwc }));
    expect(at({ readings: late, wettings: water(0) })).toBeNull();
    expect(at({ readings: late, wettings: water(3) })).toMatchObject({ plateaus: 3 });
  });

  test('a depth that the water did not reach has no plateau', () => {
    const dry = [...days(null, 0.3, 0.299, 0.298, 0.297), ...[11, 12, 13].map((day) => ({ day, vwc: 0.2 }))];
    expect(at({ readings: dry, wettings: water(0, 10) })).toMatchObject({ plateaus: 4 });
  });
});

describe('probeFit', () => {
  test('bias and spread are the median and its deviation, drift between the halves', () => {
    const reference = days(...Array.from({ length: 6 }, () => 0.2));
    const probe = days(0.21, 0.21, 0.22, 0.24, 0.24, 0.25);
    expect(probeFit(probe, reference)).toEqual({
      bias: expect.closeTo(0.03, 9),
      spread: expect.closeTo(1.4826 * 0.015, 9),
      // From day 1 to day 4, 0.01 to 0.04.
      drift: expect.closeTo(0.01, 9),
      days: 6,
    });
    expect(probeFit(probe.slice(0, 5), reference)?.days).toBe(5);
    expect(probeFit(probe, reference.slice(2))).toBeNull();
  });
});

describe('uptakeDepth', () => {
  const falling = days(0.25, 0.248, 0.246, 0.244);
  const depth = (readings: readonly ProbeDay[], wettings: readonly { day: number; mm: number }[] = []) =>
    uptakeDepth({ probes: [{ depth: 0.4, fieldCapacity: 0.28, readings }], wettings });

  test('roots reach a probe that falls by 0.0015 a day on three days without water', () => {
    expect(depth(falling)).toBe(0.4);
    expect(depth([...falling].reverse())).toBe(0.4);
    expect(depth(days(0.25, 0.249, 0.248, 0.247))).toBeNull();
    expect(depth(falling.slice(1))).toBeNull();
    // A fall over two days counts by the day.
    expect(depth(days(0.25, null, 0.248, null, 0.246, null, 0.244))).toBeNull();
  });

  test('drainage and days of water do not count', () => {
    expect(depth(days(0.3, 0.298, 0.296, 0.294))).toBeNull();
    expect(depth(falling, [{ day: 1, mm: 1.1 }])).toBeNull();
    expect(depth(falling, [{ day: 1, mm: 1 }])).toBe(0.4);
    expect(depth(falling, [{ day: -2, mm: 20 }])).toBe(0.4);
  });

  test('the deepest one counts', () =>
    expect(
      uptakeDepth({
        probes: [0.6, 0.2].map((one) => ({ depth: one, fieldCapacity: 0.28, readings: falling })),
        wettings: [],
      }),
    ).toBe(0.6));
});

describe('driftsOf', () => {
  /** Sixty days of soil as the model has it, and a probe that leaves it by so much a day from day 20 on. */
  const probe = (perDay: number, length = 60) => ({
    depth: 0.2,
    days: Array.from({ length }, (_, day) => ({ day, vwc: 0.25 + Math.max(0, day - 20) * perDay })),
  });
  const model = () => 0.25;
  const of = (...perDay: readonly number[]) =>
    driftsOf(
      perDay.map((one) => probe(one)),
      model,
    );

  test('a probe that leaves the model and the others drifts from the day on which it was off', () => {
    const [first, second, third] = of(0.003, 0, 0);
    expect(first?.slope).toBeCloseTo(0.003, 9);
    // 0.012 off needs four days; the median of five days shows them two later.
    expect(first?.from).toBe(26);
    expect([second, third]).toEqual([null, null]);
    expect(of(-0.003, 0, 0)[0]?.slope).toBeCloseTo(-0.003, 9);
  });

  test('two others at least, and a change of 0.05 in the window', () => {
    expect(of(0.003, 0)).toEqual([null, null]);
    expect(of(0.001, 0, 0)[0]).toBeNull();
    expect(of(0.0015, 0, 0)[0]).not.toBeNull();
  });

  test('what all have in common is the model’s error', () => {
    expect(of(0.003, 0.003, 0.003)).toEqual([null, null, null]);
    // Only the others move: the still one does not drift.
    expect(of(0, 0.003, 0.003)[0]).toBeNull();
  });

  test('too few days, or days that the model does not have, tell nothing', () => {
    const short = [0.003, 0, 0].map((one) => probe(one, 35));
    expect(driftsOf(short, model)[0]).toBeNull();
    expect(
      driftsOf(
        [0.004, 0, 0].map((one) => probe(one, 56)),
        (_, day) => (day < 22 ? undefined : 0.25),
      )[0],
    ).toBeNull();
  });

  test('a soil that swings more than it moves does not drift', () => {
    const swinging = {
      depth: 0.2,
      days: probe(0.002).days.map(({ day, vwc }) => ({ day, vwc: vwc + (day % 2 === 0 ? 0.02 : -0.02) })),
    };
    expect(driftsOf([swinging, probe(0), probe(0)], model)[0]).toBeNull();
  });
});
