import { computed, createModel, signal } from '@preact/signals-react';
import { ApiError, singleSignOn } from '@farm3d/api';
import { t } from '../../platform/locale.ts';
import { lastLoginHasEnded } from '../../platform/log-out.ts';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { beginSession, interruptedUser, renewSession } from '../../platform/session.ts';

/** How the login fails when the account needs a code, and when the code is wrong. */
const CODE_ERRORS = ['code_required', 'code_wrong'];

export const LoginModel = createModel((services: Services) => {
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
      beginSession(
        await services.api.auth.login(asksCode.value ? { ...credentials, code: code.value } : credentials),
      );
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
      beginSession(await logInByPasskey(services));
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

const OUTCOMES: Record<string, () => string> = {
  failed: () => t('login.sso.failed'),
  clock: () => t('login.sso.clock'),
  unknown: () => t('login.sso.unknown'),
  unavailable: () => t('login.sso.unavailable'),
};

/** Single sign-on at the provider of the settings. @param search query of the login page */
export const SingleSignOnModel = createModel(({ clientOf }: Services, search: string) => {
  /** Name of the provider; null: none is set. */
  const provider = signal<string | null>(null);
  const query = new URLSearchParams(search);
  const outcome = query.get('sso') ?? '';
  // The provider has sent the browser back: the session comes by its cookie.
  if (outcome === 'done') void renewSession();
  // Without an answer the form is as it is without a provider.
  clientOf({ singleSignOn })
    .singleSignOn.offer()
    .then(
      ({ name }) => (provider.value = name),
      () => undefined,
    );
  const next = query.get('next');
  return {
    provider,
    /** Why the last one failed. */
    problem: computed(() => OUTCOMES[outcome]?.() ?? null),
    /** Where it begins. */
    address: signal(`/auth/oidc/start${next === null ? '' : `?${new URLSearchParams({ next }).toString()}`}`),
  };
});
