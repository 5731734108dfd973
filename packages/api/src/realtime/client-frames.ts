import * as v from 'valibot';

// In a separate file: a page sends these frames and does not parse them.

const subscribeBase = {
  type: v.literal('subscribe'),
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,19}$/))),
  /** Least time between two telemetry frames, milliseconds. Default, and least: 40. */
  every: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))),
};

/** Frames of the client. */
export const clientFrameSchema = v.union([
  v.object({ type: v.literal('auth'), token: v.pipe(v.string(), v.maxLength(4096)) }),
  v.object({ ...subscribeBase, devices: v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.maxLength(5000)) }),
  v.object({ ...subscribeBase, scene: v.pipe(v.string(), v.uuid()) }),
  v.object({ ...subscribeBase, organisation: v.literal(true) }),
  v.object({ type: v.literal('unsubscribe'), id: v.pipe(v.string(), v.maxLength(64)) }),
  v.object({ type: v.literal('ping') }),
]);

export type ParsedClientFrame = v.InferOutput<typeof clientFrameSchema>;
