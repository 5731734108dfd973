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
  avg: number;
  min: number;
  max: number;
  count: number;
}

/** What agronomy says of a device's readings; `level` is null where it cannot, and `reason` says why. */
export interface Assessment {
  level: string | number | null;
  reason: string | null;
}

/** Series by telemetry key. */
export type Series<Point> = Record<string, Point[]>;
