export type ComparisonOperator = '>' | '>=' | '<' | '<=' | '==' | '!=';

/** Another key, whose newest value a comparison is made with. */
interface KeyReference {
  key: string;
  /** Default: the device of the comparison. */
  deviceId?: string;
}

/** The comparison's own key some time ago. */
interface PastReference {
  /** Milliseconds, a minute … 7 days; 86,400,000 is yesterday at the same time. */
  agoMs: number;
}

/** What was forecast of the comparison's own key for the present hour. */
interface ForecastReference {
  /** Hours before the present one at which it was forecast, 1 … 24. */
  forecastHours: number;
}

/** Where the bound of a comparison comes from. */
export type ComparisonReference = KeyReference | PastReference | ForecastReference;

/** Compares a reading with a fixed value, or with another one. */
export interface Comparison {
  /** Telemetry key. */
  key: string;
  op: ComparisonOperator;
  value: number | string | boolean;
  /**
   * What the number `value` is added to; default: nothing, so that it is the bound itself. Only for `>`, `>=`, `<` and
   * `<=`. While the other value is unknown, so is the comparison.
   */
  than?: ComparisonReference;
  /**
   * How far a number must fall back behind the bound before the condition ends, in the key's unit. Only for `>`,
   * `>=`, `<` and `<=`. Default 0.
   */
  hysteresis?: number;
  /** Device of the reading; default: that of the rule. */
  deviceId?: string;
}

/** No report of the device for this time. */
export interface Silence {
  /** Milliseconds, 1,000 … 31 days. */
  silentForMs: number;
  /** The missing key; default: any. */
  key?: string;
  /** As in a comparison. */
  deviceId?: string;
}

/** A tree with at most 8 levels and 100 leaves, without user code. */
export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | Comparison
  | Silence;

/** When a rule is active, in local time. The same minute as start and end means the whole day. */
export interface WeeklySchedule {
  /** IANA name. Default 'Asia/Shanghai'. */
  timeZone: string;
  /** 1 = Monday … 7 = Sunday. */
  days: number[];
  /** 'HH:mm', included. */
  from: string;
  /** 'HH:mm', not included; earlier than `from` it lies on the next day. */
  to: string;
}
