import { type Crop, CROPS } from './data/crops.ts';
import { PEST_RECORDS, type PestRecord } from './data/diseases-pests.ts';
import {
  INDEX_THRESHOLDS,
  SOIL_MOISTURE_THRESHOLDS,
  type SoilClass,
  STAGE_FACTORS,
  type WaterSensitivity,
} from './data/drought-grades.ts';
import { IRRIGATION_METHODS, type IrrigationMethod } from './data/irrigation-methods.ts';
import { SOIL_TEXTURES, type SoilTexture } from './data/soil-textures.ts';
import { type Certainty, type Sourced, SOURCES, sourced } from './data/sources.ts';
import { WEATHER_CODES, WEATHER_CODES_SOURCE, type WeatherType } from './data/weather-codes.ts';
import { diseaseRisk } from './disease-risk.ts';
import { HOUR_MS } from './local-calendar.ts';
import { AgronomyError, attempt } from './reason.ts';

type Thresholds = Sourced<readonly [number, number, number, number]>;

/** All tables of the calculations; an organisation may have its own values in them. */
export interface AgronomyTables {
  readonly crops: readonly Crop[];
  readonly textures: readonly SoilTexture[];
  readonly irrigationMethods: readonly IrrigationMethod[];
  readonly moistureThresholds: Readonly<Record<SoilClass, Thresholds>>;
  readonly indexThresholds: Thresholds;
  readonly stageFactors: Readonly<
    Record<WaterSensitivity, { factor: Sourced<number>; depth: Sourced<number> }>
  >;
  readonly pests: readonly PestRecord[];
  readonly weatherCodes: ReadonlyMap<number, { readonly text: string; readonly type: WeatherType }>;
}

export const BUILT_IN_TABLES: AgronomyTables = {
  crops: CROPS,
  textures: SOIL_TEXTURES,
  irrigationMethods: IRRIGATION_METHODS,
  moistureThresholds: SOIL_MOISTURE_THRESHOLDS,
  indexThresholds: INDEX_THRESHOLDS,
  stageFactors: STAGE_FACTORS,
  pests: PEST_RECORDS,
  weatherCodes: WEATHER_CODES,
};

export type TableName = 'crops' | 'textures' | 'irrigation' | 'grades' | 'diseases' | 'weather';
export type CellValue = number | string | readonly number[];

/** A table value entered by an organisation. */
export interface TableEdit {
  readonly table: TableName;
  readonly id: string;
  /** As the cell names it: 'kc', 'stages.FLOW.endGdd', 'model.hours'. */
  readonly field: string;
  readonly value: CellValue;
  /** Its source, entered by the organisation. */
  readonly note: string;
}

/** One number (or a few that belong together) of a table, with where it comes from. */
export interface TableCell {
  readonly table: TableName;
  readonly id: string;
  readonly zh: string;
  readonly en: string;
  readonly field: string;
  readonly value: CellValue;
  /** The source as text. */
  readonly source: string;
  readonly certainty: Certainty;
  readonly edited: boolean;
}

/** Closed ranges of what may be entered, by the last part of the field's name. */
const LIMITS: Readonly<Record<string, readonly [number, number]>> = {
  lengths: [1, 400],
  kc: [0, 3],
  kcb: [0, 3],
  saltTolerance: [0, 100],
  maxHeight: [0.01, 30],
  rootDepthStart: [0.01, 5],
  rootDepthMax: [0.05, 5],
  p: [0.05, 0.95],
  base: [-10, 30],
  upper: [5, 60],
  optimum: [-10, 60],
  endGdd: [1, 20_000],
  fieldCapacity: [0.01, 0.95],
  wiltingPoint: [0.001, 0.9],
  efficiency: [0.05, 1],
  wettedShare: [0.01, 1],
  moisture: [1, 100],
  index: [-5, 0],
  factor: [0.1, 3],
  depth: [0.05, 3],
  band: [-10, 60],
  temperatures: [-10, 60],
  hours: [1, 240],
  wetRh: [1, 105],
  rhAtLeast: [0, 105],
  rhBelow: [0, 105],
  atLeast: [-10, 60],
  generationGdd: [10, 5000],
  perNight: [1, 10_000],
};

