import * as v from 'valibot';
import { instantSchema } from '../wire/codes.ts';
import { session } from './auth.ts';
import { call, listOf, nothing } from './call.ts';
import { requiredText } from './inputs.ts';
import { loginCode } from './login-code.ts';
import { ownPassword } from './two-factors.ts';

const MAX_BODY = 64 * 1024;

const passkey = v.pipe(
  v.object({ id: v.string(), name: v.string(), createTime: instantSchema, lastUsedTime: instantSchema }),
  v.transform(({ createTime, lastUsedTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds. */
    createdAt: createTime ?? 0,
    /** Epoch milliseconds; null: never. */
    lastUsedAt: lastUsedTime,
  })),
);

export type Passkey = v.InferOutput<typeof passkey>;

/** What `navigator.credentials` takes, as JSON. */
const options = v.object({ options: v.record(v.string(), v.unknown()) });

const bytes = v.pipe(v.string(), v.maxLength(32_768), v.regex(/^[\w-]+={0,2}$/));

/** What every answer of an authenticator has, as JSON (WebAuthn Level 3, 5.1). */
const credential = {
  id: bytes,
  rawId: bytes,
  type: v.literal('public-key'),
  clientExtensionResults: v.optional(v.record(v.string(), v.unknown()), {}),
};

const registration = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(32))), v.maxLength(16)), []),
  }),
});

const assertion = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: v.optional(bytes),
  }),
});

/** Passkeys (WebAuthn): the caller's own, and the login by one. */
export const passkeys = {
  list: call({
    method: 'GET',
    path: '/auth/passkeys',
    service: 'system',
    right: 'self',
    origin: 'own',
    summary: { zh: '本人的通行密钥', en: 'Lists the passkeys of the caller' },
    answer: listOf(passkey),
  }),
  /**
   * Options for a new passkey of this device. They hold for five minutes.
   * @throws {ApiError} 400 for a wrong password, or without the code that the account needs
   */
  begin: call({
    method: 'POST',
    path: '/auth/passkeys/begin',
    service: 'system',
    right: 'self',
    audit: 'act',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '开始添加通行密钥', en: 'Begins a new passkey' },
    body: v.object({ password: ownPassword, code: v.optional(loginCode) }),
    answer: options,
  }),
  /** @throws {ApiError} 400 for what was made elsewhere, for another page, or with other options; 409 when it is known */
  create: call({
    method: 'POST',
    path: '/auth/passkeys',
    service: 'system',
    right: 'self',
    audit: 'create',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '添加通行密钥', en: 'Adds a passkey that the device has made' },
    body: v.object({ name: requiredText(64), credential: registration }),
    answer: passkey,
  }),
  remove: call({
    method: 'DELETE',
    path: '/auth/passkeys/{id}',
    service: 'system',
    right: 'self',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '删除本人的通行密钥', en: 'Removes a passkey of the caller' },
    answer: nothing,
  }),
  /** Options for a login by any passkey of this device. They hold for five minutes, and for one login. */
  challenge: call({
    method: 'POST',
    path: '/auth/passkey/challenge',
    service: 'system',
    auth: 'none',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '开始用通行密钥登录', en: 'Begins a login by a passkey' },
    answer: options,
  }),
  /** @throws {ApiError} 401 for an unknown passkey, another page's, a used challenge, or a person who may not log in */
  login: call({
    method: 'POST',
    path: '/auth/passkey/login',
    service: 'system',
    auth: 'none',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '用通行密钥登录', en: 'Logs in by a passkey; the refresh token comes as a cookie' },
    body: v.object({ credential: assertion }),
    answer: session,
  }),
};
