import { idsSchema, isMessageKey } from '@farm3d/api';

import type { Context } from 'hono';
import * as v from 'valibot';
import { HttpProblem } from './problem.ts';

/*
 * The one place where input is checked. Schemas carry message keys as their messages; what has none
 * answers 'field.invalid' and names the field.
 */

/** The issue that names a field: of several forms that a body may have, the first that has one tells. */
function tellingOf(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown> | undefined {
  if (v.getDotPath(issue) !== null) return issue;
  for (const inner of issue.issues ?? []) {
    const telling = tellingOf(inner);
    if (telling) return telling;
  }
  return undefined;
}

function parse<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const issue = tellingOf(result.issues[0]) ?? result.issues[0];
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

/** The ids that a deletion names: `id` or `ids`, in the query or in the body (readings 24). */
export async function readIds(c: Context): Promise<string[]> {
  const query: unknown = c.req.query();
  const source = v.is(v.object({ id: v.string() }), query) || v.is(v.object({ ids: v.string() }), query);
  const parsed = v.safeParse(idsSchema, source ? query : await readBody(c, v.unknown()));
  if (!parsed.success) throw new HttpProblem(400, 'field.invalid', { field: 'ids' });
  return parsed.output;
}

/** A parameter of the path that the route is known to have. */
export function pathParameter(c: Context, name: string): string {
  return c.req.param(name) ?? '';
}
