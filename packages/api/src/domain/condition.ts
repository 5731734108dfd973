export type ComparisonOperator = '>' | '>=' | '<' | '<=' | '==' | '!=';

/** A reading against a fixed value. */
export interface Comparison {
  /** Telemetry key. */
  key: string;
  op: ComparisonOperator;
  value: number | string | boolean;
  /**
   * How far a number must come back over the bound before the condition ends, in the key's own unit.
   * Only for `>`, `>=`, `<` and `<=`. Default 0.
   */
  hysteresis?: number;
  /** The device that it looks at; default: the one that the rule is for. */
  deviceId?: string;
}

/** Nothing came from the device for this long. */
export interface Silence {
  /** Milliseconds, 1,000 … 31 days. */
  silentForMs: number;
  /** The key that is missed; default: anything at all. */
  key?: string;
  /** As in a comparison. */
  deviceId?: string;
}

/** A closed tree: at most 8 levels and 100 leaves, and no code of a user in it. */
export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | Comparison
  | Silence;

/** When a rule counts, in the wall time of a zone. From and to at the same minute mean the whole day. */
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
