/** What a device reports: a number, a text, a switch, or JSON. */
export type TelemetryValue = number | string | boolean | Record<string, unknown> | unknown[] | null;

export interface LatestValue {
  /** Epoch milliseconds. */
  ts: number;
  value: TelemetryValue;
}

/** A point of a chart: the mean of its interval and the extremes. */
export interface ChartPoint {
  /** Epoch milliseconds, the beginning of the interval. */
  ts: number;
  value: number | null;
  min: number | null;
  max: number | null;
}

/** A day's numbers of one key. */
export interface DayValues {
  /** yyyy-MM-dd in the time zone that was asked for. */
  date: string;
  /** Of a switch: the share of its readings that were on. */
  avg: number;
  min: number;
  max: number;
  sum: number;
  count: number;
  first: number;
  last: number;
  /** Growth of a counter, resets taken as such; null for other keys. */
  increase: number | null;
  /** Milliseconds that a switch was on, and their share of the time known; null for other keys. */
  onMs: number | null;
  onRatio: number | null;
}

/** Series by telemetry key. */
export type Series<Point> = Record<string, Point[]>;
