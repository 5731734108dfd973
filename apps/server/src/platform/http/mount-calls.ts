import { callName, parametersOf, type Call } from '@farm3d/api';
import type { Hono, MiddlewareHandler } from 'hono';
import type { AppEnv } from './context.ts';
import type { ServedCall } from './serve.ts';

/** Middleware of a call, made from its declaration. */
export type StepsOf = (call: Call) => readonly MiddlewareHandler<AppEnv>[];

/** The path in Hono's notation. */
function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/**
 * Mounts calls, those with fewer parameters first: '/count' precedes '/:id'. An unknown path passes none of the
 * steps, so it is 404 without authentication. `checkAnswers`: see {@link ServedCall}.
 * @throws {Error} when a call is mounted twice
 */
export function mountCalls(
  app: Hono<AppEnv>,
  served: readonly ServedCall[],
  stepsOf: StepsOf,
  checkAnswers: boolean,
): void {
  const mounted = new Set<string>();
  const inOrder = served.toSorted(
    (a, b) => parametersOf(a.call.path).length - parametersOf(b.call.path).length,
  );
  for (const { call, answer } of inOrder) {
    const key = `${call.method} ${call.path}`;
    if (mounted.has(key)) throw new Error(`${callName(call)}: ${key} is mounted twice`);
    mounted.add(key);
    app.on(call.method, [honoPath(call.path)], ...stepsOf(call), (c) => answer(c, checkAnswers));
  }
}
