import { describe, expect, it } from 'vitest';
import { droughtAssessment } from './drought.ts';
import { AgronomyError } from './reason.ts';
import {
  acceptedEdits,
  type AgronomyTables,
  BUILT_IN_TABLES,
  tableCells,
  type CellValue,
  type TableCell,
  type TableEdit,
  type TableName,
  withEdits,
} from './tables.ts';

const edit = (over: Partial<TableEdit>): TableEdit => ({
  table: 'crops',
  id: 'tomato',
  field: 'kc',
  value: [0.6, 1.2, 0.8],
  note: 'variety trial',
  ...over,
});

type Place = readonly [table: TableName, id: string, field: string];

const entered = ([table, id, field]: Place, value: CellValue): TableEdit => edit({ table, id, field, value });

const builtIn = (place: Place): TableCell => {
  const cell = tableCells().find(({ table, id, field }) => [table, id, field].join() === place.join());
  if (cell === undefined) throw new Error(`no cell ${place.join(' ')}`);
  return cell;
};

/** All of the tables as text, to compare later. */
const frozen = (tables: AgronomyTables): string =>
  JSON.stringify({ ...tables, weatherCodes: [...tables.weatherCodes] });

/** Why edits are refused: the reason's code and field, and the offending value; null when they are accepted. */
function refusal(...edits: readonly TableEdit[]) {
  try {
    withEdits(edits);
    return null;
  } catch (error) {
    if (!(error instanceof AgronomyError)) throw error;
    return { code: error.code, field: error.reason.field, value: error.value };
  }
}

