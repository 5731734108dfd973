/** A reported value: number, text, boolean, or JSON. */
export type TelemetryValue = number | string | boolean | Record<string, unknown> | unknown[] | null;

export interface LatestValue {
  /** Epoch milliseconds. */
  ts: number;
  value: TelemetryValue;
}

/** Series by telemetry key. */
export type Series<Point> = Record<string, Point[]>;
