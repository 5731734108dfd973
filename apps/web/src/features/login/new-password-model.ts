import { createModel, signal } from '@preact/signals-react';
import { ApiError, passwordReset } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { createField } from './field.ts';
import { t } from './zh-CN.ts';

/** Least length of a password; the server has the other rules. */
const MIN_LENGTH = 15;

/** One field with its error, the work that sends it, and whether that is done. */
function createStep(
  field: string,
  check: (text: string) => (() => string) | null,
  send: (text: string) => Promise<void>,
) {
  const { text, wrong, shown } = createField();
  /** Error of the last attempt that belongs to no field. */
  const problem = signal<string | null>(null);
  const busy = signal(false);
  const done = signal(false);
  /** Attempts that failed. */
  const failures = signal(0);
  const submit = async (): Promise<void> => {
    if (busy.peek()) return;
    problem.value = null;
    wrong.value = check(text.value);
    if (wrong.value !== null) {
      failures.value += 1;
      return;
    }
    busy.value = true;
    try {
      await send(text.value);
      done.value = true;
    } catch (error) {
      if (error instanceof ApiError && error.field === field) wrong.value = () => problemText(error);
      else problem.value = problemText(error);
      failures.value += 1;
    } finally {
      busy.value = false;
    }
  };
  return {
    text,
    shown,
    problem,
    busy,
    done,
    failures,
    submit,
  };
}

export type Step = ReturnType<typeof createStep>;

/** Asks for the link. */
export const ResetRequestModel = createModel(({ clientOf }: Services) =>
  createStep(
    'email',
    (text) => (text.trim() === '' ? () => t('newPassword.emailRequired') : null),
    (text) => clientOf({ passwordReset }).passwordReset.request(text.trim()),
  ),
);

/** Chooses the new password. @param token the secret of the link */
export const NewPasswordModel = createModel(({ clientOf }: Services, token: string) => {
  const calls = clientOf({ passwordReset }).passwordReset;
  const account = loadable((abort) => calls.open(token, { signal: abort }));
  void account.load();
  const step = createStep(
    'password',
    (text) => (Array.from(text).length < MIN_LENGTH ? () => t('newPassword.tooShort') : null),
    (text) => calls.finish(token, text),
  );
  return { ...step, account };
});
