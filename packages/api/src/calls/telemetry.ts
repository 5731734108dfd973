import * as v from 'valibot';
import { joinKeys } from '../domain/key-list.ts';
import type { LatestValue } from '../domain/telemetry.ts';
import { latestValueSchema } from '../wire/telemetry.ts';
import {
  drought,
  droughtQuery,
  irrigation,
  irrigationQuery,
  prediction,
  warningQuery,
  type IrrigationQuery,
  type WarningQuery,
} from './assessments.ts';
import { call, listOf } from './call.ts';
import { instant, integer, keyList, timeZone } from './inputs.ts';

/** Most values of one key in a history. */
export const MAX_HISTORY_LIMIT = 50_000;
/** Most values of one list of flagged values. */
const MAX_OUTSIDE = 2_000;
/** Most keys of one answer with the latest values. */
const MAX_LATEST_KEYS = 2_000;
/** Most points of a key in a chart. */
export const MAX_CHART_POINTS = 2_000;

const series = v.record(v.string(), v.array(latestValueSchema));

/** The latest value of each key: the first of its list (readings 7). */
const latest = v.pipe(
  series,
  v.transform((lists): Record<string, LatestValue> =>
    Object.fromEntries(Object.entries(lists).flatMap(([key, [first]]) => (first ? [[key, first]] : []))),
  ),
);

const optionalNumber = v.nullish(v.number(), null);

/** A point of a chart: the mean of its interval with the extremes. */
const chartPoint = v.object({
  /** Start of the interval, epoch milliseconds. */
  ts: v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.finite()),
  value: optionalNumber,
  min: optionalNumber,
  max: optionalNumber,
});

/** Daily values of one key. */
const dayValues = v.object({
  /** yyyy-MM-dd in the requested time zone. */
  date: v.string(),
  /** Of a boolean: the share of its readings that were true. */
  avg: v.number(),
  min: v.number(),
  max: v.number(),
  sum: v.number(),
  count: v.number(),
  first: v.number(),
  last: v.number(),
  /** Increase of a counter, also over a reset; null for other keys. */
  increase: optionalNumber,
  /** Milliseconds that a boolean was true, and their share of the known time; null for other keys. */
  onMs: optionalNumber,
  onRatio: optionalNumber,
});

const keys = keyList(100, 16_384);
/** A page of keys in their order: those behind the key `after`. */
const latestQuery = v.object({
  keys,
  after: v.optional(v.pipe(v.string(), v.maxLength(256, 'field.tooLong'))),
  limit: v.optional(integer(1, MAX_LATEST_KEYS), MAX_LATEST_KEYS),
});
/** `startTs` is included, `endTs` is not. */
const range = { startTs: instant, endTs: instant };
const historyQuery = v.object({
  keys,
  ...range,
  /** Values of each key. */
  limit: v.optional(integer(1, MAX_HISTORY_LIMIT), 1000),
  /** Order by time. */
  orderBy: v.optional(
    v.pipe(
      v.string(),
      v.transform((order) => order.toUpperCase()),
      v.picklist(['ASC', 'DESC']),
    ),
    'ASC',
  ),
});
const chartQuery = v.object({
  keys,
  ...range,
  points: v.optional(integer(2, MAX_CHART_POINTS), 300),
  /**
   * 'avg': mean and extremes of equal intervals; 'minmax': least and greatest readings of intervals, at their own
   * instants; 'lttb': readings that keep the shape of the line.
   */
  method: v.optional(v.picklist(['avg', 'minmax', 'lttb']), 'avg'),
});
const outsideQuery = v.object({ keys, ...range, limit: v.optional(integer(1, MAX_OUTSIDE), 200) });
/** A value outside its declared range. */
const outsideValue = v.object({
  key: v.string(),
  /** Epoch milliseconds. */
  ts: v.number(),
  value: v.number(),
});
const misdatedQuery = v.object({ ...range, limit: v.optional(integer(1, MAX_OUTSIDE), 200) });
/** An instant of readings that the platform gave them while its own time was wrong. */
const misdatedReading = v.object({
  /** Epoch milliseconds, as stored. */
  ts: v.number(),
  /** How far it is ahead of the true time, milliseconds; negative: behind; null: nobody has confirmed yet what is right. */
  aheadMs: optionalNumber,
});
const exportQuery = v.object({ keys, ...range });
const dailyQuery = v.object({
  keys,
  /** Counters, beside those known by their names. */
  counters: keys,
  ...range,
  /** Default: that of the device's plot. */
  timeZone: v.optional(timeZone),
});

export type ChartPoint = v.InferOutput<typeof chartPoint>;
export type OutsideValue = v.InferOutput<typeof outsideValue>;
export type MisdatedReading = v.InferOutput<typeof misdatedReading>;
export type DayValues = v.InferOutput<typeof dayValues>;

/** A query in the client's methods: its keys as a list, all keys without one. */
type Keyed<Q extends v.GenericSchema> = Omit<v.InferInput<Q>, 'keys'> & { keys?: readonly string[] };
export type HistoryQuery = Keyed<typeof historyQuery>;
export type ChartQuery = Keyed<typeof chartQuery>;

const joined = (id: string, query: { keys?: readonly string[] } = {}) => ({
  path: { id },
  query: { ...query, keys: query.keys && joinKeys(query.keys) },
});
const latestOf = (id: string, names?: readonly string[], page?: { after?: string; limit?: number }) =>
  joined(id, { ...page, ...(names && { keys: names }) });

