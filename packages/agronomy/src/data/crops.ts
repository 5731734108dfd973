import type { GddMethod } from '../growth.ts';
import type { WaterSensitivity } from './drought-grades.ts';
import { type Certainty, type Sourced, sourced, type SourceId } from './sources.ts';

/** A growth stage of a crop. It begins where the one before ends, the first at 0. */
export interface CropStage {
  readonly code: string;
  readonly zh: string;
  readonly en: string;
  /** BBCH codes it spans. */
  readonly bbch: string;
  /** Accumulated heat at its end, °C·d. */
  readonly endGdd: Sourced<number>;
  readonly waterSensitivity: WaterSensitivity;
}

/** Values of a crop for the calculations. */
export interface Crop {
  readonly id: string;
  readonly zh: string;
  readonly en: string;
  /** Days of FAO-56's initial, development, mid and late stages. */
  readonly lengths: Sourced<readonly [number, number, number, number]>;
  /** Crop coefficient initial, mid, end. */
  readonly kc: Sourced<readonly [number, number, number]>;
  /** Basal crop coefficient initial, mid, end: transpiration alone. */
  readonly kcb: Sourced<readonly [number, number, number]>;
  /** Salt tolerance: ECe threshold, dS/m, and % of yield lost for each dS/m above it. */
  readonly saltTolerance: Sourced<readonly [number, number]>;
  /** m. */
  readonly maxHeight: Sourced<number>;
  /** m at sowing. */
  readonly rootDepthStart: Sourced<number>;
  /** m full grown: the shallow and the deep end of the source's range. */
  readonly rootDepthMax: Sourced<readonly [number, number]>;
  /** Depletion fraction at ETc 5 mm/d. */
  readonly p: Sourced<number>;
  /** °C between which heat counts. */
  readonly base: Sourced<number>;
  readonly upper: Sourced<number>;
  readonly gddMethod: GddMethod;
  /** Favourable temperatures, °C. */
  readonly optimum: Sourced<readonly [number, number]>;
  readonly stages: readonly CropStage[];
  /** Grown in standing water: the root-zone deficit does not describe it. */
  readonly paddy: boolean;
  /** Limitations of the stage data. */
  readonly note: string;
}

/** Where the heat at the end of a stage comes from. */
const ORIGINS = {
  aquacrop: ['aquacrop', 'published'],
  /** One of its starts plus one of its lengths. */
  'aquacrop-sum': ['aquacrop', 'derived'],
  /** FAO-56 days times the usual heat of a day. */
  'fao-days': ['fao56-t11', 'derived'],
  ours: ['ours', 'assumed'],
} as const satisfies Record<string, readonly [SourceId, Certainty]>;

function stage(
  code: string,
  zh: string,
  en: string,
  bbch: string,
  endGdd: number,
  origin: keyof typeof ORIGINS,
  waterSensitivity: WaterSensitivity,
): CropStage {
  const [from, certainty] = ORIGINS[origin];
  return { code, zh, en, bbch, endGdd: sourced(endGdd, from, certainty), waterSensitivity };
}

