import * as v from 'valibot';
import type { AccessLevel, Right } from './rights.ts';

/** Services whose base URLs can be set separately; default: the page's own origin (readings 21). */
export type Service = 'iot' | 'system' | 'base' | 'img';

/**
 * Authentication of a call: a user's bearer token, the refresh cookie, either of them (`session`), a device's token in
 * the path, a signed address (or a user's token), or none.
 */
export type CallAuth = 'user' | 'refresh-cookie' | 'session' | 'device' | 'signature' | 'none';

/** Kind of a change in the audit log. A call without one changes nothing. */
export type AuditKind = 'create' | 'update' | 'delete' | 'act';

/** Any valibot schema of an object. */
type ObjectSchema = v.GenericSchema<object, object>;

/** A line of text in both languages. */
export interface Summary {
  readonly zh: string;
  readonly en: string;
}

/** Parts of a request, made from the arguments of the client's method. */
export interface RequestParts {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
  /** A form with files, instead of a body. */
  readonly form?: FormData;
}

/** A declaration; `call` adds the defaults. */
export interface CallDeclaration {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters are in braces: '/api/devices/{id}'. */
  readonly path: string;
  readonly summary: Summary;
  /** Default 'iot'. */
  readonly service?: Service;
  /** Default 'user'. */
  readonly auth?: CallAuth;
  /** Right that the user needs. Default 'read' for a GET; others must name it. */
  readonly right?: Right;
  /** Default: none, the call is not recorded. */
  readonly audit?: AuditKind;
  /** Largest body, bytes; 'stream': the handler reads it with its own limits. Default 262,144. */
  readonly maxBody?: number | 'stream';
  /** Permitted with an embed token: for its scene, for the devices in it, or without parameters. */
  readonly embed?: 'scene' | 'device' | 'any';
  /**
   * Permitted by an access rule to somebody without the right in the whole organisation: on the device or scene of the path's
   * id; 'own': its handler goes by the rules; 'any': it tells of nothing that rules are about.
   */
  readonly reach?: 'device' | 'scene' | 'own' | 'any';
  /** Level that a rule must give. Default: the least one with the right. */
  readonly level?: AccessLevel;
  /** Schemas of parameters of the path that are not arbitrary text. */
  readonly parameters?: Readonly<Record<string, v.GenericSchema<string, string>>>;
  readonly query?: ObjectSchema;
  /** Schema of the JSON body. 'file': one file as a form. 'json': any JSON. */
  readonly body?: v.GenericSchema | 'file' | 'json';
  /** A body that is accepted, for the documents; `tests/http` sends it. */
  readonly example?: unknown;
  /** It names rows by `id` or `ids`, in the query or the body (readings 24). */
  readonly ids?: true;
  /** Schema of the envelope's `data`: what the server may return, and what the client makes of it. */
  readonly answer?: v.GenericSchema;
  /**
   * 'envelope' `{code,msg,data}`, 'bare' as clients of other platforms expect it, 'text', 'binary' a file. Default
   * 'envelope'.
   */
  readonly form?: 'envelope' | 'bare' | 'text' | 'binary';
  /** Origin of the call: the specification's section 7, or our own. Default 'specification'. */
  readonly origin?: 'specification' | 'own';
  /** Maps the arguments of the client's method to a request; optional ones need `?`, not a default value. */
  readonly send?: (...args: never[]) => RequestParts;
}

type Defaulted = 'service' | 'auth' | 'right' | 'form' | 'origin' | 'maxBody';

/** A call with its defaults. Server, client, OpenAPI and tests are made from it. */
export type Call = Omit<CallDeclaration, Defaulted> & Required<Pick<CallDeclaration, Defaulted>>;

const DEFAULTS = {
  service: 'iot',
  auth: 'user',
  right: 'read',
  form: 'envelope',
  origin: 'specification',
  maxBody: 256 * 1024,
} as const;

/** A call that changes something as a user must name its right. */
type WithRight<D extends CallDeclaration> = D extends
  | { method: 'GET' }
  | { right: Right }
  | { auth: Exclude<CallAuth, 'user'> }
  ? unknown
  : { right: Right };

/** Declares a call. */
export function call<const D extends CallDeclaration>(
  declaration: D & WithRight<D>,
): D & Omit<typeof DEFAULTS, keyof D> {
  return { ...DEFAULTS, ...declaration };
}

/** `{items, total}` */
export function listOf<const S extends v.GenericSchema>(item: S) {
  return v.object({ items: v.array(item), total: v.number() });
}

/** As `listOf`, with a cursor: `next` continues behind the last item (`cursorEntries`); null: there is no more. */
export function growingListOf<const S extends v.GenericSchema>(item: S) {
  return v.object({ ...listOf(item).entries, next: v.optional(v.nullable(v.string())) });
}

/** A response without data. */
export const nothing = v.pipe(
  v.null(),
  v.transform(() => undefined),
);

/** A form that holds one file. */
export function fileForm(file: Blob, name = 'file'): FormData {
  const form = new FormData();
  form.append('file', file, name);
  return form;
}

/** Names of the parameters of a path, in their order. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}

/**
 * Replaces the parameters of a path; values are percent-encoded.
 * @throws {TypeError} when a parameter is missing or empty: an empty id would name another call
 */
export function buildPath(path: string, parameters: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = parameters[key];
    if (value === undefined || value === '')
      throw new TypeError(`path parameter ${key} of ${path} is missing`);
    return encodeURIComponent(value);
  });
}

type ParameterNames<P extends string> = P extends `${string}{${infer N}}${infer Rest}`
  ? N | ParameterNames<Rest>
  : never;

/** Parameters of the path by name. */
export type PathOf<C extends CallDeclaration> = Readonly<Record<ParameterNames<C['path']>, string>>;
/** The query after validation. */
export type QueryOf<C extends CallDeclaration> = C extends { query: infer S extends v.GenericSchema }
  ? v.InferOutput<S>
  : undefined;
/** The body after validation. */
export type BodyOf<C extends CallDeclaration> = C extends { body: infer S extends v.GenericSchema }
  ? v.InferOutput<S>
  : unknown;

/** Values that serialise to this JSON: instants as ISO 8601, missing members as undefined. */
type BecomesJson<T> = unknown extends T
  ? unknown
  : T extends string
    ? T | (string extends T ? Date : never)
    : T extends readonly (infer I)[]
      ? readonly BecomesJson<I>[]
      : T extends object
        ? { readonly [K in keyof T]: BecomesJson<T[K]> }
        : T;

/** Return type of a handler. */
export type AnswerOf<C extends CallDeclaration> = C extends { answer: infer S extends v.GenericSchema }
  ? BecomesJson<v.InferInput<S>>
  : unknown;
/** Return type of the client's method. */
export type ResultOf<C extends CallDeclaration> = C extends { form: 'binary' }
  ? Blob
  : C extends { answer: infer S extends v.GenericSchema }
    ? v.InferOutput<S>
    : unknown;
