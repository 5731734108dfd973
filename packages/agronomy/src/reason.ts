/** Why a value is absent. The code is stable; the texts are what a person reads. */
const REASONS = {
  not_a_number: { zh: '输入不是有效数字', en: 'the value is not a number' },
  out_of_range: {
    zh: '输入超出物理范围，请检查单位',
    en: 'the value is outside its physical range; check the unit',
  },
  tmax_below_tmin: { zh: '最高气温低于最低气温', en: 'the maximum temperature is below the minimum' },
  no_temperature: { zh: '缺少气温', en: 'no air temperature' },
  no_humidity: { zh: '缺少空气湿度', en: 'no air humidity' },
  no_radiation: { zh: '缺少太阳辐射', en: 'no solar radiation' },
  no_rainfall: { zh: '缺少降雨', en: 'no rainfall' },
  no_weather: { zh: '没有可用的气象数据', en: 'no usable weather' },
  too_few_hours: {
    zh: '当日缺少关键时段（清晨或午后）的观测',
    en: 'the hours that decide about the day (early morning or afternoon) were not measured',
  },
  radiation_filled: {
    zh: '部分日期的太阳辐射有缺测，按太阳高度补齐',
    en: "some days lack hours of radiation: the sun's way fills them in",
  },
  temperature_filled: {
    zh: '部分日期缺少气温，用气候值或同季相邻日补齐',
    en: 'some days have no temperature: the climate or days of the same season stand in',
  },
  heat_incomplete: {
    zh: '部分日期没有任何气温资料，未计入积温，实际积温可能更高',
    en: 'some days have no temperature at all and gain no heat: the sum is the least it can be',
  },
  no_soil_moisture: { zh: '没有土壤墒情数据', en: 'no soil moisture' },
  stale_soil_moisture: { zh: '土壤墒情数据已超过48小时', en: 'soil moisture is older than 48 hours' },
  meter_restarted: {
    zh: '水表读数曾归零，已续计',
    en: 'the water meter began anew; what it counted since is added',
  },
  meter_backwards: {
    zh: '水表读数曾倒退，未重复计量',
    en: 'the water meter ran backwards; nothing is counted twice',
  },
  meter_jump: {
    zh: '水表读数有不可能的跳变，未计入',
    en: 'the water meter made a jump that no pipe passes; it is left out',
  },
  flow_gaps: { zh: '流量有缺测，缺测期间按未灌水计', en: 'the flow has gaps; none is taken in them' },
  few_probes: {
    zh: '墒情探头只覆盖根区的一小部分，其余由模型推算',
    en: 'the probes see a small part of the root zone: the model stands for the rest',
  },
  probe_faults: {
    zh: '部分墒情读数不可信，未采用（见探头列表）',
    en: 'some soil moisture readings could not be true and were left out (see the probes)',
  },
  soil_limits_inverted: { zh: '田间持水量不大于凋萎点', en: 'field capacity is not above the wilting point' },
  history_too_short: { zh: '历史资料不足20年', en: 'fewer than 20 years of history' },
  missing_months: { zh: '历史资料缺测超过10%', en: 'more than 10 % of the history is missing' },
  all_zero: { zh: '历史同期均无降水', en: 'the same period never had rain' },
  no_variation: {
    zh: '历史资料没有变化，无法拟合分布',
    en: 'the history does not vary, so no distribution fits',
  },
  fit_failed: { zh: '概率分布拟合失败', en: 'the distribution could not be fitted' },
  insufficient_history: { zh: '历史数据不足2天，无法预测', en: 'less than two days of history' },
  stale: { zh: '最新数据已过期', en: 'the latest value is too old' },
  too_many_gaps: { zh: '缺测过多，无法预测', en: 'too many gaps' },
  no_plot_area: { zh: '未设置地块面积，仅给出毫米数', en: 'no plot area: depth in mm only' },
  no_flow_rate: { zh: '未设置灌溉流量，无法计算时长', en: 'no flow rate: no duration' },
  paddy_not_supported: {
    zh: '水稻按水层管理，不适用根区亏缺法',
    en: 'paddy rice is managed by ponding depth, not by root-zone depletion',
  },
  unknown_crop: { zh: '未知作物', en: 'unknown crop' },
  unknown_texture: { zh: '未知土壤质地', en: 'unknown soil texture' },
  unknown_time_zone: { zh: '未知时区', en: 'unknown time zone' },
  not_planted: { zh: '尚未到种植日期', en: 'the crop is not planted yet' },
  no_plant_date: { zh: '未设置种植日期', en: 'no planting date' },
  no_place: { zh: '未设置位置（纬度）', en: 'no place: the latitude is unknown' },
  no_wind: { zh: '缺少风速，按2 m/s计算', en: 'no wind speed: 2 m/s is taken' },
  no_forecast: {
    zh: '没有天气预报，按近7天平均蒸散量、无降雨推算',
    en: 'no weather forecast: the mean ET0 of the last 7 days and no rain are taken',
  },
  climatology_forecast: {
    zh: '没有天气预报：按气候值（当地逐月气候记录）推算蒸散量和降雨',
    en: 'no weather forecast: ET0 and rain are climatology, from the monthly record of the place',
  },
  history_forecast: {
    zh: '没有天气预报：按气候值（本地往年同期实测的平均）推算蒸散量和降雨',
    en: 'no weather forecast: ET0 and rain are climatology, from measurements of earlier years at this place',
  },
  forecast_no_rain_amount: {
    zh: '天气预报未给出雨量，按无降雨推算',
    en: 'the forecast gives no amounts of rain: none is taken',
  },
  no_indoor_climate: {
    zh: '没有室内温湿度，用室外数据代替',
    en: 'no climate measured indoors: that outdoors is taken',
  },
  no_irrigation_record: {
    zh: '没有灌水记录，水量平衡按未灌水计算',
    en: 'no record of irrigation: the balance takes none',
  },
  texture_assumed: { zh: '未设置土壤质地，按壤土计算', en: 'no soil texture: loam is taken' },
  field_capacity_default: {
    zh: '未实测田间持水量，采用质地默认值',
    en: 'field capacity was not measured: the default of the texture is taken',
  },
  no_climate_record: { zh: '没有多年逐月气候资料', en: 'no monthly climate record of many years' },
  no_model: { zh: '该病虫害没有可计算的模型', en: 'no computable model for this disease or pest' },
  insufficient_data: { zh: '数据不足，无法判断风险', en: 'not enough data to judge the risk' },
} as const satisfies Record<string, { zh: string; en: string }>;

