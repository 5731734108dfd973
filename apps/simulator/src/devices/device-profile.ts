import * as v from 'valibot';
import type { FarmState } from '../physics/farm.ts';
import type { Climate, Weather } from '../physics/weather.ts';

type Value = number | boolean | string;
export type Values = Readonly<Record<string, Value>>;

/** The surroundings that devices measure. */
export interface Surroundings {
  readonly state: FarmState;
  readonly weather: Weather;
  readonly climate: Climate;
}

/** Result of a command. */
export interface CommandOutcome {
  /** The response; `status` is 'success' or 'failed'. */
  readonly answer: Readonly<Record<string, Value>>;
  /** The farm after the command, when it changed. */
  readonly state?: FarmState;
  /** Changed client attributes. */
  readonly attributes?: Values;
}

/** Behaviour of one kind of device. */
export interface DeviceProfile {
  /** A new farm sends the history of a season, not only of a day. Default false. */
  readonly hasSeasonHistory?: boolean;
  /** One set of readings at the time of `surroundings.state`. */
  readings(surroundings: Surroundings): Values;
  /** Executes a command; undefined for an unknown method. */
  command?(method: string, params: unknown, state: FarmState): CommandOutcome | undefined;
  /** Whether values change so fast that they are sent at every tick. */
  reportsEveryTick?(state: FarmState): boolean;
}

export const round = (value: number, digits: number): number => {
  const factor = 10 ** digits;
  // `+ 0` turns −0 into 0, which JSON would otherwise send as "-0" in some clients.
  return Math.round(value * factor) / factor + 0;
};

export const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

export const failed = (field: string, reason: string): CommandOutcome => ({
  answer: { status: 'failed', field, msg: reason },
});

/** Parsed parameters of a command, or the response that names the invalid one. */
export function readParams<TSchema extends v.GenericSchema>(
  schema: TSchema,
  params: unknown,
): { readonly read: v.InferOutput<TSchema> } | { readonly refused: CommandOutcome } {
  const parsed = v.safeParse(schema, params === undefined ? {} : params);
  if (parsed.success) return { read: parsed.output };
  const [issue] = parsed.issues;
  return { refused: failed(v.getDotPath(issue) ?? 'params', issue.message) };
}

/** A percentage in a command. */
export const Percent = v.pipe(v.number(), v.minValue(0), v.maxValue(100));
