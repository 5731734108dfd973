import { message, type Locale, type MessageKey } from '@farm3d/api';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { JsonWriter } from '../telemetry/json-writer.ts';
import { localeOf } from './context.ts';
import type { HttpProblem } from './problem.ts';

/** `value` as JSON, with its length: `compress` passes over a short one, to which it would add more work than the call has. */
export function json(c: Context, value: unknown, status: ContentfulStatusCode = 200): Response {
  const text = JSON.stringify(value);
  return c.body(text, status, {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
  });
}

/** `{code:200, msg, data}` */
export function ok(c: Context, data: unknown = null): Response {
  return json(c, { code: 200, msg: message('operation.success', localeOf(c)), data });
}

/** As `ok`, for large data, written as JSON into one buffer. */
export async function okWritten(c: Context, data: (writer: JsonWriter) => Promise<void>): Promise<Response> {
  const writer = new JsonWriter();
  writer.text(`{"code":200,"msg":${JSON.stringify(message('operation.success', localeOf(c)))},"data":`);
  await data(writer);
  writer.text('}');
  return c.body(writer.finish(), 200, { 'Content-Type': 'application/json' });
}

/** The body of an error response. */
function problemBody(
  code: number,
  key: MessageKey,
  locale: Locale,
  details: { error?: string | undefined; field?: string | undefined } = {},
): Record<string, unknown> {
  return {
    code,
    msg: message(key, locale),
    ...(details.error === undefined ? {} : { error: details.error }),
    ...(details.field === undefined ? {} : { field: details.field }),
  };
}

export function problemResponse(c: Context, problem: HttpProblem): Response {
  if (problem.retryAfter !== undefined) c.header('Retry-After', String(Math.ceil(problem.retryAfter)));
  return json(c, problemBody(problem.status, problem.messageKey, localeOf(c), problem), problem.status);
}
