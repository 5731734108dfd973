import type * as v from 'valibot';
import {
  fileForm,
  parametersOf,
  type Call,
  type CallDeclaration,
  type RequestParts,
  type ResultOf,
} from '../calls/call.ts';
import { parseWire } from '../wire/codes.ts';
import type { Http, RequestOptions } from './http.ts';

type PathArguments<P extends string> = P extends `${string}{${string}}${infer Rest}`
  ? [parameter: string, ...PathArguments<Rest>]
  : [];

type Payload<C extends CallDeclaration> = C extends { ids: true }
  ? [ids: readonly string[]]
  : C extends { body: 'file' }
    ? [file: Blob, name?: string]
    : C extends { body: infer S extends v.GenericSchema }
      ? [body: v.InferInput<S>]
      : C extends { query: infer S extends v.GenericSchema }
        ? [query?: v.InferInput<S>]
        : [];

type Arguments<C extends CallDeclaration> = C extends { send: (...args: infer A) => RequestParts }
  ? A
  : [...PathArguments<C['path']>, ...Payload<C>];

/** The client's method of this call. */
export type CallMethod<C extends CallDeclaration> = (
  ...args: [...Arguments<C>, options?: RequestOptions]
) => Promise<ResultOf<C>>;

/** The client's methods of a noun. */
export type ResourceOf<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends CallDeclaration ? CallMethod<Calls[Name]> : never;
};

/** Number of arguments of a method before its options, and how they become a request. */
interface Sending {
  readonly length: number;
  readonly send: (args: readonly unknown[]) => RequestParts;
}

/** Path parameters first, then ids, file, body or query. */
function sendInOrder(call: Call): Sending {
  const names = parametersOf(call.path);
  const after = names.length;
  const path = (args: readonly unknown[]) =>
    Object.fromEntries(names.map((name, index) => [name, args[index] as string]));
  if (call.ids)
    return {
      length: after + 1,
      send: (args) => ({ path: path(args), query: { ids: (args[after] as string[]).join(',') } }),
    };
  if (call.body === 'file')
    return {
      length: after + 2,
      send: (args) => ({
        path: path(args),
        form: fileForm(args[after] as Blob, args[after + 1] as string | undefined),
      }),
    };
  if (call.body !== undefined)
    return { length: after + 1, send: (args) => ({ path: path(args), body: args[after] }) };
  if (call.query)
    return {
      length: after + 1,
      send: (args) => ({ path: path(args), query: args[after] ?? {} }),
    };
  return { length: after, send: (args) => ({ path: path(args) }) };
}

function methodOf(http: Http, call: Call): (...args: unknown[]) => Promise<unknown> {
  const make = call.send;
  const { length, send }: Sending = make
    ? { length: make.length, send: (args) => make(...(args as never[])) }
    : sendInOrder(call);
  const { answer } = call;
  return async (...args) => {
    const options = args[length] as RequestOptions | undefined;
    const request = { ...send(args.slice(0, length)), signal: options?.signal };
    if (call.form === 'binary') return http.download(call, request);
    return http.call(call, request, (data) => (answer ? parseWire(answer, data) : data));
  };
}

/** Makes the client's methods of a noun from its declarations. */
export function createResource<const Calls extends Readonly<Record<string, Call>>>(
  http: Http,
  calls: Calls,
): ResourceOf<Calls> {
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, methodOf(http, call)]),
  ) as unknown as ResourceOf<Calls>;
}
