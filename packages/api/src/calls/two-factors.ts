import * as v from 'valibot';
import { call, nothing } from './call.ts';
import { loginCode } from './login-code.ts';
import { MAX_PASSWORD_LENGTH } from './person.ts';

const MAX_BODY = 16 * 1024;

/** The caller's password: whoever finds an open page cannot change how its user logs in. */
export const ownPassword = v.pipe(
  v.string('login.password.required'),
  v.nonEmpty('login.password.required'),
  v.maxLength(MAX_PASSWORD_LENGTH, 'field.tooLong'),
);

const state = v.object({
  /** Whether logins ask for a code of an authenticator app. */
  totp: v.boolean(),
  /** Recovery codes that have not been used. */
  recoveryCodesLeft: v.number(),
});

export type TwoFactorState = v.InferOutput<typeof state>;

const proof = v.object({ password: ownPassword, code: loginCode });
const recoveryCodes = v.object({
  /** Shown once; each takes the place of one code of the app. */
  recoveryCodes: v.array(v.string()),
});

/** The second factor of the caller's own logins. */
export const twoFactors = {
  get: call({
    method: 'GET',
    path: '/auth/two-factors',
    service: 'system',
    right: 'self',
    origin: 'own',
    summary: { zh: '本人的两步验证', en: 'Whether logins of the caller need a code' },
    answer: state,
  }),
  /**
   * Makes a secret for an authenticator app. Nothing changes until `confirm`.
   * @throws {ApiError} 400 for a wrong password, 409 when codes are asked for already
   */
  begin: call({
    method: 'POST',
    path: '/auth/two-factors/begin',
    service: 'system',
    right: 'self',
    audit: 'act',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '开始启用两步验证', en: 'Makes a secret for an authenticator app' },
    body: v.object({ password: ownPassword }),
    answer: v.object({
      /** Base32, to be typed. */
      secret: v.string(),
      /** `otpauth://…`, to be shown as a QR code. */
      uri: v.string(),
    }),
  }),
  /**
   * From now on logins need a code; every other login of the caller ends.
   * @throws {ApiError} 400 for a wrong code, 404 without `begin`, 429 after too many
   */
  confirm: call({
    method: 'POST',
    path: '/auth/two-factors/confirm',
    service: 'system',
    right: 'self',
    audit: 'act',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '用一次验证码启用两步验证', en: 'Turns codes on, by the first one' },
    body: v.object({ code: loginCode }),
    answer: recoveryCodes,
  }),
  /** @throws {ApiError} 400 for a wrong password or code, 429 after too many */
  renewRecoveryCodes: call({
    method: 'POST',
    path: '/auth/two-factors/recovery-codes',
    service: 'system',
    right: 'self',
    audit: 'act',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '重新生成恢复码', en: 'Makes new recovery codes; former ones no longer count' },
    body: proof,
    answer: recoveryCodes,
  }),
  /** @throws {ApiError} 400 for a wrong password or code, 429 after too many */
  end: call({
    method: 'POST',
    path: '/auth/two-factors/end',
    service: 'system',
    right: 'self',
    audit: 'act',
    origin: 'own',
    maxBody: MAX_BODY,
    summary: { zh: '停用两步验证', en: 'Turns codes off' },
    body: proof,
    answer: nothing,
  }),
};