/** Fields whose numbers must rise, and those whose numbers must fall. */
const RISING = new Set(['rootDepthMax', 'optimum', 'band', 'temperatures', 'hours', 'perNight']);
const FALLING = new Set(['moisture', 'index']);
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  soilClass: ['sand', 'loam', 'clay'],
  type: ['sunny', 'cloudy', 'overcast', 'rain', 'snow'],
};
/** Characters of a weather text. */
const MAX_WORD = 20;

/** Ten mild, wet days, in which a model of a disease or pest takes each of its numbers. */
const WET_HOURS = Array.from({ length: 240 }, (_, hour) => ({ ts: hour * HOUR_MS, t: 18, rh: 97 }));

const lastPart = (field: string): string => field.slice(field.lastIndexOf('.') + 1);

function isSourced(value: unknown): value is Sourced<CellValue> {
  return typeof value === 'object' && value !== null && 'certainty' in value && 'value' in value;
}

type Name = { readonly zh: string; readonly en: string };
type Tree = Readonly<Record<string, unknown>>;

/** The sourced leaves of a row: `['stages.FLOW.endGdd', {...}]`. Items of lists are named by their code. */
function leaves(tree: Tree, prefix = ''): [string, Sourced<CellValue>][] {
  return Object.entries(tree).flatMap(([key, value]): [string, Sourced<CellValue>][] => {
    const path = prefix + key;
    if (isSourced(value)) return [[path, value]];
    if (Array.isArray(value)) {
      return value.flatMap((item: unknown) =>
        typeof item === 'object' && item !== null && 'code' in item
          ? leaves(item as Tree, `${path}.${String(item.code)}.`)
          : [],
      );
    }
    return typeof value === 'object' && value !== null ? leaves(value as Tree, `${path}.`) : [];
  });
}

/** A row with one leaf replaced; null when it has no such leaf. */
function withLeaf<Row extends object>(
  row: Row,
  path: readonly string[],
  leaf: Sourced<CellValue>,
): Row | null {
  const [head, ...rest] = path;
  if (head === undefined) return null;
  if (Array.isArray(row)) {
    const index = row.findIndex((item: unknown) => (item as { code?: string }).code === head);
    const changed = index < 0 ? null : withLeaf(row[index] as object, rest, leaf);
    return changed === null
      ? null
      : (row.map((item: unknown, at) => (at === index ? changed : item)) as unknown as Row);
  }
  if (!Object.hasOwn(row, head)) return null;
  const child = (row as Tree)[head];
  if (rest.length === 0) return isSourced(child) ? { ...row, [head]: leaf } : null;
  if (typeof child !== 'object' || child === null) return null;
  const changed = withLeaf(child, rest, leaf);
  return changed === null ? null : { ...row, [head]: changed };
}

const GRADE_ROWS: readonly (Name & { id: string })[] = [
  { id: 'sand', zh: '砂土类墒情阈值', en: 'Soil moisture grades, sand' },
  { id: 'loam', zh: '壤土类墒情阈值', en: 'Soil moisture grades, loam' },
  { id: 'clay', zh: '黏土类墒情阈值', en: 'Soil moisture grades, clay' },
  { id: 'spi', zh: 'SPI/SPEI 阈值', en: 'SPI and SPEI grades' },
  { id: 'seedling', zh: '苗期', en: 'Seedling' },
  { id: 'critical', zh: '需水关键期', en: 'Water-critical stage' },
  { id: 'other', zh: '其他生育期', en: 'Other stages' },
];

