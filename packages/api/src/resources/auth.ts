import type { Http, RequestOptions } from '../client/http.ts';
import type { Session, User } from '../domain/user.ts';
import { decodeSession, decodeUser } from '../wire/user.ts';

export interface AuthResource {
  /** @throws {ApiError} 401 for a wrong name or password, 429 after too many tries. */
  login(credentials: { username: string; password: string }, options?: RequestOptions): Promise<Session>;
  /** Trades the refresh cookie for a new session. @throws {ApiError} 401 when it ended or was used before. */
  refresh(options?: RequestOptions): Promise<Session>;
  logout(options?: RequestOptions): Promise<void>;
  me(options?: RequestOptions): Promise<User>;
}

export function createAuthResource(http: Http): AuthResource {
  return {
    login: (credentials, { signal } = {}) =>
      http.call('auth.login', { body: credentials, signal }, decodeSession),
    refresh: ({ signal } = {}) => http.call('auth.refresh', { body: {}, signal }, decodeSession),
    logout: ({ signal } = {}) => http.call('auth.logout', { body: {}, signal }, () => undefined),
    me: ({ signal } = {}) => http.call('auth.me', { signal }, decodeUser),
  };
}
