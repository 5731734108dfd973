// Second tier (outside): reference tables
import * as agronomy from '@farm3d/agronomy';
import { describe, expect, it } from 'vitest';
import { readJson } from './agronomy-fixtures.ts';

interface Row {
  crop: string;
  [column: string]: number | string | null;
}

/** The rows of FAO-56 from which each crop is taken. */
const ROWS: Record<string, { table11?: string; table12: string; table22: string }> = {
  tomato: { table11: 'tomato', table12: 'tomato', table22: 'tomato' },
  cucumber: { table11: 'cucumber', table12: 'cucumber fresh market', table22: 'cucumber fresh market' },
  lettuce: { table11: 'lettuce', table12: 'lettuce', table22: 'lettuce' },
  pepper: { table11: 'sweet peppers bell', table12: 'sweet peppers bell', table22: 'sweet peppers bell' },
  strawberry: { table12: 'strawberries', table22: 'strawberries' },
  wheat: { table11: 'winter wheat', table12: 'winter wheat non-frozen soils', table22: 'winter wheat' },
  rice: { table11: 'rice', table12: 'rice', table22: 'rice' },
  maize: {
    table11: 'maize grain',
    table12: 'maize field grain corn 18% moisture',
    table22: 'maize field grain corn',
  },
  potato: { table11: 'potato', table12: 'potato', table22: 'potato' },
  cotton: { table11: 'cotton', table12: 'cotton', table22: 'cotton' },
  soybean: { table11: 'soybeans', table12: 'soybeans', table22: 'soybeans' },
  eggplant: { table11: 'eggplant', table12: 'eggplant', table22: 'eggplant' },
};

describe('crop values marked as published in FAO-56 are in its tables', () => {
  const tables = readJson('data/agro/fao56-tables.json') as Record<string, Row[]>;
  const rows = (table: string, crop: string) => (tables[table] ?? []).filter((row) => row.crop === crop);

  it('for every crop', () => {
    expect(Object.keys(ROWS).sort()).toEqual(agronomy.CROPS.map((crop) => crop.id).sort());
  });

  it.each(agronomy.CROPS.map((crop) => [crop.id, crop] as const))('%s', (id, crop) => {
    const names = ROWS[id];
    if (names === undefined) throw new Error(`no rows for ${id}`);
    if (crop.lengths.from === 'fao56-t11') {
      const printed = rows('table11_stageLengthsDays', names.table11 ?? '').map((row) => [
        row['Lini'],
        row['Ldev'],
        row['Lmid'],
        row['Llate'],
      ]);
      expect(printed).toContainEqual([...crop.lengths.value]);
    }
    const [kc] = rows('table12_Kc', names.table12);
    expect([kc?.['Kcini'], kc?.['Kcmid'], kc?.['Kcend']]).toEqual([...crop.kc.value]);
    expect(kc?.['hmax']).toBe(crop.maxHeight.value);
    const [root] = rows('table22_root', names.table22);
    expect([root?.['Zrmin'], root?.['Zrmax']]).toEqual([...crop.rootDepthMax.value]);
    expect(root?.['p']).toBe(crop.p.value);
  });
});
