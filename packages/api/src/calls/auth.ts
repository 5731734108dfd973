import * as v from 'valibot';
import { call, nothing } from './call.ts';
import { uuid } from './inputs.ts';
import { loginCode } from './login-code.ts';
import { password } from './password.ts';
import { MAX_PASSWORD_LENGTH, person, user } from './person.ts';
import { profile } from './profile.ts';

const MAX_BODY = 16 * 1024;

/** Name and password, as sent by any login form. */
export const credentials = v.object({
  username: v.pipe(
    v.string('login.username.required'),
    v.trim(),
    v.nonEmpty('login.username.required'),
    v.maxLength(128),
  ),
  password: v.pipe(
    v.string('login.password.required'),
    v.nonEmpty('login.password.required'),
    v.maxLength(MAX_PASSWORD_LENGTH, 'field.tooLong'),
  ),
});

export const session = v.object({
  /** Short-lived bearer token. */
  accessToken: v.pipe(v.string(), v.nonEmpty()),
  /** Seconds until it ends. */
  expiresIn: v.number(),
  user,
});

/** A login: the code is asked for when the account needs one. */
const loginBody = v.object({ ...credentials.entries, code: v.optional(loginCode) });

export type Session = v.InferOutput<typeof session>;

const passwordChange = v.object({
  oldPassword: v.pipe(v.string(), v.nonEmpty('login.password.required'), v.maxLength(MAX_PASSWORD_LENGTH)),
  newPassword: password,
});

export const auth = {
  /**
   * @throws {ApiError} 401 for a wrong name or password, and with the error `code_required` when the account needs a code
   *   beside them; 429 after too many failures
   */
  login: call({
    method: 'POST',
    path: '/auth/login',
    service: 'system',
    auth: 'none',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '登录', en: 'Logs in; the refresh token comes as a cookie' },
    body: loginBody,
    answer: session,
  }),
  /**
   * Exchanges the refresh cookie for a new session.
   * @throws {ApiError} 401 when it has expired or was used before
   */
  refresh: call({
    method: 'POST',
    path: '/auth/refresh',
    service: 'system',
    auth: 'refresh-cookie',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '用刷新令牌换取新的登录', en: 'Trades the refresh cookie for a new session' },
    answer: session,
  }),
  /**
   * Ends the sessions of the refresh cookie and of the bearer token: their tokens and their streams.
   * @throws {ApiError} 401 when there is no cookie, and the bearer token belongs to no session that goes on
   */
  logout: call({
    method: 'POST',
    path: '/auth/logout',
    service: 'system',
    auth: 'session',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '退出登录', en: 'Ends the session' },
    answer: nothing,
  }),
  me: call({
    method: 'GET',
    path: '/auth/me',
    service: 'system',
    right: 'self',
    origin: 'own',
    summary: { zh: '当前用户', en: 'Who the caller is' },
    answer: user,
  }),
  /**
   * The session goes on in another organisation of the caller. Its former access tokens are refused from now on, and its
   * streams end; the refresh cookie stays.
   * @throws {ApiError} 404 when the caller may not work there, 403 for an API key
   */
  switchOrganisation: call({
    method: 'POST',
    path: '/auth/organisation',
    service: 'system',
    right: 'self',
    audit: 'act',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '切换到本人的另一个组织', en: 'Goes on in another organisation of the caller' },
    body: v.object({ organisationId: uuid }),
    answer: session,
    send: (organisationId: string) => ({ body: { organisationId } }),
  }),
  /** Changes the caller's profile. */
  updateMe: call({
    method: 'PUT',
    path: '/auth/me',
    service: 'system',
    right: 'self',
    audit: 'update',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '修改本人资料', en: 'Changes what is said of the caller' },
    body: profile,
    answer: person,
  }),
  /**
   * Ends every other login of the caller.
   * @throws {ApiError} 400 when the old password is wrong, or the new one is the same
   */
  changePassword: call({
    method: 'POST',
    path: '/auth/password',
    service: 'system',
    right: 'self',
    audit: 'act',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '修改本人密码，其他登录随之结束', en: 'Changes the password and ends every other login' },
    body: passwordChange,
    answer: nothing,
  }),
};
