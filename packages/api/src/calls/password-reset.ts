import * as v from 'valibot';
import { call, nothing } from './call.ts';
import { email } from '../validation/text-rules.ts';
import { password } from './password.ts';

const MAX_BODY = 16 * 1024;

const address = v.pipe(v.string('user.email'), v.trim(), v.maxLength(254), v.check(email, 'user.email'));
const token = v.pipe(v.string(), v.nonEmpty(), v.maxLength(128));

/** A new password for somebody who has forgotten theirs, by a link that is sent to their e-mail address. */
export const passwordReset = {
  /** Whether the server can send such links: it needs a mail server and its own address. */
  offer: call({
    method: 'GET',
    path: '/auth/password-reset',
    service: 'system',
    auth: 'none',
    origin: 'own',
    summary: { zh: '是否可用邮件重设密码', en: 'Whether passwords are reset by e-mail' },
    answer: v.object({ available: v.boolean() }),
  }),
  /**
   * Sends a link to every account of the address for which that is permitted. The answer says nothing of them.
   * @throws {ApiError} 409 when the server cannot send links, 429 after too many requests of one address of the network
   */
  request: call({
    method: 'POST',
    path: '/auth/password-reset',
    service: 'system',
    auth: 'none',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '请求用邮件重设密码', en: 'Asks for a link by e-mail to choose a new password' },
    body: v.object({ email: address }),
    answer: nothing,
    send: (to: string) => ({ body: { email: to } }),
  }),
  /**
   * Whose password a link changes.
   * @throws {ApiError} 404 when it is unknown, used, expired, or replaced by another way to log in
   */
  open: call({
    method: 'POST',
    path: '/auth/password-reset/open',
    service: 'system',
    auth: 'none',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '查看重设密码的链接', en: 'Says whose password a link changes' },
    body: v.object({ token }),
    answer: v.object({ username: v.string() }),
    send: (secret: string) => ({ body: { token: secret } }),
  }),
  /**
   * Sets the password, once. Every login and passkey of the account ends; codes of an authenticator app stay.
   * @throws {ApiError} 404 as `open`
   */
  finish: call({
    method: 'POST',
    path: '/auth/password-reset/finish',
    service: 'system',
    auth: 'none',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '用链接设置新密码', en: 'Sets a new password by a link' },
    body: v.object({ token, password }),
    answer: nothing,
    send: (secret: string, chosen: string) => ({ body: { token: secret, password: chosen } }),
  }),
};
