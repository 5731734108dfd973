import * as v from 'valibot';
import { WireError } from './wire-error.ts';

/* A pipe over `nullish` needs a default: without one valibot skips the transform for a missing key. */

/** A code that the specification writes as a string and some servers send as a number: '1' and 1 are equal. */
export const codeSchema = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** '1' / 1 / true is true; the specification's flags are strings. */
export const flagSchema = v.pipe(
  v.nullish(v.union([v.string(), v.number(), v.boolean()]), null),
  v.transform((value) => value === true || String(value) === '1'),
);

export function encodeFlag(value: boolean): '1' | '0' {
  return value ? '1' : '0';
}

/** Text or null; a missing member and an empty text mean null. */
export const optionalTextSchema = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), null),
  v.transform((value) => (value === null || value === '' ? null : String(value))),
);

/** A number, also sent as text; else null. */
export const optionalNumberSchema = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), null),
  v.transform((value) => {
    if (value === null || value === '') return null;
    const number = Number(value);
    return Number.isFinite(number) ? number : null;
  }),
);

/** ISO 8601 or epoch milliseconds on the wire, epoch milliseconds inside. */
export const instantSchema = v.pipe(
  v.nullish(v.union([v.string(), v.number()]), null),
  v.transform((value) => {
    if (value === null || value === '') return null;
    const ms = typeof value === 'number' ? value : Date.parse(value);
    return Number.isFinite(ms) ? ms : null;
  }),
);

/**
 * Parses a response with its schema.
 * @throws {WireError} naming the invalid field
 */
export function parseWire<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const issue = result.issues[0];
  throw new WireError(v.getDotPath(issue) ?? '(root)', issue.message);
}

/** Text, empty when missing. */
export const textSchema = v.pipe(
  v.nullish(v.string(), ''),
  v.transform((text) => text ?? ''),
);
