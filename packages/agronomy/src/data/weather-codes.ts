import type { SourceId } from './sources.ts';

export type WeatherType = 'sunny' | 'cloudy' | 'overcast' | 'rain' | 'snow';

/** Source of the codes; the Chinese texts are those of Chinese forecasts. */
export const WEATHER_CODES_SOURCE: SourceId = 'wmo';

/** WMO present-weather codes of forecast services, with text and sky. */
export const WEATHER_CODES: ReadonlyMap<number, { readonly text: string; readonly type: WeatherType }> = new Map([
  [0, { text: '晴', type: 'sunny' }],
  [1, { text: '晴', type: 'sunny' }],
  [2, { text: '多云', type: 'cloudy' }],
  [3, { text: '阴', type: 'overcast' }],
  [45, { text: '雾', type: 'overcast' }],
  [48, { text: '雾凇', type: 'overcast' }],
  [51, { text: '毛毛雨', type: 'rain' }],
  [53, { text: '毛毛雨', type: 'rain' }],
  [55, { text: '毛毛雨', type: 'rain' }],
  [56, { text: '冻毛毛雨', type: 'rain' }],
  [57, { text: '冻毛毛雨', type: 'rain' }],
  [61, { text: '小雨', type: 'rain' }],
  [63, { text: '中雨', type: 'rain' }],
  [65, { text: '大雨', type: 'rain' }],
  [66, { text: '冻雨', type: 'rain' }],
  [67, { text: '冻雨', type: 'rain' }],
  [71, { text: '小雪', type: 'snow' }],
  [73, { text: '中雪', type: 'snow' }],
  [75, { text: '大雪', type: 'snow' }],
  [77, { text: '米雪', type: 'snow' }],
  [80, { text: '阵雨', type: 'rain' }],
  [81, { text: '阵雨', type: 'rain' }],
  [82, { text: '强阵雨', type: 'rain' }],
  [85, { text: '阵雪', type: 'snow' }],
  [86, { text: '强阵雪', type: 'snow' }],
  [95, { text: '雷阵雨', type: 'rain' }],
  [96, { text: '雷阵雨伴有冰雹', type: 'rain' }],
  [99, { text: '雷阵雨伴有冰雹', type: 'rain' }],
]);
