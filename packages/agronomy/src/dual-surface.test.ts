import { describe, expect, test } from 'vitest';
import { dualCropBalance, type DualDay, type DualSoil } from './dual-crop.ts';
import { basalOnDay, Canopy, type DualCrop, SurfaceLayer } from './dual-surface.ts';

const refused = (code: string, field: string) =>
  expect.objectContaining({ reason: expect.objectContaining({ code, field }) });

const crop: DualCrop = {
  kcb: [0.15, 1.15, 0.25],
  lengths: [20, 20, 30, 10],
  height: [0.1, 2.1],
  rootDepth: [0.2, 1.2],
  p: 0.5,
};

describe('basalOnDay', () => {
  test('is level, rises, is level and falls, without a step', () => {
    const at = (day: number) => basalOnDay(crop, day);
    expect([0, 20, 40, 41, 70, 81, 300].map(at)).toEqual([0.15, 0.15, 1.15, 1.15, 1.15, 0.25, 0.25]);
    expect([30, 21, 75, 71, 80].map(at)).toEqual(
      [0.65, 0.2, 0.7, 1.06, 0.25].map((kcb) => expect.closeTo(kcb, 9)),
    );
  });

  test('under plastic is a tenth less, in proportion to its cover; straw changes nothing', () => {
    for (const day of [10, 30, 50, 75, 200]) {
      const bare = basalOnDay(crop, day);
      expect(basalOnDay(crop, day, { kind: 'plastic', cover: 1 })).toBeCloseTo(0.9 * bare, 9);
      expect(basalOnDay(crop, day, { kind: 'plastic', cover: 0.5 })).toBeCloseTo(0.95 * bare, 9);
      expect(basalOnDay(crop, day, { kind: 'organic', cover: 1 })).toBe(bare);
    }
  });
});

describe('Canopy', () => {
  const calm = { wind: 2, windHeight: 2, rhMin: 45 };

  test('height and roots follow Kcb upwards only', () => {
    const canopy = new Canopy(crop);
    expect([canopy.height, canopy.rootDepth]).toEqual([0.1, 0.2]);
    canopy.grow(0.65, calm);
    expect([canopy.height, canopy.rootDepth]).toEqual([expect.closeTo(1.1, 9), expect.closeTo(0.7, 9)]);
    canopy.grow(1.15, calm);
    canopy.grow(0.25, calm);
    expect([canopy.height, canopy.rootDepth]).toEqual([expect.closeTo(2.1, 9), expect.closeTo(1.2, 9)]);
  });

  test('a crop whose Kcb does not rise, grass or an orchard, is full grown at once', () => {
    const canopy = new Canopy({ ...crop, kcb: [0.8, 0.8, 0.8] });
    canopy.grow(0.8, calm);
    expect(canopy.rootDepth).toBeCloseTo(1.2, 9);
  });

  test('FAO-56 eq. 72 and 76: Kcmax of 1.2 in the climate of the tables, cover by the height', () => {
    const canopy = new Canopy(crop);
    const { kcb, kcMax, cover } = canopy.grow(0.65, calm);
    expect(kcb).toBe(0.65);
    expect(kcMax).toBeCloseTo(1.2, 3);
    // (0.5/1.05)^(1 + 0.5 × 1.1)
    expect(cover).toBeCloseTo((0.5 / 1.05) ** 1.55, 3);
    expect(canopy.grow(0.15, calm).cover).toBe(0);
    expect(canopy.grow(1.15, calm).kcMax).toBeCloseTo(1.2, 3);
    expect(new Canopy({ ...crop, kcb: [0.15, 1.19, 0.25] }).grow(1.19, calm).kcMax).toBeCloseTo(1.24, 3);
  });

  test('FAO-56 eq. 70: wind and dry air raise Kcmax, and Kcb over 0.45 where it is adjusted', () => {
    // 5 m/s and 20 %: (0.12 + 0.1) × (1.1/3)^0.3 = 0.1628.
    const windy = { wind: 5, windHeight: 2, rhMin: 20 };
    expect(new Canopy(crop).grow(0.65, windy)).toMatchObject({
      kcb: 0.65,
      kcMax: expect.closeTo(1.3628, 3),
    });
    const adjusted = new Canopy({ ...crop, climateAdjusted: true });
    expect(adjusted.grow(0.65, windy).kcb).toBeCloseTo(0.8128, 3);
    const small = new Canopy({ ...crop, climateAdjusted: true });
    expect(small.grow(0.45, windy).kcb).toBe(0.45);
    expect(small.grow(0.46, windy).kcb).toBeGreaterThan(0.5);
  });

  test('keeps to the fitted wind of 1–6 m/s and humidity of 20–80 %', () => {
    const at = (wind: number, rhMin: number, windHeight = 2) =>
      new Canopy(crop).grow(0.65, { wind, windHeight, rhMin }).kcMax;
    expect(at(9, 10)).toBe(at(7, 20));
    expect(at(0, 95)).toBe(at(0.9, 80));
    expect(at(5, 45, 10)).toBeLessThan(at(5, 45));
    expect(() => at(5, -1)).toThrow(refused('out_of_range', 'rhMin'));
    expect(() => at(-5, 45)).toThrow(refused('out_of_range', 'wind'));
  });
});