/** Each place with another value than the built-in one that every range and order admits. */
const changes: readonly (readonly [Place, CellValue])[] = tableCells().map((cell) => {
  const { table, id, field, value } = cell;
  const nudged = (number: number) => number * 0.999 + 0.0001;
  const words: Readonly<Record<string, readonly [string, string]>> = {
    soilClass: ['loam', 'clay'],
    type: ['rain', 'snow'],
    text: ['细雨', '大风'],
  };
  const [usual = '', other = ''] = words[field] ?? [];
  const changed =
    typeof value === 'string'
      ? value === usual
        ? other
        : usual
      : typeof value === 'number'
        ? nudged(value)
        : value.map(nudged);
  return [[table, id, field], changed];
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

describe('cells of the tables', () => {
  it.each([
    ['crops', BUILT_IN_TABLES.crops.map(({ id }) => id)],
    ['textures', BUILT_IN_TABLES.textures.map(({ id }) => id)],
    ['irrigation', ['surface', 'sprinkler', 'drip']],
    ['grades', ['sand', 'loam', 'clay', 'spi', 'seedling', 'critical', 'other']],
    ['weather', [...BUILT_IN_TABLES.weatherCodes.keys()].map(String)],
  ] as const)('has cells for each row of the table asked for: %s', (table, ids) => {
    const cells = tableCells([], table);
    expect([...new Set(cells.map((cell) => cell.id))]).toEqual(ids);
    expect([...new Set(cells.map((cell) => cell.table))]).toEqual([table]);
    expect(cells.every((cell) => !cell.edited)).toBe(true);
  });

  it.each([
    ['lateBlight', []],
    ['powderyMildew', ['model.band']],
    ['wetness', ['model.temperatures', 'model.hours', 'model.wetRh']],
    ['warmHumid', ['model.band', 'model.rhAtLeast']],
    ['hotDry', ['model.band', 'model.rhBelow']],
    ['soilTemperature', ['model.atLeast']],
    ['generations', ['model.base', 'model.generationGdd', 'model.band']],
    ['trap', ['model.perNight']],
  ])('has the numbers of a risk model as cells: %s', (kind, fields) => {
    const ids = BUILT_IN_TABLES.pests.filter(({ model }) => model.kind === kind).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids) {
      const cells = tableCells([], 'diseases').filter((cell) => cell.id === id);
      expect(cells.map(({ field }) => field)).toEqual(fields);
    }
  });

  it('has the coefficients, depths, temperatures and stages of a crop as cells', () => {
    const rice = tableCells([], 'crops').filter(({ id }) => id === 'rice');
    expect(rice.map(({ field, value }) => [field, value])).toEqual([
      ['lengths', [30, 30, 60, 30]],
      ['kc', [1.05, 1.2, 0.75]],
      ['kcb', [1, 1.15, 0.57]],
      ['saltTolerance', [3, 12]],
      ['maxHeight', 1],
      ['rootDepthStart', 0.3],
      ['rootDepthMax', [0.5, 1]],
      ['p', 0.2],
      ['base', 8],
      ['upper', 30],
      ['optimum', [25, 32]],
      ['stages.NURS.endGdd', 370],
      ['stages.TILL.endGdd', 800],
      ['stages.BOOT.endGdd', 1150],
      ['stages.HEAD.endGdd', 1500],
      ['stages.FILL.endGdd', 1800],
      ['stages.MATU.endGdd', 1900],
    ]);
    expect(rice[0]).toEqual({
      table: 'crops',
      id: 'rice',
      zh: '水稻',
      en: 'Rice',
      field: 'lengths',
      value: [30, 30, 60, 30],
      source: 'FAO Irrigation and Drainage Paper 56 (Allen et al. 1998), table 11: stage lengths',
      certainty: 'published',
      edited: false,
    });
  });

  it.each([
    ['sand', '砂土类墒情阈值', 'Soil moisture grades, sand', { moisture: [55, 45, 35, 25] }],
    ['loam', '壤土类墒情阈值', 'Soil moisture grades, loam', { moisture: [60, 50, 40, 30] }],
    ['clay', '黏土类墒情阈值', 'Soil moisture grades, clay', { moisture: [65, 55, 45, 35] }],
    ['spi', 'SPI/SPEI 阈值', 'SPI and SPEI grades', { index: [-0.5, -1, -1.5, -2] }],
    ['seedling', '苗期', 'Seedling', { factor: 1.1, depth: 0.2 }],
    ['critical', '需水关键期', 'Water-critical stage', { factor: 0.9, depth: 0.5 }],
    ['other', '其他生育期', 'Other stages', { factor: 1, depth: 0.5 }],
  ])('names the drought grades and has their numbers: %s', (id, zh, en, values) => {
    const cells = tableCells([], 'grades').filter((cell) => cell.id === id);
    expect(Object.fromEntries(cells.map(({ field, value }) => [field, value]))).toEqual(values);
    for (const cell of cells) expect(cell).toMatchObject({ zh, en });
  });

  it.each([
    [['textures', 'silt', 'fieldCapacity'], '粉土', 'Silt', 0.32, /56, table 19/, 'unverified'],
    [['textures', 'silt', 'soilClass'], '粉土', 'Silt', 'loam', /^farm3d$/, 'assumed'],
    [['irrigation', 'drip', 'wettedShare'], '滴灌', 'Drip', 0.4, /^farm3d$/, 'assumed'],
    [
      ['grades', 'spi', 'index'],
      'SPI/SPEI 阈值',
      'SPI and SPEI grades',
      [-0.5, -1, -1.5, -2],
      /20481/,
      'published',
    ],
    [['diseases', 'bph', 'model.perNight'], '褐飞虱', 'Brown planthopper', [10, 50], /^farm3d$/, 'assumed'],
    [['weather', '77', 'text'], '米雪', 'snow', '米雪', /4677/, 'published'],
    [['weather', '77', 'type'], '米雪', 'snow', 'snow', /4677/, 'published'],
  ] as const)('has the source and certainty of a value: %s', (place, zh, en, value, source, certainty) => {
    const cell = builtIn(place);
    expect(cell).toMatchObject({ zh, en, value, certainty, edited: false });
    expect(cell.source).toMatch(source);
  });
});

describe('an entered value', () => {
  it('is read back from every cell of every table, all edited at once', () => {
    const edits = changes.map(([place, value]) => entered(place, value));
    const cells = tableCells(edits);
    expect(cells.map(({ table, id, field, value }) => [[table, id, field], value])).toEqual(changes);
    for (const cell of cells) {
      expect(cell).toMatchObject({ source: 'variety trial', certainty: 'entered', edited: true });
    }
  });

  it.each([
    ['crops', 'wheat', 'kc'],
    ['crops', 'tomato', 'stages.GERM.endGdd'],
    ['crops', 'rice', 'stages.MATU.endGdd'],
    ['textures', 'loam', 'wiltingPoint'],
    ['textures', 'silt', 'soilClass'],
    ['irrigation', 'sprinkler', 'efficiency'],
    ['grades', 'sand', 'moisture'],
    ['grades', 'loam', 'moisture'],
    ['grades', 'clay', 'moisture'],
    ['grades', 'spi', 'index'],
    ['grades', 'seedling', 'depth'],
    ['grades', 'critical', 'factor'],
    ['grades', 'other', 'factor'],
    ['diseases', 'aphid', 'model.band'],
    ['weather', '45', 'text'],
    ['weather', '45', 'type'],
  ] as const)('changes one cell alone: %s %s %s', (...place) => {
    const before = frozen(BUILT_IN_TABLES);
    const value = changes.find(([one]) => one.join() === place.join())?.[1] ?? '';
    const [table, id, field] = place;
    const changed = tableCells([entered(place, value)]);
    const untouched = tableCells();
    // The names of a row of the weather table are its values.
    const names = table === 'weather' ? { [field === 'text' ? 'zh' : 'en']: value } : {};
    expect(changed).toEqual(
      untouched.map((cell) => {
        if (cell.table !== table || cell.id !== id) return cell;
        const own = { value, source: 'variety trial', certainty: 'entered', edited: true };
        return { ...cell, ...names, ...(cell.field === field ? own : {}) };
      }),
    );
    expect(frozen(BUILT_IN_TABLES)).toBe(before);
    expect(frozen(withEdits([]))).toBe(before);
  });

  it('stands in the table that the calculations read, with the organisation as its source', () => {
    const tables = withEdits([
      entered(['irrigation', 'drip', 'efficiency'], 0.95),
      entered(['diseases', 'whitefly', 'model.generationGdd'], 300),
      entered(['grades', 'critical', 'factor'], 0.8),
      entered(['grades', 'spi', 'index'], [-0.6, -1.1, -1.6, -2.1]),
      entered(['weather', '95', 'text'], '雷雨'),
    ]);
    const leaf = { from: 'organisation', certainty: 'entered', note: 'variety trial' };
    expect(tables.irrigationMethods.at(-1)?.efficiency).toEqual({ ...leaf, value: 0.95 });
    expect(tables.pests.find(({ id }) => id === 'whitefly')?.model).toMatchObject({
      kind: 'generations',
      base: { value: 11 },
      generationGdd: { ...leaf, value: 300 },
    });
    expect(tables.stageFactors.critical).toMatchObject({
      factor: { ...leaf, value: 0.8 },
      depth: { value: 0.5, from: 'gbt-32136' },
    });
    expect(tables.indexThresholds).toEqual({ ...leaf, value: [-0.6, -1.1, -1.6, -2.1] });
    expect(tables.weatherCodes.get(95)).toEqual({ text: '雷雨', type: 'rain' });
  });

  it('gives way to a later one for the same cell', () => {
    const later = { ...entered(['textures', 'loam', 'fieldCapacity'], 0.27), note: 'laboratory' };
    const cells = tableCells([entered(['textures', 'loam', 'fieldCapacity'], 0.26), later], 'textures');
    expect(cells.find(({ id, field }) => id === 'loam' && field === 'fieldCapacity')).toMatchObject({
      value: 0.27,
      source: 'laboratory',
    });
  });
});

const STEP = 1e-6;
const soil = (field: string, value: number) => entered(['textures', 'sand', field], value);

describe('limits of what may be entered', () => {
  // Lists that fall have their greatest number first.
  const limits: readonly (readonly [
    place: Place,
    least: number | null,
    most: number | null,
    beside?: readonly TableEdit[],
  ])[] = [
    [['crops', 'tomato', 'lengths'], 1, 400],
    [['crops', 'tomato', 'kc'], 0, 3],
    [['crops', 'tomato', 'kcb'], 0, 3],
    [['crops', 'tomato', 'saltTolerance'], 0, 100],
    [['crops', 'tomato', 'maxHeight'], 0.01, 30],
    [['crops', 'tomato', 'rootDepthStart'], 0.01, 5],
    [['crops', 'tomato', 'rootDepthMax'], 0.05, 5],
    [['crops', 'tomato', 'p'], 0.05, 0.95],
    [['crops', 'cotton', 'base'], -10, 30],
    [['crops', 'wheat', 'upper'], 5, 60],
    [['crops', 'tomato', 'optimum'], -10, 60],
    [['crops', 'tomato', 'stages.GERM.endGdd'], 1, null],
    [['crops', 'tomato', 'stages.RIPE.endGdd'], null, 20_000],
    [['textures', 'sand', 'fieldCapacity'], 0.01, 0.95, [soil('wiltingPoint', 0.001)]],
    [['textures', 'sand', 'wiltingPoint'], 0.001, 0.9, [soil('fieldCapacity', 0.95)]],
    [['irrigation', 'drip', 'efficiency'], 0.05, 1],
    [['irrigation', 'drip', 'wettedShare'], 0.01, 1],
    [['grades', 'loam', 'moisture'], 1, 100],
    [['grades', 'spi', 'index'], -5, 0],
    [['grades', 'other', 'factor'], 0.1, 3],
    [['grades', 'other', 'depth'], 0.05, 3],
    [['diseases', 'aphid', 'model.band'], -10, 60],
    [['diseases', 'rice_blast', 'model.temperatures'], -10, 60],
    [['diseases', 'rice_blast', 'model.hours'], 1, 240],
    [['diseases', 'rice_blast', 'model.wetRh'], 1, 105],
    [['diseases', 'wheat_pm', 'model.rhAtLeast'], 0, 105],
    [['diseases', 'spider_mite', 'model.rhBelow'], 0, 105],
    [['diseases', 'bacterial_wilt', 'model.atLeast'], -10, 60],
    [['diseases', 'aphid', 'model.base'], -10, 30],
    [['diseases', 'aphid', 'model.generationGdd'], 10, 5000],
    [['diseases', 'bph', 'model.perNight'], 1, 10_000],
  ];
  const sides = limits.flatMap(([place, least, most, beside = []]) => {
    const { value } = builtIn(place);
    const falls = Array.isArray(value) && ['moisture', 'index'].includes(place[2]);
    const at = (limit: number, low: boolean): CellValue =>
      Array.isArray(value) ? value.with(low === falls ? -1 : 0, limit) : limit;
    return [
      ...(least === null
        ? []
        : [{ place, limit: least, inward: STEP, at: (n: number) => at(n, true), beside }]),
      ...(most === null
        ? []
        : [{ place, limit: most, inward: -STEP, at: (n: number) => at(n, false), beside }]),
    ];
  });

  it.each(sides)('are closed: $place $limit', ({ place, limit, inward, at, beside }) => {
    const ask = (number: number) => refusal(...beside, entered(place, at(number)));
    expect(ask(limit)).toBeNull();
    expect(ask(limit + inward)).toBeNull();
    const outside = limit - inward;
    expect(ask(outside)).toEqual({ code: 'out_of_range', field: place[2], value: at(outside) });
  });

  it('hold for each number of a list', () => {
    for (const value of [
      [3.1, 1, 1],
      [1, 3.1, 1],
      [1, 1, 3.1],
      [1, 1, -0.1],
    ]) {
      expect(refusal(edit({ value }))).toEqual({ code: 'out_of_range', field: 'kc', value });
    }
  });
});

describe('lists of numbers', () => {
  it.each([
    [
      ['crops', 'tomato', 'rootDepthMax'],
      [0.9, 0.8],
    ],
    [
      ['crops', 'tomato', 'optimum'],
      [26, 25],
    ],
    [
      ['diseases', 'aphid', 'model.band'],
      [20, 19],
    ],
    [
      ['diseases', 'rice_blast', 'model.temperatures'],
      [10, 26, 25],
    ],
    [
      ['diseases', 'rice_blast', 'model.temperatures'],
      [27, 26, 35],
    ],
    [
      ['diseases', 'rice_blast', 'model.hours'],
      [12, 11],
    ],
    [
      ['diseases', 'bph', 'model.perNight'],
      [50, 10],
    ],
    [
      ['grades', 'sand', 'moisture'],
      [55, 45, 25, 35],
    ],
    [
      ['grades', 'sand', 'moisture'],
      [55, 45, 45, 35],
    ],
    [
      ['grades', 'spi', 'index'],
      [-1, -0.5, -1.5, -2],
    ],
    [
      ['grades', 'spi', 'index'],
      [-0.5, -1, -1.5, -1.5],
    ],
  ] as const)('are refused out of their order: %s %j', (place, value) => {
    expect(refusal(entered(place, value))).toEqual({ code: 'out_of_range', field: place[2], value });
  });

  it.each([
    ['a mid-season coefficient below the first', ['crops', 'tomato', 'kc'], [1, 0.5, 0.8]],
    ['stages of one length', ['crops', 'tomato', 'lengths'], [30, 30, 30, 30]],
    ['a yield loss below the salt threshold', ['crops', 'tomato', 'saltTolerance'], [9, 2.5]],
    ['roots of one depth', ['crops', 'tomato', 'rootDepthMax'], [1, 1]],
    ['one favourable temperature', ['crops', 'tomato', 'optimum'], [25, 25]],
  ] as const)('may have %s', (_, place, value) => {
    expect(refusal(entered(place, value))).toBeNull();
  });
});

describe('the form of a value', () => {
  it.each([
    ['a list for one number', ['crops', 'tomato', 'base'], [8]],
    ['one number for a list', ['crops', 'tomato', 'kc'], 0.8],
    ['an empty list', ['crops', 'tomato', 'kc'], []],
    ['a number too many', ['crops', 'tomato', 'kc'], [0.6, 1.1, 0.8, 0.8]],
    ['text for a number', ['crops', 'tomato', 'p'], '0.4'],
    ['infinity', ['crops', 'tomato', 'p'], Infinity],
    ['text in a list', ['crops', 'tomato', 'kc'], [0.6, '1.1', 0.8] as unknown as readonly number[]],
  ] as const)('is that of the built-in one: not %s', (_, place, value) => {
    expect(refusal(entered(place, value))).toEqual({ code: 'not_a_number', field: place[2], value });
  });

  it.each([
    ...['sand', 'loam', 'clay'].map((word) => [['textures', 'silt', 'soilClass'], word] as const),
    ...['sunny', 'cloudy', 'overcast', 'rain', 'snow'].map(
      (word) => [['weather', '3', 'type'], word] as const,
    ),
    [['weather', '3', 'text'], '阴'],
    [['weather', '3', 'text'], 'overcast for all day'],
  ] as const)('is a word of the choice or a short text: %s %s', (place, word) => {
    expect(refusal(entered(place, word))).toBeNull();
    const [table, id, field] = place;
    const cell = tableCells([entered(place, word)], table).find(
      (one) => one.id === id && one.field === field,
    );
    expect(cell?.value).toBe(word);
  });

  it.each([
    ['a class that no soil has', ['textures', 'silt', 'soilClass'], 'silt'],
    ['no class', ['textures', 'silt', 'soilClass'], ''],
    ['a number for a class', ['textures', 'silt', 'soilClass'], 1],
    ['a sky that no code has', ['weather', '3', 'type'], 'fog'],
    ['no sky', ['weather', '3', 'type'], ''],
    ['an empty text', ['weather', '3', 'text'], ''],
    ['a text of 21 characters', ['weather', '3', 'text'], 'overcast for all days'],
    ['a number for a text', ['weather', '3', 'text'], 3],
    ['a list for a text', ['weather', '3', 'text'], [3]],
  ] as const)('is not %s', (_, place, value) => {
    expect(refusal(entered(place, value))).toEqual({ code: 'out_of_range', field: place[2], value });
  });
});

describe('a cell that does not exist', () => {
  it.each([
    ['a table', ['soils' as TableName, 'tomato', 'kc']],
    ['a row', ['crops', 'banana', 'kc']],
    ['a row of another table', ['textures', 'tomato', 'kc']],
    ['a grade', ['grades', 'silt', 'moisture']],
    ['a weather code', ['weather', '4', 'text']],
    ['a field', ['crops', 'tomato', 'colour']],
    ['a field that is no number', ['crops', 'tomato', 'id']],
    ['a stage', ['crops', 'tomato', 'stages.NURS.endGdd']],
    ['a stage without its field', ['crops', 'tomato', 'stages.GERM']],
    ['a number of another risk model', ['diseases', 'aphid', 'model.hours']],
    ['a number of a risk model without its group', ['diseases', 'aphid', 'band']],
    ['a field of another grade', ['grades', 'spi', 'moisture']],
    ['a prototype key', ['crops', 'tomato', 'constructor']],
  ] as const)('is refused by its name: %s', (_, place) => {
    const value = `${place[1]}.${place[2]}`;
    expect(refusal(entered(place, 1))).toEqual({ code: 'out_of_range', field: 'field', value });
  });
});

describe('values that contradict each other', () => {
  it.each([
    ['a base at the upper limit', ['crops', 'tomato', 'base'], 28],
    ['a base above the upper limit', ['crops', 'wheat', 'base'], 27],
    ['an upper limit at the base', ['crops', 'cotton', 'upper'], 12],
    ['a stage that ends with the one before it', ['crops', 'tomato', 'stages.SEEDL.endGdd'], 43],
    ['a stage that ends after the next', ['crops', 'rice', 'stages.FILL.endGdd'], 1901],
    ['a first stage that ends with the next', ['crops', 'rice', 'stages.NURS.endGdd'], 800],
  ] as const)('are refused in a crop: %s', (_, place, value) => {
    expect(refusal(entered(place, value))).toEqual({ code: 'out_of_range', field: place[2], value });
  });

  it.each([
    ['a base just below the upper limit', ['crops', 'tomato', 'base'], 28 - STEP],
    ['a base above the limit of another crop', ['crops', 'cotton', 'base'], 29],
    ['a stage that ends just after the one before it', ['crops', 'tomato', 'stages.SEEDL.endGdd'], 43 + STEP],
    ['a stage that ends just before the next', ['crops', 'rice', 'stages.FILL.endGdd'], 1900 - STEP],
    ['a wilting point just below field capacity', ['textures', 'clay', 'wiltingPoint'], 0.36 - STEP],
    ['field capacity just above the wilting point', ['textures', 'clay', 'fieldCapacity'], 0.22 + STEP],
  ] as const)('are not %s', (_, place, value) => {
    expect(refusal(entered(place, value))).toBeNull();
  });

  it.each([
    ['a wilting point at field capacity', 'wiltingPoint', 0.36],
    ['a wilting point above field capacity', 'wiltingPoint', 0.37],
    ['field capacity at the wilting point', 'fieldCapacity', 0.22],
    ['field capacity below the wilting point', 'fieldCapacity', 0.21],
  ] as const)('are refused in a soil: %s', (_, field, value) => {
    const place = ['textures', 'clay', field] as const;
    expect(refusal(entered(place, value))).toEqual({ code: 'soil_limits_inverted', field, value });
  });

  it('are judged with all edits in place, in whatever order they come', () => {
    const base = entered(['crops', 'tomato', 'base'], 29);
    const upper = entered(['crops', 'tomato', 'upper'], 35);
    for (const edits of [
      [base, upper],
      [upper, base],
    ]) {
      expect(refusal(...edits)).toBeNull();
    }
  });

  it('do not blame a table that has a row of the same id', () => {
    const grade = entered(['grades', 'clay', 'moisture'], [70, 60, 50, 40]);
    const wilting = entered(['textures', 'clay', 'wiltingPoint'], 0.4);
    expect(refusal(grade, wilting)).toMatchObject({ code: 'soil_limits_inverted', field: 'wiltingPoint' });
  });
});

describe('a table of a stranger', () => {
  const entered = (table: TableName, id: string, field: string, value: CellValue): TableEdit =>
    edit({ table, id, field, value });
  const refused = (field: string) =>
    expect.objectContaining({ reason: expect.objectContaining({ code: 'out_of_range', field }) });

  it.each([
    [
      'equal wetness temperatures',
      [entered('diseases', 'downy_mildew_cuc', 'model.temperatures', [5, 18, 18])],
    ],
    ['more hours than the model takes', [entered('diseases', 'downy_mildew_cuc', 'model.hours', [201, 240])]],
    ['a band below the base', [entered('diseases', 'aphid', 'model.band', [-10, -10])]],
    [
      'a base above the band',
      [entered('diseases', 'aphid', 'model.base', 25), entered('diseases', 'aphid', 'model.band', [10, 16])],
    ],
  ])('is refused where its own model would fail for every plot: %s', (_, edits) => {
    expect(() => withEdits(edits)).toThrow(refused(edits[0]?.field ?? ''));
  });

  it('has the numbers that its model takes', () => {
    const hours = entered('diseases', 'downy_mildew_cuc', 'model.hours', [200, 240]);
    const cells = tableCells([hours, entered('diseases', 'aphid', 'model.band', [15, 20])], 'diseases');
    expect(cells.filter(({ edited }) => edited).map(({ value }) => value)).toEqual(
      expect.arrayContaining([
        [200, 240],
        [15, 20],
      ]),
    );
  });

  it('of another version of the program is refused, and not taken for the weather', () => {
    expect(() => withEdits([entered('soils' as never, '0', 'text', 'Z')])).toThrow(refused('field'));
  });

  it('keeps what this version takes of what an earlier one stored', () => {
    const good = [entered('crops', 'tomato', 'base', 9), entered('textures', 'clay', 'wiltingPoint', 0.2)];
    const bad = entered('diseases', 'downy_mildew_cuc', 'model.hours', [201, 240]);
    const retired = entered('soils' as never, '0', 'text', 'Z');
    expect(acceptedEdits([...good, bad, retired])).toEqual(good);
    expect(acceptedEdits([bad, ...good])).toEqual(good);
    expect(acceptedEdits(good)).toBe(good);
  });

  it('has no weather without a word', () => {
    expect(() => withEdits([entered('weather', '0', 'text', '   ')])).toThrow(refused('text'));
  });
});
