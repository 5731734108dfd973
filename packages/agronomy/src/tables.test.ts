import { describe, expect, it } from 'vitest';
import { droughtAssessment } from './drought.ts';
import { plotArea } from './plot-area.ts';
import { BUILT_IN_TABLES, tableCells, type TableEdit, withEdits } from './tables.ts';

const edit = (over: Partial<TableEdit>): TableEdit => ({
  table: 'crops',
  id: 'tomato',
  field: 'kc',
  value: [0.6, 1.2, 0.8],
  note: 'variety trial',
  ...over,
});

describe('tables of an organisation', () => {
  it('lists each number with its source and certainty', () => {
    const cells = tableCells();
    expect(cells.length).toBeGreaterThan(250);
    for (const cell of cells) {
      expect(cell.source.length, `${cell.id}.${cell.field}`).toBeGreaterThan(2);
      expect(['published', 'derived', 'unverified', 'assumed']).toContain(cell.certainty);
    }
    for (const table of ['crops', 'textures', 'grades', 'diseases', 'weather', 'irrigation']) {
      expect(cells.some((cell) => cell.table === table)).toBe(true);
    }
  });

  it('uses an entered number in the calculations, with its source', () => {
    const edits = [edit({}), edit({ field: 'stages.FLOW.endGdd', value: 1100 })];
    const tomato = withEdits(edits).crops.find(({ id }) => id === 'tomato');
    expect(tomato?.kc).toMatchObject({ value: [0.6, 1.2, 0.8], certainty: 'entered', note: 'variety trial' });
    expect(tomato?.stages[2]?.endGdd.value).toBe(1100);
    expect(BUILT_IN_TABLES.crops[0]?.kc.value).toEqual([0.6, 1.15, 0.8]);
    const cell = tableCells(edits, 'crops').find(({ id, field }) => id === 'tomato' && field === 'kc');
    expect(cell).toMatchObject({ source: 'variety trial', certainty: 'entered', edited: true });
  });

  it('grades a drought by the entered thresholds', () => {
    const now = Date.UTC(2026, 4, 10);
    const soil = [{ depth: 0.1, unit: 'm3/m3' as const, points: [[now - 3_600_000, 0.16] as const] }];
    const ask = (tables = BUILT_IN_TABLES) =>
      droughtAssessment({ now, soil, texture: 'loam', fieldCapacity: 0.25, tables }).overall.code;
    expect(ask()).toBe('NONE');
    const raised = edit({ table: 'grades', id: 'loam', field: 'moisture', value: [80, 70, 50, 30] });
    expect(ask(withEdits([raised]))).toBe('MODERATE');
  });

  it.each([
    ['an unknown cell', { field: 'colour' }],
    ['a prototype key', { field: '__proto__' }],
    ['text for numbers', { value: 'much' }],
    ['too few numbers', { value: [0.6, 1.2] }],
    ['no number at all', { value: [0.6, Number.NaN, 0.8] }],
    ['a number beyond its range', { value: [0.6, 12, 0.8] }],
    ['a base above the upper limit', { field: 'base', value: 29 }],
    ['a stage that ends before the one before it', { field: 'stages.FLOW.endGdd', value: 400 }],
    [
      'a soil that holds less than its wilting point',
      { table: 'textures', id: 'clay', field: 'wiltingPoint', value: 0.4 },
    ],
    ['grades that rise', { table: 'grades', id: 'clay', field: 'moisture', value: [50, 60, 40, 30] }],
    ['a sky that is none', { table: 'weather', id: '0', field: 'type', value: 'purple' }],
  ] as const)('refuses %s', (_, over) => {
    expect(() => withEdits([edit(over as Partial<TableEdit>)])).toThrow(
      expect.objectContaining({ name: 'AgronomyError' }),
    );
  });
});

describe('the area of a plot', () => {
  // A hundredth of a degree square at 36° N: 1111.95 m by 1111.95·cos(36.005°) m.
  const ring = [
    [118, 36],
    [118.01, 36],
    [118.01, 36.01],
    [118, 36.01],
    [118, 36],
  ];
  const expected = 1111.95 ** 2 * Math.cos((36.005 * Math.PI) / 180);

  it.each([
    ['a bare ring', ring],
    ['a polygon', { type: 'Polygon', coordinates: [ring] }],
    ['a feature', { type: 'Feature', geometry: { type: 'MultiPolygon', coordinates: [[ring]] } }],
  ])('is that on the globe: %s', (_, boundary) => {
    expect(Math.abs(plotArea(boundary) / expected - 1)).toBeLessThan(1e-4);
  });

  it('subtracts holes and reports a missing outline', () => {
    const hole = ring.map(([x = 0, y = 0]) => [118 + (x - 118) / 2, 36 + (y - 36) / 2]);
    expect(plotArea({ coordinates: [ring, hole] }) / expected).toBeCloseTo(0.75, 3);
    for (const nothing of [
      null,
      {},
      [],
      [[1, 2]],
      { coordinates: 'none' },
      [
        [500, 36],
        [1, 2],
        [3, 4],
      ],
    ]) {
      expect(() => plotArea(nothing)).toThrow(expect.objectContaining({ code: 'no_plot_area' }));
    }
  });
});