export const telemetry = {
  /** The latest value of each key (default: of all keys), at most MAX_LATEST_KEYS in one answer. */
  latest: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/latest/timeseries',
    reach: 'device',
    embed: 'device',
    summary: { zh: '设备各遥测键的最新值', en: 'The latest value of each key of a device' },
    query: latestQuery,
    answer: latest,
    send: latestOf,
  }),
  history: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/history/timeseries',
    reach: 'device',
    embed: 'device',
    summary: { zh: '设备的历史遥测', en: 'Past readings of a device' },
    query: historyQuery,
    answer: series,
    send: (id: string, query?: HistoryQuery) => joined(id, query),
  }),
  /** As `latest`, also for a shared device. */
  latestShared: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/latest/timeseries/authorize',
    summary: { zh: '最新值，含他人分享的设备', en: 'The latest values, also of a shared device' },
    query: latestQuery,
    answer: latest,
    send: latestOf,
  }),
  /**
   * As `history`, also for a shared device.
   * @throws {ApiError} 403 without that permission
   */
  historyShared: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/history/timeseries/authorize',
    summary: { zh: '历史遥测，含他人分享的设备', en: 'Past readings, also of a shared device' },
    query: historyQuery,
    answer: series,
    send: (id: string, query?: HistoryQuery) => joined(id, query),
  }),
  /** Daily values, by default of the last 30 days. */
  daily: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/history/timeseries/daily',
    reach: 'device',
    summary: { zh: '按日统计的遥测', en: 'Readings by local day' },
    query: dailyQuery,
    answer: v.record(v.string(), v.array(dayValues)),
    send: (
      id: string,
      { counters, ...query }: Omit<Keyed<typeof dailyQuery>, 'counters'> & { counters?: readonly string[] },
    ) => {
      const { path, query: joinedQuery } = joined(id, query);
      return { path, query: { ...joinedQuery, counters: counters && joinKeys(counters) } };
    },
  }),
  /** Drought of the plot that the device measures. */
  drought: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/history/timeseries/droughtassessment',
    summary: { zh: '设备所测地块的干旱评估', en: 'Drought of the plot that a device measures' },
    query: droughtQuery,
    answer: drought,
  }),
  /** Forecast of keys (default: the measured ones), and the alarms that they may raise. */
  warning: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/history/timeseries/predicate/warning',
    summary: {
      zh: '未来数小时的预测及可能的告警',
      en: 'The next hours of readings, and the alarms they may raise',
    },
    query: warningQuery,
    answer: prediction,
    send: (id: string, query?: WarningQuery) => joined(id, query),
  }),
  /** Seven days of irrigation advice for the plot that the device measures. */
  irrigation: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/irrigate',
    summary: { zh: '未来七天的灌溉建议', en: 'Irrigation advice for seven days' },
    query: irrigationQuery,
    answer: irrigation,
    send: (id: string, query?: IrrigationQuery) => ({
      path: { id },
      query: {
        ...query,
        rainForecast: query?.rainForecast?.join(','),
        et0Forecast: query?.et0Forecast?.join(','),
      },
    }),
  }),
  /** Stored messages of the device. */
  count: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/timeseries/count',
    reach: 'device',
    summary: { zh: '已存遥测消息的条数', en: 'How many messages of a device are stored' },
    query: v.object(range),
    answer: v.pipe(
      v.object({ count: v.number() }),
      v.transform(({ count }) => count),
    ),
  }),
  /** Values outside their declared range, the newest first; `total` counts all of the range. Default: the last day. */
  outside: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/history/timeseries/outside',
    reach: 'device',
    origin: 'own',
    summary: { zh: '超出量程的读数', en: 'Readings outside the range that their product model declares' },
    query: outsideQuery,
    answer: listOf(outsideValue),
    send: (id: string, query?: Keyed<typeof outsideQuery>) => joined(id, query),
  }),
  /**
   * Instants that the platform gave readings while a step of its machine's clock was not confirmed, the newest first; none
   * when its own time was right. Default: the last day.
   */
  misdated: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/history/timeseries/misdated',
    reach: 'device',
    origin: 'own',
    summary: {
      zh: '平台时钟有误时标记时间的读数',
      en: 'Readings that the platform dated while its clock was wrong',
    },
    query: misdatedQuery,
    answer: listOf(misdatedReading),
  }),
  /** Messages of the range as CSV, one row each; default: all keys. */
  export: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/history/timeseries/export',
    reach: 'device',
    form: 'binary',
    origin: 'own',
    summary: { zh: '导出历史遥测（CSV）', en: 'Past messages as CSV' },
    query: exportQuery,
    send: (id: string, query?: Keyed<typeof exportQuery>) => joined(id, query),
  }),
  /** A bounded number of points of numeric keys for any range. */
  chart: call({
    method: 'GET',
    path: '/api/telemetry/device/{id}/history/timeseries/chart',
    reach: 'device',
    embed: 'device',
    summary: { zh: '图表用的少量数据点', en: 'Few points of numeric keys, for charts' },
    query: chartQuery,
    answer: v.record(v.string(), v.array(chartPoint)),
    send: (id: string, query?: ChartQuery) => joined(id, query),
  }),
};