export const CROPS: readonly Crop[] = [
  {
    id: 'tomato',
    zh: '番茄',
    en: 'Tomato',
    lengths: sourced([30, 40, 45, 30], 'fao56-t11', 'published'),
    kc: sourced([0.6, 1.15, 0.8], 'fao56-t12', 'published'),
    kcb: sourced([0.15, 1.1, 0.7], 'fao56-t17', 'published'),
    saltTolerance: sourced([2.5, 9], 'fao56-t23', 'unverified'),
    maxHeight: sourced(0.6, 'fao56-t12', 'published'),
    rootDepthStart: sourced(0.25, 'ours', 'assumed'),
    rootDepthMax: sourced([0.7, 1.5], 'fao56-t22', 'published'),
    p: sourced(0.4, 'fao56-t22', 'published'),
    base: sourced(7, 'aquacrop', 'published'),
    upper: sourced(28, 'aquacrop', 'published'),
    gddMethod: 'aquacrop3',
    optimum: sourced([18, 28], 'handbooks', 'unverified'),
    stages: [
      stage('GERM', '出苗期', 'Germination and emergence', '00-09', 43, 'aquacrop', 'seedling'),
      stage('SEEDL', '苗期', 'Leaf development', '10-19', 525, 'aquacrop', 'seedling'),
      stage('FLOW', '开花坐果期', 'Flowering and fruit set', '51-69', 1050, 'ours', 'critical'),
      stage('FRUIT', '果实膨大期', 'Fruit development', '71-79', 1553, 'aquacrop', 'critical'),
      stage('RIPE', '成熟采收期', 'Ripening', '81-89', 1933, 'aquacrop', 'other'),
    ],
    paddy: false,
    note: 'AquaCrop gives emergence, start of fruit set, senescence and maturity; the cut at 1050 is ours.',
  },
  {
    id: 'cucumber',
    zh: '黄瓜',
    en: 'Cucumber',
    lengths: sourced([20, 30, 40, 15], 'fao56-t11', 'published'),
    kc: sourced([0.6, 1.0, 0.75], 'fao56-t12', 'published'),
    kcb: sourced([0.15, 0.95, 0.7], 'fao56-t17', 'published'),
    saltTolerance: sourced([2.5, 13], 'fao56-t23', 'unverified'),
    maxHeight: sourced(0.3, 'fao56-t12', 'published'),
    rootDepthStart: sourced(0.2, 'ours', 'assumed'),
    rootDepthMax: sourced([0.7, 1.2], 'fao56-t22', 'published'),
    p: sourced(0.5, 'fao56-t22', 'published'),
    base: sourced(10, 'handbooks', 'unverified'),
    upper: sourced(32, 'handbooks', 'unverified'),
    gddMethod: 'modified',
    optimum: sourced([20, 30], 'handbooks', 'unverified'),
    stages: [
      stage('GERM', '出苗期', 'Emergence', '00-09', 60, 'ours', 'seedling'),
      stage('SEEDL', '苗期', 'Leaf development', '10-19', 240, 'ours', 'seedling'),
      stage('VINE', '伸蔓期', 'Side shoots', '21-49', 600, 'ours', 'other'),
      stage('FLOW', '开花期', 'Flowering', '51-69', 760, 'ours', 'critical'),
      stage('FRUIT', '结瓜采收期', 'Fruit and harvest', '71-89', 1260, 'fao-days', 'critical'),
    ],
    paddy: false,
    note: 'Heat is the FAO stage days × 12 °C·d (22 − 10 °C); the inner cuts are ours.',
  },
  {
    id: 'lettuce',
    zh: '生菜',
    en: 'Lettuce',
    lengths: sourced([20, 30, 15, 10], 'fao56-t11', 'published'),
    kc: sourced([0.7, 1.0, 0.95], 'fao56-t12', 'published'),
    kcb: sourced([0.15, 0.9, 0.9], 'fao56-t17', 'published'),
    saltTolerance: sourced([1.3, 13], 'fao56-t23', 'unverified'),
    maxHeight: sourced(0.3, 'fao56-t12', 'published'),
    rootDepthStart: sourced(0.15, 'ours', 'assumed'),
    rootDepthMax: sourced([0.3, 0.5], 'fao56-t22', 'published'),
    p: sourced(0.3, 'fao56-t22', 'published'),
    base: sourced(4, 'handbooks', 'unverified'),
    upper: sourced(28, 'handbooks', 'unverified'),
    gddMethod: 'modified',
    optimum: sourced([15, 22], 'handbooks', 'unverified'),
    stages: [
      stage('GERM', '出苗期', 'Emergence', '00-09', 60, 'ours', 'seedling'),
      stage('SEEDL', '苗期', 'Leaf development', '10-19', 280, 'ours', 'seedling'),
      stage('ROSET', '莲座期', 'Rosette', '31-39', 700, 'ours', 'critical'),
      stage('HEAD', '结球采收期', 'Heading and harvest', '41-49', 1050, 'fao-days', 'critical'),
    ],
    paddy: false,
    note: 'Heat is the 75 FAO days × 14 °C·d (18 − 4 °C); the inner cuts are ours.',
  },
  {
    id: 'pepper',
    zh: '辣椒',
    en: 'Sweet pepper',
    lengths: sourced([30, 35, 40, 20], 'fao56-t11', 'published'),
    kc: sourced([0.6, 1.05, 0.9], 'fao56-t12', 'published'),
    kcb: sourced([0.15, 1, 0.8], 'fao56-t17', 'published'),
    saltTolerance: sourced([1.5, 14], 'fao56-t23', 'unverified'),
    maxHeight: sourced(0.7, 'fao56-t12', 'published'),
    rootDepthStart: sourced(0.2, 'ours', 'assumed'),
    rootDepthMax: sourced([0.5, 1.0], 'fao56-t22', 'published'),
    p: sourced(0.3, 'fao56-t22', 'published'),
    base: sourced(10, 'handbooks', 'unverified'),
    upper: sourced(32, 'handbooks', 'unverified'),
    gddMethod: 'modified',
    optimum: sourced([20, 28], 'handbooks', 'unverified'),
    stages: [
      stage('GERM', '出苗期', 'Emergence', '00-09', 100, 'ours', 'seedling'),
      stage('SEEDL', '苗期', 'Leaf development', '10-19', 480, 'ours', 'seedling'),
      stage('FLOW', '开花坐果期', 'Flowering', '51-69', 780, 'ours', 'critical'),
      stage('FRUIT', '结果期', 'Fruit development', '71-79', 1250, 'ours', 'critical'),
      stage('RIPE', '转色采收期', 'Ripening', '81-89', 1500, 'fao-days', 'other'),
    ],
    paddy: false,
    note: 'Heat is the 125 FAO days × 12 °C·d (22 − 10 °C); the inner cuts are ours.',
  },
  {
    id: 'strawberry',
    zh: '草莓',
    en: 'Strawberry',
    lengths: sourced([30, 45, 90, 30], 'ours', 'assumed'),
    kc: sourced([0.4, 0.85, 0.75], 'fao56-t12', 'published'),
    kcb: sourced([0.3, 0.8, 0.7], 'fao56-t17', 'published'),
    saltTolerance: sourced([1, 33], 'fao56-t23', 'unverified'),
    maxHeight: sourced(0.2, 'fao56-t12', 'published'),
    rootDepthStart: sourced(0.1, 'ours', 'assumed'),
    rootDepthMax: sourced([0.2, 0.3], 'fao56-t22', 'published'),
    p: sourced(0.2, 'fao56-t22', 'published'),
    base: sourced(5, 'handbooks', 'unverified'),
    upper: sourced(28, 'handbooks', 'unverified'),
    gddMethod: 'modified',
    optimum: sourced([15, 25], 'handbooks', 'unverified'),
    stages: [
      stage('ESTAB', '缓苗期', 'Establishment', '00-13', 180, 'ours', 'seedling'),
      stage('LEAF', '营养生长期', 'Leaf development', '14-49', 520, 'ours', 'other'),
      stage('FLOW', '开花期', 'Flowering', '55-69', 760, 'ours', 'critical'),
      stage('FRUIT', '果实膨大期', 'Fruit development', '71-79', 1080, 'ours', 'critical'),
      stage('RIPE', '采收期', 'Ripening', '81-89', 1950, 'ours', 'other'),
    ],
    paddy: false,
    note: 'FAO table 11 has no strawberry: lengths and heat are our assumption.',
  },
  {
    id: 'wheat',
    zh: '冬小麦',
    en: 'Winter wheat',
    lengths: sourced([30, 140, 40, 30], 'fao56-t11', 'published'),
    kc: sourced([0.7, 1.15, 0.25], 'fao56-t12', 'published'),
    kcb: sourced([0.15, 1.1, 0.15], 'fao56-t17', 'published'),
    saltTolerance: sourced([6, 7.1], 'fao56-t23', 'unverified'),
    maxHeight: sourced(1.0, 'fao56-t12', 'published'),
    rootDepthStart: sourced(0.3, 'ours', 'assumed'),
    rootDepthMax: sourced([1.5, 1.8], 'fao56-t22', 'published'),
    p: sourced(0.55, 'fao56-t22', 'published'),
    base: sourced(0, 'aquacrop', 'published'),
    upper: sourced(26, 'aquacrop', 'published'),
    gddMethod: 'aquacrop3',
    optimum: sourced([15, 22], 'handbooks', 'unverified'),
    stages: [
      stage('EMER', '出苗期', 'Emergence', '00-09', 150, 'aquacrop', 'seedling'),
      stage('TILL', '分蘖期', 'Tillering', '21-29', 700, 'ours', 'seedling'),
      stage('JOINT', '拔节期', 'Stem elongation', '30-39', 1100, 'ours', 'critical'),
      stage('HEAD', '抽穗开花期', 'Heading and anthesis', '51-69', 1450, 'aquacrop-sum', 'critical'),
      stage('FILL', '灌浆期', 'Grain filling', '71-85', 2200, 'ours', 'critical'),
      stage('MATU', '成熟期', 'Maturity', '87-92', 2400, 'aquacrop', 'other'),
    ],
    paddy: false,
    note: 'AquaCrop gives emergence and maturity; flowering ends 200 after heading at 1250; other cuts are ours. Where the soil freezes FAO-56 gives Kc initial 0.4.',
  },
  {
    id: 'rice',
    zh: '水稻',
    en: 'Rice',
    lengths: sourced([30, 30, 60, 30], 'fao56-t11', 'published'),
    kc: sourced([1.05, 1.2, 0.75], 'fao56-t12', 'published'),
    kcb: sourced([1, 1.15, 0.57], 'fao56-t17', 'published'),
    saltTolerance: sourced([3, 12], 'fao56-t23', 'unverified'),
    maxHeight: sourced(1.0, 'fao56-t12', 'published'),
    rootDepthStart: sourced(0.3, 'ours', 'assumed'),
    rootDepthMax: sourced([0.5, 1.0], 'fao56-t22', 'published'),
    p: sourced(0.2, 'fao56-t22', 'published'),
    base: sourced(8, 'aquacrop', 'published'),
    upper: sourced(30, 'aquacrop', 'published'),
    gddMethod: 'aquacrop3',
    optimum: sourced([25, 32], 'handbooks', 'unverified'),
    stages: [
      stage('NURS', '秧苗期', 'Seedling', '00-13', 370, 'ours', 'seedling'),
      stage('TILL', '分蘖期', 'Tillering', '21-29', 800, 'ours', 'other'),
      stage('BOOT', '拔节孕穗期', 'Booting', '31-49', 1150, 'aquacrop', 'critical'),
      stage('HEAD', '抽穗扬花期', 'Heading and flowering', '51-69', 1500, 'aquacrop-sum', 'critical'),
      stage('FILL', '灌浆期', 'Grain filling', '71-85', 1800, 'ours', 'critical'),
      stage('MATU', '成熟期', 'Maturity', '87-92', 1900, 'aquacrop', 'other'),
    ],
    paddy: true,
    note: 'AquaCrop gives heading 1150, flowering 350 long and maturity. p is a share of saturation, not of TAW: paddy is not advised on.',
  },
  {
    id: 'maize',
    zh: '玉米',
    en: 'Maize (grain)',
    lengths: sourced([25, 40, 45, 30], 'fao56-t11', 'published'),
    kc: sourced([0.3, 1.2, 0.35], 'fao56-t12', 'published'),
    kcb: sourced([0.15, 1.15, 0.15], 'fao56-t17', 'published'),
    saltTolerance: sourced([1.7, 12], 'fao56-t23', 'unverified'),
    maxHeight: sourced(2.0, 'fao56-t12', 'published'),
    rootDepthStart: sourced(0.3, 'ours', 'assumed'),
    rootDepthMax: sourced([1.0, 1.7], 'fao56-t22', 'published'),
    p: sourced(0.55, 'fao56-t22', 'published'),
    base: sourced(8, 'aquacrop', 'published'),
    upper: sourced(30, 'aquacrop', 'published'),
    gddMethod: 'aquacrop3',
    optimum: sourced([22, 30], 'handbooks', 'unverified'),
    stages: [
      stage('EMER', '出苗期', 'Emergence', '00-09', 80, 'aquacrop', 'seedling'),
      stage('LEAF', '苗期', 'Leaf development', '10-19', 550, 'ours', 'seedling'),
      stage('JOINT', '拔节期', 'Stem elongation', '30-39', 880, 'aquacrop', 'other'),
      stage('TASS', '抽雄吐丝期', 'Tasseling and silking', '51-69', 1060, 'aquacrop-sum', 'critical'),
      stage('FILL', '灌浆期', 'Grain filling', '71-85', 1600, 'ours', 'critical'),
      stage('MATU', '成熟期', 'Maturity', '87-89', 1700, 'aquacrop', 'other'),
    ],
    paddy: false,
    note: 'AquaCrop gives emergence, silking 880, flowering 180 long and maturity; other cuts are ours.',
  },
  {
    id: 'potato',
    zh: '马铃薯',
    en: 'Potato',
    lengths: sourced([25, 30, 45, 30], 'fao56-t11', 'published'),
    kc: sourced([0.5, 1.15, 0.75], 'fao56-t12', 'published'),
    kcb: sourced([0.15, 1.1, 0.65], 'fao56-t17', 'published'),
    saltTolerance: sourced([1.7, 12], 'fao56-t23', 'unverified'),
    maxHeight: sourced(0.6, 'fao56-t12', 'published'),
    rootDepthStart: sourced(0.3, 'ours', 'assumed'),
    rootDepthMax: sourced([0.4, 0.6], 'fao56-t22', 'published'),
    p: sourced(0.35, 'fao56-t22', 'published'),
    base: sourced(2, 'aquacrop', 'published'),
    upper: sourced(26, 'aquacrop', 'published'),
    gddMethod: 'aquacrop3',
    optimum: sourced([15, 22], 'handbooks', 'unverified'),
    stages: [
      stage('EMER', '出苗期', 'Emergence', '00-09', 200, 'aquacrop', 'seedling'),
      stage('LEAF', '团棵期', 'Leaf development', '10-39', 550, 'aquacrop', 'seedling'),
      stage('TUBER', '块茎形成期', 'Tuber initiation', '40-43', 750, 'ours', 'critical'),
      stage('BULK', '块茎膨大期', 'Tuber bulking', '44-48', 1100, 'ours', 'critical'),
      stage('MATU', '成熟期', 'Senescence', '91-97', 1276, 'aquacrop', 'other'),
    ],
    paddy: false,
    note: 'AquaCrop gives emergence, tuber start and maturity; other cuts are ours.',
  },
  {
    id: 'cotton',
    zh: '棉花',
    en: 'Cotton',
    lengths: sourced([30, 50, 60, 55], 'fao56-t11', 'published'),
    kc: sourced([0.35, 1.17, 0.6], 'fao56-t12', 'published'),
    kcb: sourced([0.15, 1.12, 0.45], 'fao56-t17', 'published'),
    saltTolerance: sourced([7.7, 5.2], 'fao56-t23', 'unverified'),
    maxHeight: sourced(1.35, 'fao56-t12', 'published'),
    rootDepthStart: sourced(0.3, 'ours', 'assumed'),
    rootDepthMax: sourced([1.0, 1.7], 'fao56-t22', 'published'),
    p: sourced(0.65, 'fao56-t22', 'published'),
    base: sourced(12, 'aquacrop', 'published'),
    upper: sourced(35, 'aquacrop', 'published'),
    gddMethod: 'aquacrop3',
    optimum: sourced([25, 32], 'handbooks', 'unverified'),
    stages: [
      stage('EMER', '出苗期', 'Emergence', '00-09', 120, 'ours', 'seedling'),
      stage('SEEDL', '苗期', 'Leaf development', '10-39', 502, 'aquacrop', 'seedling'),
      stage('SQUARE', '现蕾期', 'Squaring', '51-59', 709, 'aquacrop', 'other'),
      stage('BOLL', '花铃期', 'Flowering and boll', '60-79', 1403, 'aquacrop', 'critical'),
      stage('OPEN', '吐絮期', 'Boll opening', '80-89', 1956, 'aquacrop', 'other'),
    ],
    paddy: false,
    note: 'AquaCrop prints emergence 12, which looks like a slip (WOFOST 140): 120 is ours. The rest is AquaCrop.',
  },
  {
    id: 'soybean',
    zh: '大豆',
    en: 'Soybean',
    lengths: sourced([20, 35, 60, 25], 'fao56-t11', 'published'),
    kc: sourced([0.5, 1.15, 0.5], 'fao56-t12', 'published'),
    kcb: sourced([0.15, 1.1, 0.3], 'fao56-t17', 'published'),
    saltTolerance: sourced([5, 20], 'fao56-t23', 'unverified'),
    maxHeight: sourced(0.75, 'fao56-t12', 'published'),
    rootDepthStart: sourced(0.3, 'ours', 'assumed'),
    rootDepthMax: sourced([0.6, 1.3], 'fao56-t22', 'published'),
    p: sourced(0.5, 'fao56-t22', 'published'),
    base: sourced(5, 'aquacrop', 'published'),
    upper: sourced(30, 'aquacrop', 'published'),
    gddMethod: 'aquacrop3',
    optimum: sourced([20, 30], 'handbooks', 'unverified'),
    stages: [
      stage('EMER', '出苗期', 'Emergence', '00-09', 200, 'aquacrop', 'seedling'),
      stage('BRANCH', '分枝期', 'Branching', '11-49', 1500, 'aquacrop', 'other'),
      stage('FLOW', '开花期', 'Flowering', '51-69', 2100, 'aquacrop-sum', 'critical'),
      stage('POD', '结荚鼓粒期', 'Pod fill', '70-79', 2500, 'ours', 'critical'),
      stage('MATU', '成熟期', 'Maturity', '80-89', 2700, 'aquacrop', 'other'),
    ],
    paddy: false,
    note: 'AquaCrop gives emergence, flowering 1500 for 600, and maturity; the cut at 2500 is ours.',
  },
  {
    id: 'eggplant',
    zh: '茄子',
    en: 'Eggplant',
    lengths: sourced([30, 40, 40, 20], 'fao56-t11', 'published'),
    kc: sourced([0.6, 1.05, 0.9], 'fao56-t12', 'published'),
    kcb: sourced([0.15, 1, 0.8], 'fao56-t17', 'published'),
    saltTolerance: sourced([1.1, 6.9], 'fao56-t23', 'unverified'),
    maxHeight: sourced(0.8, 'fao56-t12', 'published'),
    rootDepthStart: sourced(0.25, 'ours', 'assumed'),
    rootDepthMax: sourced([0.7, 1.2], 'fao56-t22', 'published'),
    p: sourced(0.45, 'fao56-t22', 'published'),
    base: sourced(11, 'handbooks', 'unverified'),
    upper: sourced(35, 'handbooks', 'unverified'),
    gddMethod: 'modified',
    optimum: sourced([22, 30], 'handbooks', 'unverified'),
    stages: [
      stage('GERM', '出苗期', 'Emergence', '00-09', 90, 'ours', 'seedling'),
      stage('SEEDL', '苗期', 'Leaf development', '10-19', 500, 'ours', 'seedling'),
      stage('FLOW', '开花坐果期', 'Flowering', '51-69', 780, 'ours', 'critical'),
      stage('FRUIT', '结果采收期', 'Fruit and harvest', '71-89', 1430, 'fao-days', 'critical'),
    ],
    paddy: false,
    note: 'Heat is the 130 FAO days × 11 °C·d (22 − 11 °C); the inner cuts are ours.',
  },
];

/** The crop of an id or of its Chinese name, or undefined. */
export function findCrop(
  id: string | null | undefined,
  crops: readonly Crop[] = CROPS,
): Crop | undefined {
  return crops.find((crop) => crop.id === id || crop.zh === id);
}

/** The stages as the crop growth model carries them on the wire: each with its start and end. */
export function cropPeriods(crop: Crop): readonly {
  code: string;
  name: string;
  nameEn: string;
  bbch: string;
  startGdd: number;
  endGdd: number;
  waterSensitivity: WaterSensitivity;
}[] {
  return crop.stages.map((stage, index) => ({
    code: stage.code,
    name: stage.zh,
    nameEn: stage.en,
    bbch: stage.bbch,
    startGdd: crop.stages[index - 1]?.endGdd.value ?? 0,
    endGdd: stage.endGdd.value,
    waterSensitivity: stage.waterSensitivity,
  }));
}