describe('SurfaceLayer', () => {
  // FAO-56 example 35: a sandy loam, TEW 18 mm and REW 8 mm.
  const loam = { fieldCapacity: 0.23, wiltingPoint: 0.1 };
  const depth = { evaporationDepth: 0.1, readilyEvaporable: 8 };
  const dry = { et0: 5, rain: 0, irrigation: 0, wettedShare: 1, kcb: 0.3, kcMax: 1.2, cover: 0 };

  test('example 35: holds 18 mm and begins dry', () => {
    const surface = new SurfaceLayer(loam, depth);
    expect([surface.tew, surface.rew, surface.depletion]).toEqual([
      expect.closeTo(18, 9),
      8,
      expect.closeTo(18, 9),
    ]);
    expect(surface.evaporate(dry)).toEqual({ ke: expect.closeTo(0, 9), evaporation: expect.closeTo(0, 9) });
  });

  test('water of a day evaporates from the next day on, in full up to REW, then less and less', () => {
    const surface = new SurfaceLayer(loam, depth);
    expect(surface.evaporate({ ...dry, rain: 30 }).ke).toBeCloseTo(0, 9);
    expect(surface.depletion).toBeCloseTo(0, 9);
    const days = Array.from({ length: 4 }, () => surface.evaporate(dry));
    // Ke 0.9: 4.5 mm a day; after 9 mm Kr is (18 − 9)/(18 − 8).
    expect(days.map(({ ke }) => ke)).toEqual([0.9, 0.9, 0.81, 0.4455].map((ke) => expect.closeTo(ke, 9)));
    expect(days.map(({ evaporation }) => evaporation)).toEqual(
      [4.5, 4.5, 4.05, 2.2275].map((mm) => expect.closeTo(mm, 9)),
    );
    expect(surface.depletion).toBeCloseTo(4.5 + 4.5 + 4.05 + 2.2275, 9);
  });

  test('under plants only the open, wetted part evaporates', () => {
    const wet = () => {
      const surface = new SurfaceLayer(loam, depth);
      surface.evaporate({ ...dry, rain: 30 });
      return surface;
    };
    const covered = wet();
    expect(covered.evaporate({ ...dry, cover: 0.8 }).ke).toBeCloseTo(0.2 * 1.2, 9);
    // 1.2 mm of the plot are 6 mm of the open fifth.
    expect(covered.depletion).toBeCloseTo(6, 9);
    expect(wet().evaporate({ ...dry, factor: 0.5 }).ke).toBeCloseTo(0.45, 9);
  });

  test('drip wets a part of the surface, which stays the wet part until rain of 3 mm', () => {
    const surface = new SurfaceLayer(loam, depth);
    surface.evaporate({ ...dry, irrigation: 6, wettedShare: 0.3 });
    // 6 mm of the plot are 20 mm of its wetted part.
    expect(surface.depletion).toBeCloseTo(0, 9);
    expect(surface.evaporate(dry).ke).toBeCloseTo(0.36, 9);
    surface.evaporate({ ...dry, rain: 2.9 });
    expect(surface.evaporate(dry).ke).toBeLessThanOrEqual(0.36);
    surface.evaporate({ ...dry, rain: 30 });
    expect(surface.evaporate(dry).ke).toBeCloseTo(0.9, 9);
    surface.evaporate({ ...dry, irrigation: 6, wettedShare: 0.3 });
    surface.evaporate({ ...dry, rain: 3 });
    expect(surface.evaporate(dry).ke).toBeGreaterThan(0.5);
  });

  test('mulch: plastic leaves the open part, straw saves up to a half', () => {
    const after = (mulch: ConstructorParameters<typeof SurfaceLayer>[2]) => {
      const surface = new SurfaceLayer(loam, depth, mulch);
      surface.evaporate({ ...dry, rain: 30 });
      return surface.evaporate(dry).ke;
    };
    expect(after({ kind: 'plastic', cover: 0.75 })).toBeCloseTo(0.3, 9);
    expect(after({ kind: 'plastic', cover: 1 })).toBeCloseTo(0.012, 9);
    expect(after({ kind: 'organic', cover: 0.4 })).toBeCloseTo(0.8 * 0.9, 9);
    expect(after(null)).toBeCloseTo(0.9, 9);
  });

  test.each([
    ['evaporationDepth', () => new SurfaceLayer(loam, { ...depth, evaporationDepth: 0 })],
    ['evaporationDepth', () => new SurfaceLayer(loam, { ...depth, evaporationDepth: 0.6 })],
    ['readilyEvaporable', () => new SurfaceLayer(loam, { ...depth, readilyEvaporable: 18 })],
    ['readilyEvaporable', () => new SurfaceLayer(loam, { ...depth, readilyEvaporable: -1 })],
    ['wettedShare', () => new SurfaceLayer(loam, depth).evaporate({ ...dry, irrigation: 1, wettedShare: 0 })],
  ])('refuses %s', (field, call) => expect(call).toThrow(refused('out_of_range', field)));
});

