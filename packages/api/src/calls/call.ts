import * as v from 'valibot';
import type { Right } from './rights.ts';

/** Services whose base addresses can be set apart; all default to the page's own origin (readings 21). */
export type Service = 'iot' | 'system' | 'base' | 'img';

/**
 * What a call needs: a user's bearer token, the refresh cookie, a device's token in the path, a signed address
 * (or a user's token), or nothing.
 */
export type CallAuth = 'user' | 'refresh-cookie' | 'device' | 'signature' | 'none';

/** How a change is called in the audit log. A call without one changes nothing. */
export type AuditKind = 'create' | 'update' | 'delete' | 'act';

/** Any valibot schema of an object. */
type ObjectSchema = v.GenericSchema<object, object>;

/** A line of text in both languages. */
export interface Summary {
  readonly zh: string;
  readonly en: string;
}

/** The parts of a request, as a method of the client makes them from its arguments. */
export interface RequestParts {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
  /** A form with files, instead of a body. */
  readonly form?: FormData;
}

/** What a declaration says; `call` fills in the defaults. */
export interface CallDeclaration {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters stand in braces: '/api/devices/{id}'. */
  readonly path: string;
  readonly summary: Summary;
  /** Default 'iot'. */
  readonly service?: Service;
  /** Default 'user'. */
  readonly auth?: CallAuth;
  /** The right that a user needs. Default 'read' of a GET; others must name it. */
  readonly right?: Right;
  /** Default: none, the call is not recorded. */
  readonly audit?: AuditKind;
  /** Bytes of the body at most; 'stream': the handler reads it and has limits of its own. Default 262,144. */
  readonly maxBody?: number | 'stream';
  /** An embedded page may make it: of its one scene, of the devices in it, or without naming anything. */
  readonly embed?: 'scene' | 'device' | 'any';
  /** Parameters of the path that are not any text. */
  readonly parameters?: Readonly<Record<string, v.GenericSchema<string, string>>>;
  readonly query?: ObjectSchema;
  /** What the JSON body is checked against. 'file': one file as a form. 'json': any, in the form of the device. */
  readonly body?: v.GenericSchema | 'file' | 'json';
  /** It names rows by `id` or `ids`, in the query or in the body (readings 24). */
  readonly ids?: true;
  /** The `data` of the envelope: what the server may answer, and what the client makes of it. */
  readonly answer?: v.GenericSchema;
  /** 'envelope' `{code,msg,data}`, 'bare' as other platforms' clients expect it, 'text', 'binary' a file. Default 'envelope'. */
  readonly form?: 'envelope' | 'bare' | 'text' | 'binary';
  /** Where the call comes from: the specification's section 7, or ours. Default 'specification'. */
  readonly origin?: 'specification' | 'own';
  /** The arguments of the client's method; write optional ones with `?`, never with a default. */
  readonly send?: (...args: never[]) => RequestParts;
}

type Defaulted = 'service' | 'auth' | 'right' | 'form' | 'origin' | 'maxBody';

/** One call of the platform, from which server, client, description and tests are made. */
export type Call = Omit<CallDeclaration, Defaulted> & Required<Pick<CallDeclaration, Defaulted>>;

const DEFAULTS = {
  service: 'iot',
  auth: 'user',
  right: 'read',
  form: 'envelope',
  origin: 'specification',
  maxBody: 256 * 1024,
} as const;

/** Whoever changes something as a user says by what right. */
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

/** The answer says nothing but that it was done. */
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

/** Names of the parameters in a path, in their order. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}

/**
 * Fills the braces of a path; values are percent-encoded.
 * @throws {TypeError} when a parameter is missing or empty: an empty id would name another call.
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
/** The query as the server has checked it. */
export type QueryOf<C extends CallDeclaration> = C extends { query: infer S extends v.GenericSchema }
  ? v.InferOutput<S>
  : undefined;
/** The body as the server has checked it. */
export type BodyOf<C extends CallDeclaration> = C extends { body: infer S extends v.GenericSchema }
  ? v.InferOutput<S>
  : unknown;

/** What becomes this JSON: an instant is written as ISO 8601, a missing member may be undefined. */
type BecomesJson<T> = unknown extends T
  ? unknown
  : T extends string
    ? T | (string extends T ? Date : never)
    : T extends readonly (infer I)[]
      ? readonly BecomesJson<I>[]
      : T extends object
        ? { readonly [K in keyof T]: BecomesJson<T[K]> }
        : T;

/** What a handler may answer. */
export type AnswerOf<C extends CallDeclaration> = C extends { answer: infer S extends v.GenericSchema }
  ? BecomesJson<v.InferInput<S>>
  : unknown;
/** What the client makes of it. */
export type ResultOf<C extends CallDeclaration> = C extends { form: 'binary' }
  ? Blob
  : C extends { answer: infer S extends v.GenericSchema }
    ? v.InferOutput<S>
    : unknown;
