import { locale } from '../../platform/locale.ts';

/** The text of the present language. */
export function localText(text: { zh: string; en: string }): string {
  return locale.value === 'en' ? text.en : text.zh;
}

interface Bilingual {
  readonly zh: string;
  readonly en: string;
}

const KEY_NAMES: Readonly<Record<string, Bilingual>> = {
  airTemperature: { zh: '空气温度', en: 'Air temperature' },
  indoorTemperature: { zh: '室内温度', en: 'Indoor temperature' },
  airHumidity: { zh: '空气湿度', en: 'Air humidity' },
  indoorHumidity: { zh: '室内湿度', en: 'Indoor humidity' },
  solarRadiation: { zh: '总辐射', en: 'Solar radiation' },
  windSpeed: { zh: '风速', en: 'Wind speed' },
  rainfall: { zh: '小时雨量', en: 'Rainfall' },
  leafWetness: { zh: '叶面湿度', en: 'Leaf wetness' },
  insectCount: { zh: '诱虫数', en: 'Insects caught' },
  flowRate: { zh: '瞬时流量', en: 'Flow' },
};

/** Name of a telemetry key that the calculations use. */
export function readingName(key: string): string {
  const depth = /^(soilMoisture|soilTemperature)(\d+)$/.exec(key);
  if (!depth) return KEY_NAMES[key] ? localText(KEY_NAMES[key]) : key;
  const moist = depth[1] === 'soilMoisture';
  return localText({
    zh: `${depth[2]} cm 土壤${moist ? '含水率' : '温度'}`,
    en: `Soil ${moist ? 'moisture' : 'temperature'} ${depth[2]} cm`,
  });
}

const PARTS: Readonly<Record<string, Bilingual>> = {
  ea: { zh: '水汽压', en: 'Vapour pressure' },
  rs: { zh: '太阳辐射', en: 'Radiation' },
  wind: { zh: '风速', en: 'Wind' },
  base: { zh: '下限温度', en: 'Base' },
  upper: { zh: '上限温度', en: 'Upper limit' },
  method: { zh: '积温算法', en: 'Method' },
  model: { zh: '预测方法', en: 'Model' },
  MAE: { zh: '平均绝对误差', en: 'Mean absolute error' },
  'seasonal naive': { zh: '照搬昨天的误差', en: 'Error of repeating yesterday' },
  coverage80: { zh: '80% 区间的覆盖率', en: 'Cover of the 80 % interval' },
};

const METHODS: Readonly<Record<string, Bilingual>> = {
  given: { zh: '实测', en: 'measured' },
  measured: { zh: '实测', en: 'measured' },
  tdew: { zh: '由露点', en: 'from the dew point' },
  rhmaxmin: { zh: '由最高、最低湿度', en: 'from highest and lowest humidity' },
  rhmax: { zh: '由最高湿度', en: 'from the highest humidity' },
  rhmean: { zh: '由平均湿度', en: 'from the mean humidity' },
  tmin: { zh: '缺湿度，由最低气温', en: 'no humidity: from the lowest temperature' },
  sunshine: { zh: '由日照时数', en: 'from sunshine hours' },
  temperature: { zh: '缺辐射，由气温日较差', en: 'no radiation: from the temperature range' },
  inside: { zh: '室内实测', en: 'measured inside' },
  outside: { zh: '室外实测 × 透光率', en: 'outside × transmissivity' },
  default: { zh: '缺风速，取 2 m/s', en: 'no wind: 2 m/s' },
  seasonalNaive: { zh: '照搬昨天', en: 'yesterday again' },
  ewProfile: { zh: '近日加权平均日变化', en: 'mean course of the last days' },
  anchoredProfile: { zh: '近日日变化加当前偏差', en: 'course of the last days, from the present value' },
  holtWintersDamped: { zh: '阻尼 Holt–Winters', en: 'damped Holt–Winters' },
  dampedTrend: { zh: '阻尼趋势', en: 'damped trend' },
  clearness: { zh: '晴空指数持续', en: 'persistence of the clear-sky index' },
  ratioProfile: { zh: '日变化乘当前明暗比', en: 'course of the last days, as bright as now' },
  combination: { zh: '各方法按近期误差加权', en: 'all methods, weighted by their recent errors' },
  average: { zh: '日均温', en: 'mean of the day' },
  modified: { zh: '修正日均温（极值限于上下限内）', en: 'mean of the day, extremes within the limits' },
  singleSine: { zh: '单正弦', en: 'single sine' },
  aquacrop3: { zh: 'AquaCrop 方法 3', en: 'AquaCrop, method 3' },
  'fixed-resistance': { zh: '温室固定阻力', en: 'fixed resistance of a greenhouse' },
};

/** Text for a component of a calculation and its method. */
export function methodText(part: string, method: string): string {
  const name = PARTS[part] ? localText(PARTS[part]) : part;
  return `${name}: ${METHODS[method] ? localText(METHODS[method]) : method}`;
}

/** A number with at most `digits` decimals, grouped; '–' for null and NaN. */
export function numberText(value: number | null | undefined, digits = 1): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  return value.toLocaleString('en-US', { maximumFractionDigits: digits, signDisplay: 'negative' });
}

const HALF_YEAR_MS = 182 * 86_400_000;

/** '5月20日' or '20 May' of a yyyy-MM-dd. */
export function dayText(date: string, now = Date.now()): string {
  const at = Date.parse(`${date}T12:00:00`);
  if (!Number.isFinite(at)) return date;
  return new Intl.DateTimeFormat(locale.value === 'en' ? 'en-GB' : 'zh-CN', {
    month: 'short',
    day: 'numeric',
    // More than half a year away, a day without its year is ambiguous.
    ...(Math.abs(at - now) > HALF_YEAR_MS ? { year: 'numeric' as const } : {}),
  }).format(at);
}

/** Noon of a local date, epoch milliseconds: the position of a day's value on a time axis. */
export function noonOf(date: string): number {
  return Date.parse(`${date}T12:00:00`);
}
