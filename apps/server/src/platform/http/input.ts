import { isMessageKey } from '@farm3d/api';
import type { Context } from 'hono';
import * as v from 'valibot';
import { HttpProblem } from './problem.ts';

/*
 * The one place where input is checked. Schemas carry message keys as their messages; what has none
 * answers 'field.invalid' and names the field.
 */

/** The field that an issue is about. Of several forms that a body may have, the one that names a field tells. */
function fieldOf(issue: v.BaseIssue<unknown>): string | undefined {
  const path = v.getDotPath(issue);
  if (path !== null) return path;
  for (const inner of issue.issues ?? []) {
    const field = fieldOf(inner);
    if (field !== undefined) return field;
  }
  return undefined;
}

function parse<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const issue = result.issues[0];
  const field = fieldOf(issue);
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

/** An id of a row, in small letters as the database answers it. */
export const uuid = v.pipe(
  v.string(),
  v.uuid(),
  v.transform((id) => id.toLowerCase()),
);

/** Most ids of one call. */
const MAX_IDS = 1000;

const idListSchema = v.pipe(
  v.union([v.array(v.string()), v.pipe(v.string(), v.maxLength(MAX_IDS * 40))]),
  v.transform((ids) => (typeof ids === 'string' ? ids.split(',').filter((id) => id !== '') : ids)),
  v.minLength(1),
  v.maxLength(MAX_IDS, 'field.tooLong'),
  v.array(uuid),
);
/** Of `readIds`. */
export const idsSchema = v.union([
  v.pipe(
    v.object({ ids: idListSchema }),
    v.transform(({ ids }) => ids),
  ),
  v.pipe(
    v.object({ id: idListSchema }),
    v.transform(({ id }) => id),
  ),
]);

/** The ids that a deletion names: `id` or `ids`, in the query or in the body (readings 24). */
export async function readIds(c: Context): Promise<string[]> {
  const query: unknown = c.req.query();
  const source = v.is(v.object({ id: v.string() }), query) || v.is(v.object({ ids: v.string() }), query);
  const parsed = v.safeParse(idsSchema, source ? query : await readBody(c, v.unknown()));
  if (!parsed.success) throw new HttpProblem(400, 'field.invalid', { field: 'ids' });
  return parsed.output;
}

/** Addresses of photographs. At most 20 (specification, section 5). */
export const photosSchema = v.pipe(
  v.array(v.pipe(v.string(), v.nonEmpty(), v.maxLength(2048, 'field.tooLong'))),
  v.maxLength(20, 'field.tooLong'),
);

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

/** When something was planted: a day, not in the future (specification, section 5); a day's grace for zones ahead of the server's. */
export const plantingDate = v.pipe(
  v.string(),
  v.isoDate(),
  // February has no 31st day.
  v.check((day) => Number.isFinite(Date.parse(day)) && new Date(day).toISOString().startsWith(day)),
  v.check((day) => Date.parse(day) <= Date.now() + 14 * 60 * 60_000, 'crop.growTime.future'),
);

/** An optional switch of a query: '1' and 'true' are yes, '0' and 'false' no, an empty one counts as missing. */
export const optionalQueryFlag = v.pipe(
  v.optional(v.picklist(['', '0', '1', 'true', 'false'])),
  v.transform((value) =>
    value === undefined || value === '' ? undefined : value === '1' || value === 'true',
  ),
);

/** An optional coordinate in degrees, sent as number or text; null clears it. */
export function coordinate(limit: number) {
  return v.optional(
    v.nullable(
      v.pipe(
        v.union([v.number(), v.pipe(v.string(), v.nonEmpty())]),
        v.transform(Number),
        v.finite(),
        v.minValue(-limit, 'number.range'),
        v.maxValue(limit, 'number.range'),
      ),
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
