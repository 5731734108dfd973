import type { Http, RequestOptions } from '../client/http.ts';
import type { Drought, Irrigation, IrrigationQuery, Prediction } from '../domain/agronomy.ts';
import type { ChartPoint, DayValues, LatestValue, Series } from '../domain/telemetry.ts';
import { decodeDrought, decodeIrrigation, decodePrediction } from '../wire/agronomy.ts';
import { decodeChart, decodeDaily, decodeLatest, decodeSeries } from '../wire/telemetry.ts';

export interface HistoryQuery {
  keys: readonly string[];
  /** Epoch milliseconds, included. */
  startTs: number;
  /** Epoch milliseconds, not included. */
  endTs: number;
  /** Points per key, 1 … 50,000, default 1,000. */
  limit?: number;
  /** By time. Default 'ASC'. */
  orderBy?: 'ASC' | 'DESC';
}

export interface ChartQuery {
  keys: readonly string[];
  startTs: number;
  endTs: number;
  /** 2 … 2,000, default 300. */
  points?: number;
  /**
   * 'avg': mean and extremes of equal intervals; 'minmax': the least and greatest readings of intervals, at their
   * own instants; 'lttb': the readings that keep the shape of the line. Default 'avg'.
   */
  method?: 'avg' | 'minmax' | 'lttb';
}

export interface TelemetryResource {
  /** The latest value of each key (of all keys unless named). */
  latest(
    deviceId: string,
    keys?: readonly string[],
    options?: RequestOptions,
  ): Promise<Record<string, LatestValue>>;
  history(deviceId: string, query: HistoryQuery, options?: RequestOptions): Promise<Series<LatestValue>>;
  /** As `latest`, also for a device that somebody shared. */
  latestShared(
    deviceId: string,
    keys?: readonly string[],
    options?: RequestOptions,
  ): Promise<Record<string, LatestValue>>;
  /** As `history`, also for a device that somebody shared. @throws {ApiError} 403 without that permission. */
  historyShared(
    deviceId: string,
    query: HistoryQuery,
    options?: RequestOptions,
  ): Promise<Series<LatestValue>>;
  /** Messages of the range as CSV, a line each; of all keys unless named. */
  exportCsv(
    deviceId: string,
    query: { keys?: readonly string[]; startTs?: number; endTs?: number },
    options?: RequestOptions,
  ): Promise<Blob>;
  /** Few points of numeric keys, whatever the range. */
  chart(deviceId: string, query: ChartQuery, options?: RequestOptions): Promise<Series<ChartPoint>>;
  /** Numbers by day, the last 30 days unless asked otherwise. */
  daily(
    deviceId: string,
    query: {
      keys: readonly string[];
      /** Keys that count up, beside those whose name says so. */
      counters?: readonly string[];
      startTs?: number;
      endTs?: number;
      /** IANA name. Default: that of the device's plot. */
      timeZone?: string;
    },
    options?: RequestOptions,
  ): Promise<Series<DayValues>>;
  /** Drought of the plot that the device measures. */
  drought(
    deviceId: string,
    query?: {
      /** The plot meant, where the device serves several. */
      plotId?: string;
      startTime?: number;
      endTime?: number;
      texture?: string;
      fieldCapacity?: number;
    },
    options?: RequestOptions,
  ): Promise<Drought>;
  /** The next hours of keys (of the measured ones unless named), and the alarms that they may raise. */
  warning(
    deviceId: string,
    query?: {
      keys?: readonly string[];
      /** Hours, 1 … 72, default 6. */
      horizon?: number;
      /** Minutes of a step. Default 60. */
      step?: 5 | 10 | 30 | 60;
    },
    options?: RequestOptions,
  ): Promise<Prediction>;
  /** Seven days of irrigation advice for the plot that the device measures. */
  irrigation(deviceId: string, query?: IrrigationQuery, options?: RequestOptions): Promise<Irrigation>;
  /** Stored messages of the device. */
  count(deviceId: string, options?: RequestOptions): Promise<number>;
}

export function createTelemetryResource(http: Http): TelemetryResource {
  return {
    latest: (id, keys, { signal } = {}) =>
      http.call('telemetry.latest', { path: { id }, query: { keys: keys?.join(',') }, signal }, decodeLatest),
    history: (id, { keys, ...query }, { signal } = {}) =>
      http.call(
        'telemetry.history',
        { path: { id }, query: { ...query, keys: keys.join(',') }, signal },
        decodeSeries,
      ),
    latestShared: (id, keys, { signal } = {}) =>
      http.call(
        'telemetry.latestShared',
        { path: { id }, query: { keys: keys?.join(',') }, signal },
        decodeLatest,
      ),
    historyShared: (id, { keys, ...query }, { signal } = {}) =>
      http.call(
        'telemetry.historyShared',
        { path: { id }, query: { ...query, keys: keys.join(',') }, signal },
        decodeSeries,
      ),
    exportCsv: (id, { keys, ...query }, { signal } = {}) =>
      http.download('telemetry.export', { path: { id }, query: { ...query, keys: keys?.join(',') }, signal }),
    chart: (id, { keys, ...query }, { signal } = {}) =>
      http.call(
        'telemetry.chart',
        { path: { id }, query: { ...query, keys: keys.join(',') }, signal },
        decodeChart,
      ),
    daily: (id, { keys, counters, ...query }, { signal } = {}) =>
      http.call(
        'telemetry.daily',
        { path: { id }, query: { ...query, keys: keys.join(','), counters: counters?.join(',') }, signal },
        decodeDaily,
      ),
    drought: (id, query = {}, { signal } = {}) =>
      http.call('telemetry.drought', { path: { id }, query, signal }, decodeDrought),
    warning: (id, { keys, ...query } = {}, { signal } = {}) =>
      http.call(
        'telemetry.warning',
        { path: { id }, query: { ...query, keys: keys?.join(',') }, signal },
        decodePrediction,
      ),
    irrigation: (id, { rainForecast, et0Forecast, ...query } = {}, { signal } = {}) =>
      http.call(
        'telemetry.irrigation',
        {
          path: { id },
          query: { ...query, rainForecast: rainForecast?.join(','), et0Forecast: et0Forecast?.join(',') },
          signal,
        },
        decodeIrrigation,
      ),
    count: (id, { signal } = {}) =>
      http.call('telemetry.count', { path: { id }, signal }, (data) => {
        const count = (data as { count?: unknown } | null)?.count;
        if (typeof count !== 'number') throw new TypeError('count is no number');
        return count;
      }),
  };
}
