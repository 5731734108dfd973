import { computed, createModel, signal } from '@preact/signals-react';
import { api } from '../../platform/services.ts';
import { t } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import { beginSession, interruptedUser } from '../../platform/session.ts';

export const LoginModel = createModel(() => {
  // After an expired session only the password is needed.
  const username = signal(interruptedUser.peek()?.username ?? '');
  const password = signal('');
  const lacksUsername = signal(false);
  const lacksPassword = signal(false);
  /** Error of the last attempt. */
  const problem = signal<string | null>(null);
  const busy = signal(false);

  const submit = async (): Promise<void> => {
    lacksUsername.value = username.value.trim() === '';
    lacksPassword.value = password.value === '';
    if (lacksUsername.value || lacksPassword.value || busy.value) return;
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
    usernameError: computed(() => (lacksUsername.value ? t('login.usernameRequired') : null)),
    passwordError: computed(() => (lacksPassword.value ? t('login.passwordRequired') : null)),
    problem,
    busy,
    submit,
    typeUsername: (text: string): void => {
      username.value = text;
      lacksUsername.value = false;
    },
    typePassword: (text: string): void => {
      password.value = text;
      lacksPassword.value = false;
    },
  };
});
