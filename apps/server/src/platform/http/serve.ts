import {
  callName,
  parametersOf,
  type AnswerOf,
  type BodyOf,
  type Call,
  type CallDeclaration,
  type PathOf,
  type QueryOf,
} from '@farm3d/api';
import * as v from 'valibot';
import type { Principal } from '../auth/access-tokens.ts';
import { isUuid } from '../storage/identifiers.ts';
import type { AppContext } from './context.ts';
import { json, ok } from './envelope.ts';
import { pathParameter, readBody, readIds, readQuery } from './input.ts';

/** Input of a handler, checked by the schemas of the call. */
export interface CallInput<C extends CallDeclaration> {
  readonly c: AppContext;
  /** The caller; never of a call without a user. */
  readonly principal: C extends { auth: 'user' } ? Principal : Principal | undefined;
  readonly path: PathOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  /** Ids of `id` or `ids`. */
  readonly ids: readonly string[];
}

type Handler<C extends CallDeclaration> = (
  input: CallInput<C>,
) => AnswerOf<C> | Response | Promise<AnswerOf<C> | Response>;

/** A call with its handler; `mountCalls` adds rights, limits and the audit log. */
export interface ServedCall {
  readonly call: Call;
  /** `check`: validate the response by the schema of the call. Costs time: for tests and development. */
  readonly answer: (c: AppContext, check: boolean) => Promise<Response>;
}

/**
 * Implements a call. The input and the result of the handler are typed by the schemas of the declaration; a handler
 * that writes its own response (a file, a long history) returns a Response.
 */
export function serve<const C extends Call>(call: C, handler: Handler<C>): ServedCall {
  const names = parametersOf(call.path);
  const { query, body, ids } = call;
  return {
    call,
    answer: async (c, check) => {
      const input = {
        c,
        principal: c.get('principal'),
        path: Object.fromEntries(names.map((name) => [name, pathParameter(c, name)])),
        query: query && readQuery(c, query),
        body: typeof body === 'object' ? await readBody(c, body) : undefined,
        ids: ids ? await readIds(c) : [],
      };
      const answer = await handler(input as unknown as CallInput<C>);
      if (call.audit && names.length === 0)
        c.set('subjects', subjectsOf(c.req.url, [...input.ids, idOf(input.body), idOf(answer)]));
      if (answer instanceof Response) return answer;
      if (check) checkAnswer(call, answer);
      return call.form === 'bare' ? json(c, answer ?? null) : ok(c, answer ?? null);
    },
  };
}

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;

/** Ids of rows that an address does not contain. Anything else that is called an id may be a secret. */
function subjectsOf(url: string, ids: readonly unknown[]): string[] {
  const named = ids.filter((id) => typeof id === 'string').filter((id) => isUuid(id) && !url.includes(id));
  return [...new Set(named)];
}

/** @throws {TypeError} naming the member of a response that its declaration does not describe */
function checkAnswer(call: Call, answer: unknown): void {
  if (!call.answer) return;
  // As the client receives it: instants are texts, undefined members are absent.
  const result = v.safeParse(call.answer, JSON.parse(JSON.stringify(answer ?? null)));
  if (result.success) return;
  const issue = result.issues[0];
  throw new TypeError(`${callName(call)} answers ${v.getDotPath(issue) ?? 'data'} wrongly: ${issue.message}`);
}
