/** A reported value: number, text, boolean, or JSON. */
export type TelemetryValue = number | string | boolean | Record<string, unknown> | unknown[] | null;

export interface LatestValue {
  /** Epoch milliseconds. */
  ts: number;
  value: TelemetryValue;
  /** The value lies outside the range that the product model declared when it came. */
  outside?: true;
}

/** Series by telemetry key. */
export type Series<Point> = Record<string, Point[]>;
