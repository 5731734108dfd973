import * as v from 'valibot';
import { isCommonPassword } from '../validation/common-passwords.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './person.ts';

/** A new password. A module of its own: the scene page does without the list of common ones. */
export const password = v.pipe(
  v.string('login.password.required'),
  v.minLength(MIN_PASSWORD_LENGTH, 'user.password.tooShort'),
  v.maxLength(MAX_PASSWORD_LENGTH, 'field.tooLong'),
  v.check((text) => !isCommonPassword(text), 'user.password.common'),
);