function gradeTree(tables: AgronomyTables, id: string): Tree {
  if (id === 'spi') return { index: tables.indexThresholds };
  if (id === 'sand' || id === 'loam' || id === 'clay') return { moisture: tables.moistureThresholds[id] };
  return { ...tables.stageFactors[id as WaterSensitivity] };
}

/** Rows of a table with sourced numbers. */
function rowsOf(tables: AgronomyTables, table: TableName): readonly { id: string; name: Name; tree: Tree }[] {
  const named = (rows: readonly (Name & { id: string })[]) =>
    rows.map((row) => ({ id: row.id, name: row, tree: row as unknown as Tree }));
  switch (table) {
    case 'crops':
      return named(tables.crops);
    case 'textures':
      return named(tables.textures);
    case 'irrigation':
      return named(tables.irrigationMethods);
    case 'diseases':
      return named(tables.pests);
    case 'grades':
      return GRADE_ROWS.map((row) => ({ id: row.id, name: row, tree: gradeTree(tables, row.id) }));
    case 'weather':
      return [...tables.weatherCodes].map(([code, { text, type }]) => {
        const own = (value: string) => sourced(value, WEATHER_CODES_SOURCE, 'published');
        return { id: String(code), name: { zh: text, en: type }, tree: { text: own(text), type: own(type) } };
      });
    default:
      // Of another version of the program.
      return [];
  }
}

const TABLE_NAMES: readonly TableName[] = [
  'crops',
  'textures',
  'irrigation',
  'grades',
  'diseases',
  'weather',
];

/** All cells of the tables; edited ones with their notes. */
export function tableCells(edits: readonly TableEdit[] = [], only?: TableName): readonly TableCell[] {
  const tables = withEdits(edits);
  const notes = new Map(edits.map((edit) => [`${edit.table}/${edit.id}/${edit.field}`, edit.note]));
  return TABLE_NAMES.filter((table) => only === undefined || table === only).flatMap((table) =>
    rowsOf(tables, table).flatMap(({ id, name, tree }) =>
      leaves(tree).map(([field, { value, from, certainty }]): TableCell => {
        const note = notes.get(`${table}/${id}/${field}`);
        return {
          table,
          id,
          zh: name.zh,
          en: name.en,
          field,
          value,
          source: note ?? SOURCES[from],
          certainty: note === undefined ? certainty : 'entered',
          edited: note !== undefined,
        };
      }),
    ),
  );
}

/**
 * The built-in tables with an organisation's numbers in them.
 * @throws AgronomyError `out_of_range` or `not_a_number` naming the field, when a cell is unknown, a value has
 * another form than the built-in one, leaves its range, or contradicts its neighbours
 */
export function withEdits(edits: readonly TableEdit[]): AgronomyTables {
  let tables = BUILT_IN_TABLES;
  for (const edit of edits) tables = applied(tables, edit);
  for (const edit of edits) checkNeighbours(tables, edit);
  return tables;
}

/** The stored edits that this version takes: one that an earlier version took must not end all advice. */
export function acceptedEdits(edits: readonly TableEdit[]): readonly TableEdit[] {
  const isAccepted = (some: readonly TableEdit[]) => attempt(() => withEdits(some)).reason === null;
  if (isAccepted(edits)) return edits;
  return edits.reduce<readonly TableEdit[]>((kept, edit) => {
    const more = [...kept, edit];
    return isAccepted(more) ? more : kept;
  }, []);
}

