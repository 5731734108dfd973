import { createModel, signal } from '@preact/signals-react';
import { api } from '../../platform/services.ts';
import { t } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import { beginSession } from '../../platform/session.ts';

export const LoginModel = createModel(() => {
  const username = signal('');
  const password = signal('');
  const usernameError = signal<string | null>(null);
  const passwordError = signal<string | null>(null);
  /** Why the last try failed. */
  const problem = signal<string | null>(null);
  const busy = signal(false);

  const submit = async (): Promise<void> => {
    usernameError.value = username.value.trim() === '' ? t('login.usernameRequired') : null;
    passwordError.value = password.value === '' ? t('login.passwordRequired') : null;
    if (usernameError.value || passwordError.value || busy.value) return;
    busy.value = true;
    problem.value = null;
    try {
      beginSession(await api.auth.login({ username: username.value.trim(), password: password.value }));
    } catch (error) {
      problem.value = problemText(error);
      password.value = '';
    } finally {
      busy.value = false;
    }
  };

  return {
    username,
    password,
    usernameError,
    passwordError,
    problem,
    busy,
    submit,
    typeUsername: (text: string): void => {
      username.value = text;
      usernameError.value = null;
    },
    typePassword: (text: string): void => {
      password.value = text;
      passwordError.value = null;
    },
  };
});
