import { isMessageKey } from '@farm3d/api';
import type { Context } from 'hono';
import * as v from 'valibot';
import { HttpProblem } from './problem.ts';

/*
 * The one place where input is checked. Schemas carry message keys as their messages; what has none
 * answers 'field.invalid' and names the field.
 */

function parse<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const issue = result.issues[0];
  const field = v.getDotPath(issue) ?? undefined;
  throw new HttpProblem(
    400,
    isMessageKey(issue.message) ? issue.message : field ? 'field.invalid' : 'body.invalid',
    {
      field,
    },
  );
}

/** The JSON body, checked. @throws {HttpProblem} 400 naming the field, 415 when it is not sent as JSON. */
export async function readBody<S extends v.GenericSchema>(c: Context, schema: S): Promise<v.InferOutput<S>> {
  // A form of a foreign page cannot send this type without asking first (CORS).
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new HttpProblem(415, 'body.mediaType');
  }
  let value: unknown;
  try {
    value = await c.req.json();
  } catch (error) {
    // The connection broke while the body came in.
    if (!(error instanceof SyntaxError)) throw error;
    throw new HttpProblem(400, 'body.invalid');
  }
  return parse(schema, value);
}

/** The query, checked; of a repeated name the first counts. @throws {HttpProblem} 400 naming the field. */
export function readQuery<S extends v.GenericSchema>(c: Context, schema: S): v.InferOutput<S> {
  return parse(schema, c.req.query());
}

/** A whole number in a query or body, sent as number or text. */
export function integer(minimum: number, maximum: number) {
  return v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,16}$/))]),
    v.transform(Number),
    v.integer(),
    v.minValue(minimum, 'number.range'),
    v.maxValue(maximum, 'number.range'),
  );
}

/** An optional text of a query: an empty one counts as missing. */
export const optionalQueryText = v.pipe(
  v.optional(v.pipe(v.string(), v.maxLength(200, 'field.tooLong')), ''),
  v.transform((text) => text.trim() || undefined),
);

/** An optional text of a body; null clears it. */
export function clearableText(maximum: number) {
  return v.optional(
    v.pipe(
      v.nullable(v.pipe(v.string(), v.maxLength(maximum, 'field.tooLong'))),
      v.transform((text) => (text === '' ? null : text)),
    ),
  );
}

/** `page` from 1, `pageSize` 1 … 200. */
export const pageEntries = {
  page: v.optional(integer(1, 1_000_000), 1),
  pageSize: v.optional(integer(1, 200), 20),
};

export function pageOf({ page, pageSize }: { page: number; pageSize: number }): {
  offset: number;
  limit: number;
} {
  return { offset: (page - 1) * pageSize, limit: pageSize };
}

/** A parameter of the path that the route is known to have. */
export function pathParameter(c: Context, name: string): string {
  return c.req.param(name) ?? '';
}
