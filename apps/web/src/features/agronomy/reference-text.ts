import type { ClimateMonth } from '@farm3d/api';
import { BUILT_IN_TABLES } from '@farm3d/agronomy';
import { localText } from '../../components/agronomy/format.ts';

const cell = (value: number | null): string => (value === null ? '' : String(value));

/** A record as comma-separated lines, `2001-06,82.5,140,30.1,19.4`; unknown values are empty. */
export const recordText = (items: readonly ClimateMonth[]): string =>
  items
    .map(({ month, rain, et0, tmax, tmin }) =>
      [month, cell(rain), cell(et0), cell(tmax), cell(tmin)].join(','),
    )
    .join('\n');

/** Parses the form of {@link recordText}, also with semicolons, tabs and headings; else returns the invalid line. */
export function readRecord(text: string): { items: ClimateMonth[] } | { wrongLine: number } {
  const items: ClimateMonth[] = [];
  const months = new Set<string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || (index === 0 && /[a-z月]/i.test(line.split(/[,;\t，；]/)[0] ?? ''))) continue;
    const [month = '', ...values] = line.split(/[,;\t，；]/).map((part) => part.trim());
    const [rain, et0, tmax, tmin] = values.map((value) => (value === '' ? null : Number(value)));
    const numbers = [rain, et0, tmax, tmin].filter((value) => value !== null && value !== undefined);
    const known = /^(18|19|20)\d\d-(0[1-9]|1[0-2])$/.test(month) && !months.has(month);
    const inverted = typeof tmax === 'number' && typeof tmin === 'number' && tmin > tmax;
    if (
      !known ||
      typeof rain !== 'number' ||
      !numbers.every(Number.isFinite) ||
      inverted ||
      values.length > 4
    )
      return { wrongLine: index + 1 };
    months.add(month);
    items.push({ month, rain, et0: et0 ?? null, tmax: tmax ?? null, tmin: tmin ?? null });
  }
  return { items };
}

/** Means of a calendar month, 1–12; null where the record has none. */
interface MonthNormal {
  readonly month: number;
  readonly years: number;
  readonly rain: number | null;
  readonly et0: number | null;
  readonly tmax: number | null;
  readonly tmin: number | null;
}

export function monthNormals(items: readonly ClimateMonth[]): MonthNormal[] {
  return Array.from({ length: 12 }, (_, index) => {
    const months = items.filter(({ month }) => Number(month.slice(5)) === index + 1);
    const mean = (pick: (month: ClimateMonth) => number | null): number | null => {
      const known = months.map(pick).filter((value) => value !== null);
      return known.length === 0 ? null : known.reduce((total, value) => total + value, 0) / known.length;
    };
    return {
      month: index + 1,
      years: months.length,
      rain: mean(({ rain }) => rain),
      et0: mean(({ et0 }) => et0),
      tmax: mean(({ tmax }) => tmax),
      tmin: mean(({ tmin }) => tmin),
    };
  });
}

interface Parameter {
  readonly zh: string;
  readonly en: string;
  /** Unit of each number in the cell; absent for a share or a code. */
  readonly unit?: string;
}

/** Parameters of the tables by field; those of stages and disease models without their path. */
const PARAMETERS: Readonly<Record<string, Parameter>> = {
  lengths: { zh: '各生育阶段长度', en: 'Lengths of the stages', unit: 'd' },
  kc: { zh: '作物系数 Kc（初期、中期、末期）', en: 'Crop coefficient Kc (initial, mid, end)' },
  kcb: { zh: '基础作物系数 Kcb（初期、中期、末期）', en: 'Basal crop coefficient Kcb (initial, mid, end)' },
  saltTolerance: {
    zh: '耐盐阈值与减产率',
    en: 'Salt: threshold, yield lost beyond it',
    unit: 'dS/m, %/(dS/m)',
  },
  maxHeight: { zh: '最大株高', en: 'Greatest height', unit: 'm' },
  rootDepthStart: { zh: '初始根深', en: 'Root depth at planting', unit: 'm' },
  rootDepthMax: { zh: '最大根深（范围）', en: 'Greatest root depth (range)', unit: 'm' },
  p: { zh: '允许消耗比例 p', en: 'Depletion fraction p' },
  base: { zh: '下限温度', en: 'Base temperature', unit: '°C' },
  upper: { zh: '上限温度', en: 'Upper temperature', unit: '°C' },
  optimum: { zh: '适宜温度', en: 'Optimum temperature', unit: '°C' },
  endGdd: { zh: '结束积温', en: 'heat sum at its end', unit: '°C·d' },
  fieldCapacity: { zh: '田间持水量', en: 'Field capacity', unit: 'm³/m³' },
  wiltingPoint: { zh: '凋萎点', en: 'Wilting point', unit: 'm³/m³' },
  soilClass: { zh: '旱情标准的土类', en: 'Soil class of the drought standard' },
  efficiency: { zh: '灌溉水利用系数', en: 'Irrigation efficiency' },
  wettedShare: { zh: '湿润面积比例', en: 'Wetted share of the surface' },
  moisture: { zh: '轻、中、重、特旱的相对湿度', en: 'Relative moisture of the four grades', unit: '%' },
  index: { zh: 'SPI、SPEI 分级界限', en: 'Limits of SPI and SPEI' },
  factor: { zh: '生育期系数', en: 'Factor of the stage' },
  depth: { zh: '评价土层深度', en: 'Depth of soil that is judged', unit: 'm' },
  band: { zh: '有利温度', en: 'Favourable temperatures', unit: '°C' },
  temperatures: { zh: '最低、最适、最高温度', en: 'Least, best and greatest temperature', unit: '°C' },
  hours: { zh: '所需湿润时间', en: 'Hours of wetness needed', unit: 'h' },
  wetRh: { zh: '视为湿润的空气湿度', en: 'Humidity that counts as wet', unit: '%' },
  atLeast: { zh: '最低温度', en: 'Least temperature', unit: '°C' },
  rhAtLeast: { zh: '最低空气湿度', en: 'Least humidity', unit: '%' },
  rhBelow: { zh: '空气湿度上限', en: 'Humidity below', unit: '%' },
  generationGdd: { zh: '一代所需积温', en: 'Heat of a generation', unit: '°C·d' },
  perNight: { zh: '每夜诱虫数（低、高）', en: 'Insects a night (low, high)' },
  text: { zh: '天气文字', en: 'Text of the weather' },
  type: { zh: '天气类型', en: 'Type of the weather' },
};

/** Name of a cell's parameter with its unit; its field where none is known. */
export function parameterName({ id, field }: { id: string; field: string }): string {
  const parts = field.split('.');
  const known = PARAMETERS[parts.at(-1) ?? ''];
  if (known === undefined) return field;
  const unit = known.unit === undefined ? '' : ` (${known.unit})`;
  if (parts[0] !== 'stages') return localText(known) + unit;
  const crop = BUILT_IN_TABLES.crops.find((one) => one.id === id);
  const stage = crop?.stages.find(({ code }) => code === parts[1]);
  return `${stage ? localText(stage) : (parts[1] ?? '')} · ${localText(known)}${unit}`;
}
