import { describe, expect, it } from 'vitest';
import { cropState, cropStateAt } from './crop-stages.ts';
import { HEAT_STOPS, heatColor, heatGrid, heatLegend, heatScale } from './heat-grid.ts';
import { packRows, plantAt, ROW_BYTES } from './plant-rows.ts';
import { rowsOnPlot } from './plot-rows.ts';
import { isOnPlot, plotShape } from './plot-shape.ts';

/** About 111 m × 111 m at the equator, with a hole of a quarter of each side in its middle. */
const SQUARE = [
  [
    [0, 0],
    [0.001, 0],
    [0.001, 0.001],
    [0, 0.001],
    [0, 0],
  ],
  [
    [0.000375, 0.000375],
    [0.000625, 0.000375],
    [0.000625, 0.000625],
    [0.000375, 0.000625],
    [0.000375, 0.000375],
  ],
];

describe('a plot from its boundary', () => {
  it('is true to scale, with east at +x and north at −z, without its holes', () => {
    const shape = plotShape({ type: 'Polygon', coordinates: SQUARE });
    expect(shape.high[0] - shape.low[0]).toBeCloseTo(111.19, 1);
    expect(shape.area).toBeCloseTo(111.19 ** 2 * (1 - 1 / 16), -1);
    expect(shape.center).toEqual({ longitude: 0.0005, latitude: 0.0005 });
    expect(shape.polygons[0]!.outline).toHaveLength(4);
    expect(shape.polygons[0]!.outline[0]![0]).toBeLessThan(0);
    expect(shape.polygons[0]!.outline[0]![1]).toBeGreaterThan(0);
    expect([isOnPlot(shape, -50, 50), isOnPlot(shape, 0, 0), isOnPlot(shape, 60, 0)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is five times as large at model size ratio 5; its area stays that of the ground', () => {
    const [one, two] = [plotShape(SQUARE, 0.2), plotShape(SQUARE, 0.4)];
    expect(two.high[0]).toBeCloseTo(one.high[0] * 2, 6);
    expect(two.area).toBeCloseTo(one.area, 3);
  });

  it('narrows with the latitude, and accepts one ring or several polygons', () => {
    const ring = SQUARE[0]!.map(([x, y]) => [x!, y! + 60]);
    const north = plotShape({ coordinates: ring });
    expect((north.high[0] - north.low[0]) / (north.high[1] - north.low[1])).toBeCloseTo(0.5, 3);
    const two = plotShape([[SQUARE[0]], [SQUARE[0]!.map(([x, y]) => [x! + 0.01, y!])]]);
    expect(two.polygons).toHaveLength(2);
  });

  it.each([
    null,
    'x',
    [],
    [[0, 0]],
    [
      [
        [0, 0],
        [1, 1],
      ],
    ],
    [
      [
        [0, 0],
        [1, 0],
        [400, 1],
      ],
    ],
    [
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    ],
  ])('refuses %j', (boundary) => {
    expect(() => plotShape(boundary)).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
  });
});

describe('rows on a plot', () => {
  it.each([0, 0.6, Math.PI / 2])('turned by %f they fill the plot, and stay out of its hole', (angle) => {
    const shape = plotShape(SQUARE);
    const rows = rowsOnPlot(shape, { row: 0.7, plant: 0.25, angle });
    let plants = 0;
    for (const { x, z, stepX, stepZ, count } of rows) {
      plants += count;
      for (const i of [0, count >> 1, count - 1])
        expect(isOnPlot(shape, x + stepX * i, z + stepZ * i)).toBe(true);
    }
    expect(plants * 0.7 * 0.25).toBeGreaterThan(shape.area * 0.96);
    expect(plants * 0.7 * 0.25).toBeLessThan(shape.area * 1.01);
    expect(packRows(rows).byteLength).toBe(rows.length * ROW_BYTES);
  });
});

describe('plants', () => {
  it('differ from one another, reproducibly, within their bounds', () => {
    const rows = packRows([{ x: 5, y: 1, z: -3, stepX: 0.4, stepZ: 0.3, count: 500, seed: 77 }]);
    const growth = { from: 0.5, to: 1, progress: 0.5 };
    const plants = Array.from({ length: 500 }, (_, i) => plantAt(rows, 0, i, growth));
    expect(plants).toEqual(Array.from({ length: 500 }, (_, i) => plantAt(rows, 0, i, growth)));
    expect(new Set(plants.map(({ yaw }) => yaw)).size).toBeGreaterThan(200);
    for (const [i, { x, z, y, size }] of plants.entries()) {
      expect(Math.hypot(x - 5 - 0.4 * i, z + 3 - 0.3 * i)).toBeLessThan(0.5 * 0.25);
      expect(y).toBe(1);
      expect(Math.abs(size - 0.75)).toBeLessThan(0.2);
    }
    const mean = plants.reduce((sum, { size }) => sum + size, 0) / plants.length;
    expect(mean).toBeCloseTo(0.75, 1);
  });
});

describe('a crop by date', () => {
  const stages = [0, 20, 60].map((fromDay, i) => ({ fromDay, nearPath: `n${i}`, farPath: `f${i}` }));
  const planted = new Date('2026-04-01T00:00:00Z');
  const on = (day: number) => cropState(stages, planted, new Date(planted.getTime() + day * 86_400_000));
  it('has the stage of the day and the progress within it', () => {
    expect(on(-1)).toMatchObject({ stage: -1 });
    expect(on(0)).toMatchObject({ stage: 0, progress: 0 });
    expect(on(40)).toMatchObject({ stage: 1, progress: 0.5, day: 40 });
    expect(on(500)).toMatchObject({ stage: 2, progress: 1 });
  });
});

describe('a crop by its growth', () => {
  it('has stages with the share of their days, or equal ones', () => {
    const equal = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({ nearPath: name, farPath: name }));
    for (const [i] of equal.entries())
      expect(cropStateAt(equal, i / 7)).toMatchObject({ stage: i, progress: expect.closeTo(0, 6) });
    expect(cropStateAt(equal, 2.5 / 7)).toMatchObject({ stage: 2, progress: expect.closeTo(0.5, 6) });
    expect(cropStateAt(equal, 1)).toMatchObject({ stage: 6, progress: 1 });
    const uneven = [{ fromDay: 10 }, { fromDay: 20 }, { fromDay: 50, days: 10 }].map((stage) => ({
      ...stage,
      nearPath: 'n',
      farPath: 'f',
    }));
    expect(cropStateAt(uneven, 0)).toMatchObject({ stage: 0, day: 10 });
    expect(cropStateAt(uneven, 0.5)).toMatchObject({ stage: 1, day: 35, progress: expect.closeTo(0.5, 6) });
  });
  it('is refused outside 0 … 1, and with stages that do not last', () => {
    const stages = [{ nearPath: 'n', farPath: 'f', days: 0 }];
    for (const [growth, field] of [
      [1.1, 'growth'],
      [Number.NaN, 'growth'],
      [0.5, 'stages[0].days'],
    ] as const)
      expect(() => cropStateAt(stages, growth)).toThrow(
        expect.objectContaining({ code: 'invalid-argument', details: expect.objectContaining({ field }) }),
      );
  });
});

describe('a boundary in metres', () => {
  const square = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ] as const;
  const hole = [
    [4, 4],
    [6, 4],
    [6, 6],
    [4, 6],
    [4, 4],
  ] as const;
  it('is taken as it is, whatever the scale', () => {
    const shape = plotShape({ polygons: [{ outline: square, holes: [hole] }] }, 3);
    expect(shape).toMatchObject({ center: null, low: [0, 0], high: [10, 10], area: 96 });
    expect(shape.polygons[0]!.outline).toEqual(square);
    expect(shape.polygons[0]!.holes[0]).toHaveLength(4);
    expect(isOnPlot(shape, 1, 1)).toBe(true);
    expect(isOnPlot(shape, 5, 5)).toBe(false);
  });
  it.each([
    ['no list', 5, 'boundary.polygons'],
    ['two points', [{ outline: square.slice(0, 2) }], 'boundary.polygons[0].outline'],
    ['a hole with a text', [{ outline: square, holes: [['a', 'b', 'c']] }], 'boundary.polygons[0].holes[0]'],
    ['no area', [{ outline: [square[0], square[1], square[1]] }], 'boundary'],
  ])('%s is refused, by its field', (_, polygons, field) => {
    expect(() => plotShape({ polygons })).toThrow(
      expect.objectContaining({ code: 'invalid-argument', details: expect.objectContaining({ field }) }),
    );
  });
});

describe('a heat map', () => {
  const points = [
    { x: -10, z: 0, value: 20 },
    { x: 10, z: 0, value: 40 },
  ];
  it('has each reading at its position and the mean in the middle', () => {
    const grid = heatGrid(points, [-20.5, -20.5], [20.5, 20.5], 41);
    const at = (x: number, z: number) => grid[(z + 20) * 41 + x + 20]!;
    expect(at(-10, 0)).toBeCloseTo(20, 3);
    expect(at(10, 0)).toBeCloseTo(40, 3);
    expect(at(0, 7)).toBeCloseTo(30, 3);
  });
  it('reports its scale and its colours', () => {
    expect(heatScale(points, { unit: '%' })).toEqual({ low: 20, high: 40, unit: '%' });
    expect(heatScale([points[0]!])).toMatchObject({ low: 19.5, high: 20.5 });
    const { entries } = heatLegend({ low: 0, high: 100, unit: '%' });
    expect(entries).toEqual(HEAT_STOPS.map(({ at, color }) => ({ value: at * 100, color })));
    expect(heatColor(2)).toEqual(heatColor(1));
    expect(() => heatScale([])).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
  });
});
