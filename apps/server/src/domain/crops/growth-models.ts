/*
 * Growth models of common crops. Lengths are days of the initial, development, mid and late stage (FAO
 * Irrigation and Drainage Paper 56, table 11, or our assumption where it has no row); thermal times are °C·d
 * above the base temperature, from the parameter files of AquaCrop where it has the crop, else derived from
 * the lengths. A field's own records are better than any of them.
 */

export interface GrowthPeriod {
  readonly name: string;
  /** Thermal time at which the period ends, °C·d since emergence. */
  readonly endGdd: number;
}

export interface GrowthModel {
  /** Stable code, such as 'tomato'. */
  readonly code: string;
  readonly crop: string;
  readonly cropEn: string;
  /** Days of the four stages. */
  readonly stageDays: readonly [number, number, number, number];
  /** Crop coefficients of the initial, mid and end stage. */
  readonly kc: readonly [number, number, number];
  /** Growth stops below and does not speed up above, °C. */
  readonly baseTemperature: number;
  readonly upperTemperature: number;
  readonly period: readonly GrowthPeriod[];
}

export const GROWTH_MODELS: readonly GrowthModel[] = [
  {
    code: 'tomato',
    crop: '番茄',
    cropEn: 'Tomato',
    stageDays: [30, 40, 45, 30],
    kc: [0.6, 1.15, 0.8],
    baseTemperature: 7,
    upperTemperature: 28,
    period: [
      { name: '出苗期', endGdd: 43 },
      { name: '苗期', endGdd: 525 },
      { name: '开花坐果期', endGdd: 1050 },
      { name: '果实膨大期', endGdd: 1553 },
      { name: '成熟采收期', endGdd: 1933 },
    ],
  },
  {
    code: 'cucumber',
    crop: '黄瓜',
    cropEn: 'Cucumber',
    stageDays: [20, 30, 40, 15],
    kc: [0.6, 1.0, 0.75],
    baseTemperature: 10,
    upperTemperature: 32,
    period: [
      { name: '出苗期', endGdd: 60 },
      { name: '苗期', endGdd: 240 },
      { name: '伸蔓期', endGdd: 600 },
      { name: '开花期', endGdd: 760 },
      { name: '结瓜采收期', endGdd: 1260 },
    ],
  },
  {
    code: 'lettuce',
    crop: '生菜',
    cropEn: 'Lettuce',
    stageDays: [20, 30, 15, 10],
    kc: [0.7, 1.0, 0.95],
    baseTemperature: 4,
    upperTemperature: 28,
    period: [
      { name: '出苗期', endGdd: 60 },
      { name: '苗期', endGdd: 280 },
      { name: '莲座期', endGdd: 700 },
      { name: '结球采收期', endGdd: 1050 },
    ],
  },
  {
    code: 'pepper',
    crop: '辣椒',
    cropEn: 'Sweet pepper',
    stageDays: [30, 35, 40, 20],
    kc: [0.6, 1.05, 0.9],
    baseTemperature: 10,
    upperTemperature: 32,
    period: [
      { name: '出苗期', endGdd: 100 },
      { name: '苗期', endGdd: 480 },
      { name: '开花坐果期', endGdd: 780 },
      { name: '结果期', endGdd: 1250 },
      { name: '转色采收期', endGdd: 1500 },
    ],
  },
  {
    code: 'strawberry',
    crop: '草莓',
    cropEn: 'Strawberry',
    stageDays: [30, 45, 90, 30],
    kc: [0.4, 0.85, 0.75],
    baseTemperature: 5,
    upperTemperature: 28,
    period: [
      { name: '缓苗期', endGdd: 180 },
      { name: '营养生长期', endGdd: 520 },
      { name: '开花期', endGdd: 760 },
      { name: '果实膨大期', endGdd: 1080 },
      { name: '采收期', endGdd: 1950 },
    ],
  },
  {
    code: 'wheat',
    crop: '冬小麦',
    cropEn: 'Winter wheat',
    stageDays: [30, 140, 40, 30],
    kc: [0.7, 1.15, 0.25],
    baseTemperature: 0,
    upperTemperature: 26,
    period: [
      { name: '出苗期', endGdd: 150 },
      { name: '分蘖期', endGdd: 700 },
      { name: '拔节期', endGdd: 1100 },
      { name: '抽穗开花期', endGdd: 1450 },
      { name: '灌浆期', endGdd: 2200 },
      { name: '成熟期', endGdd: 2400 },
    ],
  },
  {
    code: 'rice',
    crop: '水稻',
    cropEn: 'Rice',
    stageDays: [30, 30, 60, 30],
    kc: [1.05, 1.2, 0.75],
    baseTemperature: 8,
    upperTemperature: 30,
    period: [
      { name: '秧苗期', endGdd: 370 },
      { name: '分蘖期', endGdd: 800 },
      { name: '拔节孕穗期', endGdd: 1150 },
      { name: '抽穗扬花期', endGdd: 1500 },
      { name: '灌浆期', endGdd: 1800 },
      { name: '成熟期', endGdd: 1900 },
    ],
  },
  {
    code: 'maize',
    crop: '玉米',
    cropEn: 'Maize (grain)',
    stageDays: [25, 40, 45, 30],
    kc: [0.3, 1.2, 0.35],
    baseTemperature: 8,
    upperTemperature: 30,
    period: [
      { name: '出苗期', endGdd: 80 },
      { name: '苗期', endGdd: 550 },
      { name: '拔节期', endGdd: 880 },
      { name: '抽雄吐丝期', endGdd: 1060 },
      { name: '灌浆期', endGdd: 1600 },
      { name: '成熟期', endGdd: 1700 },
    ],
  },
  {
    code: 'potato',
    crop: '马铃薯',
    cropEn: 'Potato',
    stageDays: [25, 30, 45, 30],
    kc: [0.5, 1.15, 0.75],
    baseTemperature: 2,
    upperTemperature: 26,
    period: [
      { name: '出苗期', endGdd: 200 },
      { name: '团棵期', endGdd: 550 },
      { name: '块茎形成期', endGdd: 750 },
      { name: '块茎膨大期', endGdd: 1100 },
      { name: '成熟期', endGdd: 1276 },
    ],
  },
  {
    code: 'cotton',
    crop: '棉花',
    cropEn: 'Cotton',
    stageDays: [30, 50, 60, 55],
    kc: [0.35, 1.17, 0.6],
    baseTemperature: 12,
    upperTemperature: 35,
    period: [
      { name: '出苗期', endGdd: 120 },
      { name: '苗期', endGdd: 502 },
      { name: '现蕾期', endGdd: 709 },
      { name: '花铃期', endGdd: 1403 },
      { name: '吐絮期', endGdd: 1956 },
    ],
  },
  {
    code: 'soybean',
    crop: '大豆',
    cropEn: 'Soybean',
    stageDays: [20, 35, 60, 25],
    kc: [0.5, 1.15, 0.5],
    baseTemperature: 5,
    upperTemperature: 30,
    period: [
      { name: '出苗期', endGdd: 200 },
      { name: '分枝期', endGdd: 1500 },
      { name: '开花期', endGdd: 2100 },
      { name: '结荚鼓粒期', endGdd: 2500 },
      { name: '成熟期', endGdd: 2700 },
    ],
  },
  {
    code: 'eggplant',
    crop: '茄子',
    cropEn: 'Eggplant',
    stageDays: [30, 40, 40, 20],
    kc: [0.6, 1.05, 0.9],
    baseTemperature: 11,
    upperTemperature: 35,
    period: [
      { name: '出苗期', endGdd: 90 },
      { name: '苗期', endGdd: 500 },
      { name: '开花坐果期', endGdd: 780 },
      { name: '结果采收期', endGdd: 1430 },
    ],
  },
];