function applied(tables: AgronomyTables, edit: TableEdit): AgronomyTables {
  const row = rowsOf(tables, edit.table).find(({ id }) => id === edit.id);
  const before = row && leaves(row.tree).find(([field]) => field === edit.field)?.[1];
  if (before === undefined) throw new AgronomyError('out_of_range', 'field', `${edit.id}.${edit.field}`);
  checkValue(edit, before.value);
  const leaf: Sourced<CellValue> = { ...sourced(edit.value, 'organisation', 'entered'), note: edit.note };
  const path = edit.field.split('.');
  const replace = <Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] =>
    rows.map((one) => (one.id === edit.id ? (withLeaf(one, path, leaf) ?? one) : one));
  switch (edit.table) {
    case 'crops':
      return { ...tables, crops: replace(tables.crops) };
    case 'textures':
      return { ...tables, textures: replace(tables.textures) };
    case 'irrigation':
      return { ...tables, irrigationMethods: replace(tables.irrigationMethods) };
    case 'diseases':
      return { ...tables, pests: replace(tables.pests) };
    case 'grades':
      return withGrade(tables, edit, leaf);
    default: {
      const weatherCodes = new Map(tables.weatherCodes);
      const known = weatherCodes.get(Number(edit.id));
      if (known) weatherCodes.set(Number(edit.id), { ...known, [edit.field]: edit.value });
      return { ...tables, weatherCodes };
    }
  }
}

function withGrade(
  tables: AgronomyTables,
  { id, field }: TableEdit,
  leaf: Sourced<CellValue>,
): AgronomyTables {
  if (id === 'spi') return { ...tables, indexThresholds: leaf as Thresholds };
  if (id === 'sand' || id === 'loam' || id === 'clay') {
    return { ...tables, moistureThresholds: { ...tables.moistureThresholds, [id]: leaf as Thresholds } };
  }
  const stage = id as WaterSensitivity;
  return {
    ...tables,
    stageFactors: { ...tables.stageFactors, [stage]: { ...tables.stageFactors[stage], [field]: leaf } },
  };
}

/** The value has the form of the one it replaces and lies in the field's range. */
function checkValue({ field, value }: TableEdit, before: CellValue): void {
  const last = lastPart(field);
  if (typeof before === 'string') {
    const choices = CHOICES[last];
    const fits = typeof value === 'string' && (choices ? choices.includes(value) : value.trim() !== '');
    if (!fits || value.length > MAX_WORD) throw new AgronomyError('out_of_range', field, value);
    return;
  }
  const wanted = Array.isArray(before) ? before.length : 1;
  const numbers: unknown[] = Array.isArray(value) ? value : [value];
  if (Array.isArray(value) !== Array.isArray(before) || numbers.length !== wanted) {
    throw new AgronomyError('not_a_number', field, value);
  }
  const [min, max] = LIMITS[last] ?? [-1e6, 1e6];
  for (const [index, number] of numbers.entries()) {
    if (typeof number !== 'number' || !Number.isFinite(number)) {
      throw new AgronomyError('not_a_number', field, value);
    }
    if (number < min || number > max) throw new AgronomyError('out_of_range', field, value);
    const earlier = numbers[index - 1];
    if (typeof earlier !== 'number') continue;
    if ((RISING.has(last) && number < earlier) || (FALLING.has(last) && number >= earlier)) {
      throw new AgronomyError('out_of_range', field, value);
    }
  }
}

/** Numbers that are each in range may still contradict each other. */
function checkNeighbours(tables: AgronomyTables, { table, id, field, value }: TableEdit): void {
  const wrong = (): never => {
    throw new AgronomyError('out_of_range', field, value);
  };
  if (table === 'textures') {
    const texture = tables.textures.find((one) => one.id === id);
    if (texture && texture.fieldCapacity.value <= texture.wiltingPoint.value) {
      throw new AgronomyError('soil_limits_inverted', field, value);
    }
  }
  const pest = table === 'diseases' ? tables.pests.find((one) => one.id === id) : undefined;
  if (pest && attempt(() => diseaseRisk({ record: pest, hours: WET_HOURS })).reason) wrong();
  if (table !== 'crops') return;
  const crop = tables.crops.find((one) => one.id === id);
  if (!crop) return;
  if (crop.base.value >= crop.upper.value) wrong();
  const ends = crop.stages.map((stage) => stage.endGdd.value);
  if (ends.some((end, index) => index > 0 && end <= (ends[index - 1] ?? 0))) wrong();
}
