import { idsSchema, isMessageKey, type MessageKey } from '@farm3d/api';
import * as v from 'valibot';
import { isInexact, parseExact } from '../exact-json.ts';
import { isStorableText } from '../storage/storable-text.ts';
import type { AppContext } from './context.ts';
import { HttpProblem } from './problem.ts';
import { readBytes, type Unread } from './read-bytes.ts';

/*
 * The one place where input is checked. Schemas use message keys as their messages; without one the response is
 * 'field.invalid' with the name of the field.
 */

/** The issue that names a field: of several alternatives the first that has one. */
function issueWithPath(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown> | undefined {
  if (v.getDotPath(issue) !== null) return issue;
  for (const inner of issue.issues ?? []) {
    const telling = issueWithPath(inner);
    if (telling) return telling;
  }
  return undefined;
}

/** What PostgreSQL or a number cannot hold, and where: the path of the member, '' for the value itself. */
interface Unstorable {
  readonly path: string;
  readonly messageKey: MessageKey;
}

/**
 * Where a value holds text that PostgreSQL cannot store, U+0000 or half a surrogate pair, in a text or a name, or an
 * integer that a number would round; undefined when it does nowhere.
 */
function unstorableAt(value: unknown): Unstorable | undefined {
  const waiting: { value: unknown; path: string }[] = [{ value, path: '' }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: current, path } = next;
    if (typeof current === 'string' && !isStorableText(current))
      return { path, messageKey: 'text.unstorable' };
    if (typeof current !== 'object' || current === null) continue;
    if (isInexact(current)) return { path, messageKey: 'number.inexact' };
    for (const [name, member] of Object.entries(current)) {
      const childPath = path === '' ? name : `${path}.${name}`;
      if (!isStorableText(name))
        return { path: childPath.toWellFormed().replaceAll('\0', '�'), messageKey: 'text.unstorable' };
      waiting.push({ value: member, path: childPath });
    }
  }
  return undefined;
}

/**
 * Refuses what cannot be stored as it was sent, in any call.
 * @throws {HttpProblem} 400 naming the field
 */
function checkStorable(value: unknown): void {
  const found = unstorableAt(value);
  if (found) throw new HttpProblem(400, found.messageKey, { field: found.path || undefined });
}

/** What is wrong with a value, as a message. */
function messageOf(issue: v.BaseIssue<unknown>, field: string | undefined): MessageKey {
  if (isMessageKey(issue.message)) return issue.message;
  if (field === undefined) return 'body.invalid';
  return issue.type === 'boolean' ? 'field.boolean' : 'field.invalid';
}

function parse<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  checkStorable(value);
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const issue = issueWithPath(result.issues[0]) ?? result.issues[0];
  const field = v.getDotPath(issue) ?? undefined;
  throw new HttpProblem(400, messageOf(issue, field), { field });
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON body, decompressed and checked.
 * @throws {HttpProblem} 400 naming the field, 413 above the size of the call, 415 for another content type or encoding
 */
export async function readBody<S extends v.GenericSchema>(
  c: AppContext,
  schema: S,
): Promise<v.InferOutput<S>> {
  // A form of another site cannot send this type without a CORS preflight.
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new HttpProblem(415, 'body.mediaType');
  }
  const bytes = await readBytes(c, c.get('maxBody') ?? Infinity);
  if ('status' in bytes) throw unread(bytes);
  let value: unknown;
  try {
    value = parseExact(UTF8.decode(bytes));
  } catch {
    throw new HttpProblem(400, 'body.invalid');
  }
  return parse(schema, value);
}

function unread({ status }: Unread): HttpProblem {
  if (status === 413) return new HttpProblem(413, 'body.tooLarge', { error: 'body_too_large' });
  return new HttpProblem(status, status === 415 ? 'body.encoding' : 'body.invalid');
}

/**
 * The query, checked; of a repeated name the first counts.
 * @throws {HttpProblem} 400 naming the field
 */
export function readQuery<S extends v.GenericSchema>(c: AppContext, schema: S): v.InferOutput<S> {
  return parse(schema, c.req.query());
}

/** Ids of a deletion: `id` or `ids`, in the query or the body (readings 24). */
export async function readIds(c: AppContext): Promise<string[]> {
  const query: unknown = c.req.query();
  const source = v.is(v.object({ id: v.string() }), query) || v.is(v.object({ ids: v.string() }), query);
  if (source) checkStorable(query);
  const parsed = v.safeParse(idsSchema, source ? query : await readBody(c, v.unknown()));
  if (!parsed.success) throw new HttpProblem(400, 'field.invalid', { field: 'ids' });
  return parsed.output;
}

/**
 * A parameter of the path.
 * @throws {HttpProblem} 400 when no row can have that name
 */
export function pathParameter(c: AppContext, name: string): string {
  const value = c.req.param(name) ?? '';
  if (isStorableText(value)) return value;
  // A device whose token cannot be one is as unknown as any other.
  if (name === 'token') return '';
  throw new HttpProblem(400, 'text.unstorable', { field: name });
}
