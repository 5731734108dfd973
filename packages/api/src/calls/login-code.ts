import * as v from 'valibot';

/** A code of an authenticator app, or a recovery code; blanks and dashes that people type do not count. */
export const loginCode = v.pipe(
  v.string('login.code.form'),
  v.maxLength(64, 'login.code.form'),
  v.transform((text) => text.replaceAll(/[\s-]/g, '').toLowerCase()),
  v.regex(/^(\d{6}|[a-z2-7]{16})$/, 'login.code.form'),
);
