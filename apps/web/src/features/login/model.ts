import { computed, createModel, signal } from '@preact/signals-react';
import { ApiError } from '@farm3d/api';
import { api } from '../../platform/services.ts';
import { t } from '../../platform/locale.ts';
import { lastLoginHasEnded } from '../../platform/log-out.ts';
import { problemText } from '../../platform/problem.ts';
import { beginSession, interruptedUser } from '../../platform/session.ts';

/** How the login fails when the account needs a code, and when the code is wrong. */
const CODE_ERRORS = ['code_required', 'code_wrong'];

export const LoginModel = createModel(() => {
  // After an expired session only the password is needed.
  const username = signal(interruptedUser.peek()?.username ?? '');
  const password = signal('');
  const code = signal('');
  /** Whether the code is asked for: the password was right, and the account needs both. */
  const asksCode = signal(false);
  const lacksUsername = signal(false);
  const lacksPassword = signal(false);
  const lacksCode = signal(false);
  /** Error of the last attempt. */
  const problem = signal<string | null>(null);
  const busy = signal(false);

  const isComplete = (): boolean => {
    lacksUsername.value = username.value.trim() === '';
    lacksPassword.value = password.value === '';
    lacksCode.value = asksCode.value && code.value.trim() === '';
    return !lacksUsername.value && !lacksPassword.value && !lacksCode.value;
  };
  const failed = (error: unknown): void => {
    code.value = '';
    if (error instanceof ApiError && CODE_ERRORS.includes(error.error ?? '')) {
      problem.value = asksCode.value ? problemText(error) : null;
      asksCode.value = true;
      return;
    }
    problem.value = problemText(error);
    // Too many codes, or one that is not one: it is typed again.
    if (!(error instanceof ApiError) || error.field !== 'code') {
      password.value = '';
      asksCode.value = false;
    }
  };
  const submit = async (): Promise<void> => {
    if (busy.value || !isComplete()) return;
    busy.value = true;
    problem.value = null;
    const credentials = { username: username.value.trim(), password: password.value };
    try {
      await lastLoginHasEnded();
      beginSession(await api.auth.login(asksCode.value ? { ...credentials, code: code.value } : credentials));
    } catch (error) {
      failed(error);
    } finally {
      busy.value = false;
    }
  };

  /** By a passkey of this device: no name, no password, no code. */
  const withPasskey = async (): Promise<void> => {
    if (busy.value) return;
    busy.value = true;
    problem.value = null;
    try {
      await lastLoginHasEnded();
      const { logInByPasskey } = await import('./passkey-login.ts');
      beginSession(await logInByPasskey());
    } catch (error) {
      // The person closed the browser's dialog, or has no passkey here.
      const isOfDevice = error instanceof Error && error.name === 'NotAllowedError';
      problem.value = isOfDevice ? t('login.passkey.none') : problemText(error);
    } finally {
      busy.value = false;
    }
  };

  return {
    withPasskey,
    username,
    password,
    code,
    asksCode,
    usernameError: computed(() => (lacksUsername.value ? t('login.usernameRequired') : null)),
    passwordError: computed(() => (lacksPassword.value ? t('login.passwordRequired') : null)),
    codeError: computed(() => (lacksCode.value ? t('login.codeRequired') : null)),
    problem,
    busy,
    submit,
    /** Back to name and password. */
    startAgain: (): void => {
      asksCode.value = false;
      password.value = '';
      problem.value = null;
    },
    typeUsername: (text: string): void => {
      username.value = text;
      lacksUsername.value = false;
    },
    typePassword: (text: string): void => {
      password.value = text;
      lacksPassword.value = false;
    },
    typeCode: (text: string): void => {
      code.value = text;
      lacksCode.value = false;
    },
  };
});

export type Login = InstanceType<typeof LoginModel>;
