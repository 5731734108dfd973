import type { Http, RequestOptions } from '../client/http.ts';
import type { Person, ProfilePatch } from '../domain/person.ts';
import { decodePerson } from '../wire/person.ts';
import type { Session, User } from '../domain/user.ts';
import { decodeSession, decodeUser } from '../wire/user.ts';

export interface AuthResource {
  /** @throws {ApiError} 401 for a wrong name or password, 429 after too many tries. */
  login(credentials: { username: string; password: string }, options?: RequestOptions): Promise<Session>;
  /** Trades the refresh cookie for a new session. @throws {ApiError} 401 when it ended or was used before. */
  refresh(options?: RequestOptions): Promise<Session>;
  logout(options?: RequestOptions): Promise<void>;
  me(options?: RequestOptions): Promise<User>;
  /** Changes what is said of the caller. */
  updateMe(patch: ProfilePatch, options?: RequestOptions): Promise<Person>;
  /** Ends every other login of the caller. @throws {ApiError} 400 when the old password is wrong. */
  changePassword(
    passwords: { oldPassword: string; newPassword: string },
    options?: RequestOptions,
  ): Promise<void>;
}

export function createAuthResource(http: Http): AuthResource {
  return {
    login: (credentials, { signal } = {}) =>
      http.call('auth.login', { body: credentials, signal }, decodeSession),
    refresh: ({ signal } = {}) => http.call('auth.refresh', { body: {}, signal }, decodeSession),
    logout: ({ signal } = {}) => http.call('auth.logout', { body: {}, signal }, () => undefined),
    updateMe: (patch, { signal } = {}) => http.call('auth.updateMe', { body: patch, signal }, decodePerson),
    changePassword: (passwords, { signal } = {}) =>
      http.call('auth.changePassword', { body: passwords, signal }, () => undefined),
    me: ({ signal } = {}) => http.call('auth.me', { signal }, decodeUser),
  };
}
