import type { Http, RequestOptions } from '../client/http.ts';
import type { Assessment, ChartPoint, DayValues, LatestValue, Series } from '../domain/telemetry.ts';
import { decodeAssessment, decodeChart, decodeDaily, decodeLatest, decodeSeries } from '../wire/telemetry.ts';

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
  /** Intervals, 2 … 2,000, default 300. */
  points?: number;
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
  /** Means and extremes of numeric keys in equal intervals. */
  chart(deviceId: string, query: ChartQuery, options?: RequestOptions): Promise<Series<ChartPoint>>;
  /** Numbers by day, the last 30 days unless asked otherwise. */
  daily(
    deviceId: string,
    query: { keys: readonly string[]; startTs?: number; endTs?: number; timeZone?: string },
    options?: RequestOptions,
  ): Promise<Series<DayValues>>;
  drought(deviceId: string, options?: RequestOptions): Promise<Assessment>;
  warning(deviceId: string, options?: RequestOptions): Promise<Assessment>;
  irrigation(deviceId: string, options?: RequestOptions): Promise<Assessment>;
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
    chart: (id, { keys, ...query }, { signal } = {}) =>
      http.call(
        'telemetry.chart',
        { path: { id }, query: { ...query, keys: keys.join(',') }, signal },
        decodeChart,
      ),
    daily: (id, { keys, ...query }, { signal } = {}) =>
      http.call(
        'telemetry.daily',
        { path: { id }, query: { ...query, keys: keys.join(',') }, signal },
        decodeDaily,
      ),
    drought: (id, { signal } = {}) =>
      http.call('telemetry.drought', { path: { id }, signal }, decodeAssessment),
    warning: (id, { signal } = {}) =>
      http.call('telemetry.warning', { path: { id }, signal }, decodeAssessment),
    irrigation: (id, { signal } = {}) =>
      http.call('telemetry.irrigation', { path: { id }, signal }, decodeAssessment),
    count: (id, { signal } = {}) =>
      http.call('telemetry.count', { path: { id }, signal }, (data) => {
        const count = (data as { count?: unknown } | null)?.count;
        if (typeof count !== 'number') throw new TypeError('count is no number');
        return count;
      }),
  };
}
