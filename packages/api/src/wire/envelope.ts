import * as v from 'valibot';

/** Every response is `{code, msg, data}`; errors have the same code as their HTTP status. */
export const envelopeSchema = v.looseObject({
  code: v.pipe(v.union([v.number(), v.string()]), v.transform(Number)),
  msg: v.optional(v.nullable(v.string()), ''),
  data: v.optional(v.unknown()),
  /** Stable name of the error, such as 'route_not_found'. */
  error: v.optional(v.string()),
  /** The invalid field. */
  field: v.optional(v.string()),
});

export type Envelope = v.InferOutput<typeof envelopeSchema>;
