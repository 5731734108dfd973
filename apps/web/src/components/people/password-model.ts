import { createModel, signal } from '@preact/signals-react';
import { ApiError } from '@farm3d/api';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { t } from './zh-CN.ts';

/** Least length of a password; the server has the other rules. */
const MIN_LENGTH = 15;

/** The change of a user's password. @param onChanged called when it is done */
export const PasswordModel = createModel(({ api, session }: Services, onChanged: () => void) => {
  const current = signal('');
  const chosen = signal('');
  const currentError = signal<string | null>(null);
  const chosenError = signal<string | null>(null);
  /** Error of the last attempt that belongs to no field. */
  const problem = signal<string | null>(null);
  const busy = signal(false);
  /** Attempts that failed. */
  const failures = signal(0);

  const isComplete = (): boolean => {
    currentError.value = current.value === '' ? t('login.passwordRequired') : null;
    chosenError.value =
      Array.from(chosen.value).length < MIN_LENGTH
        ? t('password.tooShort')
        : chosen.value === current.value
          ? t('password.same')
          : null;
    return currentError.value === null && chosenError.value === null;
  };

  const submit = async (): Promise<void> => {
    if (busy.value) return;
    if (!isComplete()) {
      failures.value += 1;
      return;
    }
    busy.value = true;
    problem.value = null;
    try {
      await api.auth.changePassword({ oldPassword: current.value, newPassword: chosen.value });
      session.changeUser({ mustChangePassword: false });
      // The stream, which was refused before, starts with the new token.
      void session.renew();
      current.value = '';
      chosen.value = '';
      onChanged();
    } catch (error) {
      const field = error instanceof ApiError ? error.field : undefined;
      if (field === 'oldPassword') currentError.value = problemText(error);
      else if (field === 'newPassword') chosenError.value = problemText(error);
      else problem.value = problemText(error);
      failures.value += 1;
    } finally {
      busy.value = false;
    }
  };

  return {
    current,
    chosen,
    currentError,
    chosenError,
    problem,
    busy,
    failures,
    submit,
    typeCurrent: (text: string): void => {
      current.value = text;
      currentError.value = null;
    },
    typeChosen: (text: string): void => {
      chosen.value = text;
      chosenError.value = null;
    },
  };
});
