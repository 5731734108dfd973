import type { Http, RequestOptions } from '../client/http.ts';
import type { ListPage } from '../domain/list-page.ts';
import type {
  ApiKey,
  AuditEntry,
  EmbedToken,
  LoginSession,
  Person,
  PersonDraft,
  PersonPatch,
  Role,
} from '../domain/person.ts';
import { decodeList } from '../wire/envelope.ts';
import {
  decodeApiKey,
  decodeAuditEntry,
  decodeAuditVerdict,
  decodeEmbedToken,
  decodeLoginSession,
  decodeNewApiKey,
  decodeNewEmbedToken,
  decodeNewPerson,
  decodePerson,
  decodeRole,
  encodePersonPatch,
} from '../wire/person.ts';

/** Users of the organisation. */
export interface UsersResource {
  list(
    query?: { name?: string; departmentId?: string; page?: number; pageSize?: number },
    options?: RequestOptions,
  ): Promise<ListPage<Person>>;
  /** @throws {ApiError} 409 for a taken name, 403 for roles above one's own. */
  create(draft: PersonDraft, options?: RequestOptions): Promise<Person & { password: string | null }>;
  /** New roles, a new password and a lock end the user's logins. @throws {ApiError} 409 for the last administrator. */
  update(id: string, patch: PersonPatch, options?: RequestOptions): Promise<Person>;
  remove(id: string, options?: RequestOptions): Promise<void>;
  roles(options?: RequestOptions): Promise<ListPage<Role>>;
}

/** Where the caller is logged in. */
export interface SessionsResource {
  list(options?: RequestOptions): Promise<ListPage<LoginSession>>;
  revoke(id: string, options?: RequestOptions): Promise<void>;
}

export interface ApiKeysResource {
  list(options?: RequestOptions): Promise<ListPage<ApiKey>>;
  /** The key is answered this once; programs send it as a bearer token. */
  create(
    draft: { name: string; roles: readonly string[]; expiresAt?: number | null },
    options?: RequestOptions,
  ): Promise<ApiKey & { key: string }>;
  remove(id: string, options?: RequestOptions): Promise<void>;
}

export interface EmbedTokensResource {
  list(options?: RequestOptions): Promise<ListPage<EmbedToken>>;
  /** The token is answered this once. `expiresAt` lies within a year. */
  create(
    draft: { name: string; sceneId: string; expiresAt: number },
    options?: RequestOptions,
  ): Promise<EmbedToken & { token: string }>;
  remove(id: string, options?: RequestOptions): Promise<void>;
}

/** Who changed what, newest first. */
export interface AuditResource {
  list(query?: { page?: number; pageSize?: number }, options?: RequestOptions): Promise<ListPage<AuditEntry>>;
  /** Whether nothing was changed afterwards: `brokenAt` is the first entry that does not fit, or null. */
  verify(options?: RequestOptions): Promise<{ entries: number; brokenAt: number | null }>;
}

const nothing = (): undefined => undefined;

export function createUsersResource(http: Http): UsersResource {
  return {
    list: ({ departmentId, ...query } = {}, { signal } = {}) =>
      http.call('users.list', { query: { ...query, deptId: departmentId }, signal }, (data) =>
        decodeList(data, decodePerson),
      ),
    create: ({ username, ...draft }, { signal } = {}) =>
      http.call('users.create', { body: { ...encodePersonPatch(draft), username }, signal }, decodeNewPerson),
    update: (id, patch, { signal } = {}) =>
      http.call('users.update', { body: { ...encodePersonPatch(patch), id }, signal }, decodePerson),
    remove: (id, { signal } = {}) => http.call('users.remove', { path: { id }, signal }, nothing),
    roles: ({ signal } = {}) => http.call('users.roles', { signal }, (data) => decodeList(data, decodeRole)),
  };
}

export function createSessionsResource(http: Http): SessionsResource {
  return {
    list: ({ signal } = {}) =>
      http.call('sessions.list', { signal }, (data) => decodeList(data, decodeLoginSession)),
    revoke: (id, { signal } = {}) => http.call('sessions.revoke', { path: { id }, signal }, nothing),
  };
}

const instant = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : new Date(at).toISOString();

export function createApiKeysResource(http: Http): ApiKeysResource {
  return {
    list: ({ signal } = {}) =>
      http.call('apiKeys.list', { signal }, (data) => decodeList(data, decodeApiKey)),
    create: ({ expiresAt, ...draft }, { signal } = {}) =>
      http.call(
        'apiKeys.create',
        { body: { ...draft, expireTime: instant(expiresAt) }, signal },
        decodeNewApiKey,
      ),
    remove: (id, { signal } = {}) => http.call('apiKeys.remove', { path: { id }, signal }, nothing),
  };
}

export function createEmbedTokensResource(http: Http): EmbedTokensResource {
  return {
    list: ({ signal } = {}) =>
      http.call('embedTokens.list', { signal }, (data) => decodeList(data, decodeEmbedToken)),
    create: ({ expiresAt, ...draft }, { signal } = {}) =>
      http.call(
        'embedTokens.create',
        { body: { ...draft, expireTime: instant(expiresAt) }, signal },
        decodeNewEmbedToken,
      ),
    remove: (id, { signal } = {}) => http.call('embedTokens.remove', { path: { id }, signal }, nothing),
  };
}

export function createAuditResource(http: Http): AuditResource {
  return {
    list: (query = {}, { signal } = {}) =>
      http.call('audit.list', { query, signal }, (data) => decodeList(data, decodeAuditEntry)),
    verify: ({ signal } = {}) => http.call('audit.verify', { signal }, decodeAuditVerdict),
  };
}