export type ReasonCode = keyof typeof REASONS;

/** A typed reason for a missing or refused value, ready to be shown. */
export interface Reason {
  readonly code: ReasonCode;
  readonly zh: string;
  readonly en: string;
  /** Name of the input that it concerns, if any. */
  readonly field?: string;
}

/** Builds the reason of a code: `reason('out_of_range', 'tmax')`. */
export function reason(code: ReasonCode, field?: string): Reason {
  const text = REASONS[code];
  return field === undefined ? { code, zh: text.zh, en: text.en } : { code, zh: text.zh, en: text.en, field };
}

/**
 * Thrown by the building blocks (one number in, one number out) when an input is unusable. The assessments catch it
 * and return its `reason`.
 */
export class AgronomyError extends Error {
  readonly code: ReasonCode;
  readonly reason: Reason;
  /** The offending value. */
  readonly value: unknown;

  constructor(code: ReasonCode, field?: string, value?: unknown) {
    const why = reason(code, field);
    super(`${field === undefined ? '' : `${field}: `}${why.en}`);
    this.name = 'AgronomyError';
    this.code = code;
    this.reason = why;
    this.value = value;
  }
}

/** Runs a computation; bad input comes back as its reason, anything else is a bug and is thrown on. */
export function attempt<T>(compute: () => T): { value: T; reason: null } | { value: null; reason: Reason } {
  try {
    return { value: compute(), reason: null };
  } catch (error) {
    if (error instanceof AgronomyError) return { value: null, reason: error.reason };
    throw error;
  }
}
