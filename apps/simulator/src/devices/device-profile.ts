import * as v from 'valibot';
import type { FarmState } from '../physics/farm.ts';
import type { Climate, Weather } from '../physics/weather.ts';

type Value = number | boolean | string;
export type Values = Readonly<Record<string, Value>>;

/** What a device can look at when it measures. */
export interface Surroundings {
  readonly state: FarmState;
  readonly weather: Weather;
  readonly climate: Climate;
}

/** What a command did. */
export interface CommandOutcome {
  /** Goes back to who asked; `status` is 'success' or 'failed'. */
  readonly answer: Readonly<Record<string, Value>>;
  /** The farm after the command, when it changed something. */
  readonly state?: FarmState;
  /** Client attributes that changed. */
  readonly attributes?: Values;
}

/** How one kind of device behaves. */
export interface DeviceProfile {
  /** A new farm tells a season of it, not only a day. Default false. */
  readonly hasSeasonHistory?: boolean;
  /** One set of readings for the instant of `surroundings.state`. */
  readings(surroundings: Surroundings): Values;
  /** Answers a command; undefined when the device does not know the method. */
  command?(method: string, params: unknown, state: FarmState): CommandOutcome | undefined;
  /** True while values move fast and should be sent at every tick. */
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

/** A command's parameters as the schema reads them, or the answer that names what is wrong with them. */
export function readParams<TSchema extends v.GenericSchema>(
  schema: TSchema,
  params: unknown,
): { readonly read: v.InferOutput<TSchema> } | { readonly refused: CommandOutcome } {
  const parsed = v.safeParse(schema, params === undefined ? {} : params);
  if (parsed.success) return { read: parsed.output };
  const [issue] = parsed.issues;
  return { refused: failed(v.getDotPath(issue) ?? 'params', issue.message) };
}

/** A share in percent, as commands give it. */
export const Percent = v.pipe(v.number(), v.minValue(0), v.maxValue(100));
