import * as v from 'valibot';
import { call } from './call.ts';

/** Anything that a provider appends to the address; the protocol checks it. */
const parameter = v.optional(v.pipe(v.string(), v.maxLength(4096, 'field.tooLong')));

/** Single sign-on at the provider of the settings (OpenID Connect). The browser is sent to `start`. */
export const singleSignOn = {
  offer: call({
    method: 'GET',
    path: '/auth/oidc',
    service: 'system',
    auth: 'none',
    origin: 'own',
    summary: { zh: '是否提供单点登录', en: 'Whether single sign-on is offered' },
    answer: v.object({
      /** Name of the provider for people; null: none is set. */
      name: v.nullable(v.string()),
    }),
  }),
  /**
   * Redirects to the provider.
   * @throws {ApiError} 404 when none is set
   */
  start: call({
    method: 'GET',
    path: '/auth/oidc/start',
    service: 'system',
    auth: 'none',
    origin: 'own',
    form: 'text',
    summary: { zh: '前往单点登录', en: 'Redirects to the provider of single sign-on' },
    query: v.object({ next: v.optional(v.pipe(v.string(), v.maxLength(2048, 'field.tooLong'))) }),
  }),
  /**
   * Where the provider sends the browser back. Redirects to the login page, which goes on with the refresh cookie or says
   * why not (`sso`).
   */
  callback: call({
    method: 'GET',
    path: '/auth/oidc/callback',
    service: 'system',
    auth: 'none',
    origin: 'own',
    form: 'text',
    summary: { zh: '单点登录返回地址', en: 'Where single sign-on comes back to' },
    query: v.object({ code: parameter, state: parameter, error: parameter, iss: parameter }),
  }),
};