describe('dualCropBalance', () => {
  const layer = { fieldCapacity: 0.3, wiltingPoint: 0.1, bottom: 1.2, initial: 0.3 };
  const soil: DualSoil = { layers: [layer], evaporationDepth: 0.1, readilyEvaporable: 9 };
  const day: DualDay = { et0: 5, rain: 0, irrigation: 0, wettedShare: 1, wind: 2, windHeight: 2, rhMin: 45 };
  const run = (days: readonly Partial<DualDay>[], more: Partial<DualSoil> = {}, plant = crop) =>
    dualCropBalance({
      crop: plant,
      soil: { ...soil, ...more },
      days: days.map((one) => ({ ...day, ...one })),
    });

  test('the first day of a crop on a dry surface only transpires', () => {
    const [first] = run([{}]);
    expect(first).toMatchObject({
      day: 0,
      kcb: 0.15,
      ks: 1,
      rootDepth: 0.2,
      height: 0.1,
      cover: 0,
      deepPercolation: 0,
      ke: expect.closeTo(0, 9),
      kcMax: expect.closeTo(1.2, 3),
      etc: expect.closeTo(0.75, 9),
      etcActual: expect.closeTo(0.75, 9),
      evaporation: expect.closeTo(0, 9),
      transpiration: expect.closeTo(0.75, 9),
      depletion: expect.closeTo(0.75, 9),
      surfaceDepletion: expect.closeTo(25, 9),
      taw: expect.closeTo(40, 9),
      // 0.5 + 0.04 × (5 − 0.75)
      p: expect.closeTo(0.67, 9),
      raw: expect.closeTo(26.8, 9),
    });
  });

  test('a soil that is drier than its readily available water stresses the crop', () => {
    const [first] = run([{}], { layers: [{ ...layer, initial: 0.15 }] });
    // Depletion 30 of 40 mm, raw 26.8: Ks 10/13.2.
    expect(first?.ks).toBeCloseTo(10 / 13.2, 9);
    expect(first?.etcActual).toBeCloseTo((0.75 * 10) / 13.2, 9);
    expect(first?.transpiration).toBeCloseTo((0.75 * 10) / 13.2, 9);
  });

  test('water beyond field capacity drains; a wilted root zone loses no more', () => {
    const [wet] = run([{ rain: 12, irrigation: 8 }]);
    expect(wet?.deepPercolation).toBeCloseTo(20 - 0.75, 9);
    expect(wet?.depletion).toBe(0);
    const [dry] = run([{}], { layers: [{ ...layer, initial: 0.1 }] });
    expect(dry).toMatchObject({ ks: 0, depletion: expect.closeTo(40, 9) });
  });

  test('roots that grow into wet soil take its water over in a profile', () => {
    const days = Array.from({ length: 41 }, () => ({ et0: 0 }));
    // 0.2 m at the wilting point over 1 m that is half empty.
    const layers = [
      { ...layer, bottom: 0.2, initial: 0.1 },
      { ...layer, bottom: 1.2, initial: 0.2 },
    ];
    const profile = run(days, { layers, drainage: 'profile' });
    expect(profile[0]?.depletion).toBeCloseTo(40, 9);
    // Full grown, the whole profile lacks 40 + 100 mm.
    expect(profile.at(-1)).toMatchObject({ depletion: expect.closeTo(140, 6), taw: expect.closeTo(240, 9) });
    // Half grown, half of the 100 mm below.
    expect(profile[30]?.depletion).toBeCloseTo(90, 6);
    expect(run(days, { layers }).at(-1)?.depletion).toBeCloseTo(40, 9);
  });

  test('a profile keeps what drains below the roots, and loses what it cannot hold', () => {
    const layers = [{ ...layer, initial: 0.2 }];
    const profile = run(
      [
        { et0: 0, irrigation: 100 },
        { et0: 0, irrigation: 50 },
      ],
      { layers, drainage: 'profile' },
    );
    // 1.2 m lack 120 mm, the roots' 0.2 m of them 20.
    expect(profile.map(({ deepPercolation }) => deepPercolation)).toEqual([0, expect.closeTo(30, 9)]);
    expect(profile.map(({ depletion }) => depletion)).toEqual([0, 0]);
    const bucket = run([{ et0: 0, irrigation: 100 }], { layers });
    expect(bucket[0]?.deepPercolation).toBeCloseTo(80, 9);
  });

  test.each([
    ['et0', { et0: 31 }],
    ['rain', { rain: -1 }],
    ['irrigation', { irrigation: -1 }],
    ['irrigation', { irrigation: 1001 }],
  ])('refuses %s', (field, wrong) => expect(() => run([wrong])).toThrow(refused('out_of_range', field)));
});
