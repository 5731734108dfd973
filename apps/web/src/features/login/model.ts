import { computed, createModel, signal } from '@preact/signals-react';
import { ApiError, singleSignOn } from '@farm3d/api';
import { t } from './zh-CN.ts';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { createField } from './field.ts';

/** How the login fails when the account needs a code, and when the code is wrong. */
const CODE_ERRORS = ['code_required', 'code_wrong'];

export const LoginModel = createModel((services: Services) => {
  const { session } = services;
  // After an expired session only the password is needed.
  const username = createField(session.interruptedUser.peek()?.username ?? '');
  const password = createField();
  const code = createField();
  /** Whether the code is asked for: the password was right, and the account needs both. */
  const asksCode = signal(false);
  /** Error of the last attempt. */
  const problem = signal<string | null>(null);
  const busy = signal(false);

  const isComplete = (): boolean => {
    const isUnnamed = username.text.value.trim() === '';
    const lacksCode = asksCode.value && code.text.value.trim() === '';
    username.wrong.value = isUnnamed ? () => t('login.usernameRequired') : null;
    password.wrong.value = password.text.value === '' ? () => t('login.passwordRequired') : null;
    code.wrong.value = lacksCode ? () => t('login.codeRequired') : null;
    return [username, password, code].every(({ wrong }) => wrong.value === null);
  };
  const failed = (error: unknown): void => {
    code.text.value = '';
    if (error instanceof ApiError && CODE_ERRORS.includes(error.error ?? '')) {
      problem.value = asksCode.value ? problemText(error) : null;
      asksCode.value = true;
      return;
    }
    problem.value = problemText(error);
    // Too many codes, or one that is not one: it is typed again.
    if (!(error instanceof ApiError) || error.field !== 'code') {
      password.text.value = '';
      asksCode.value = false;
    }
  };
  const submit = async (): Promise<void> => {
    if (busy.value || !isComplete()) return;
    busy.value = true;
    problem.value = null;
    const credentials = { username: username.text.value.trim(), password: password.text.value };
    try {
      await session.lastHasEnded();
      session.begin(
        await services.api.auth.login(
          asksCode.value ? { ...credentials, code: code.text.value } : credentials,
        ),
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
      await session.lastHasEnded();
      const { logInByPasskey } = await import('./passkey-login.ts');
      session.begin(await logInByPasskey(services));
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
    problem,
    busy,
    submit,
    /** Back to name and password. */
    startAgain: (): void => {
      asksCode.value = false;
      password.text.value = '';
      problem.value = null;
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
export const SingleSignOnModel = createModel(({ clientOf, session }: Services, search: string) => {
  /** Name of the provider; null: none is set. */
  const provider = signal<string | null>(null);
  const query = new URLSearchParams(search);
  const outcome = query.get('sso') ?? '';
  // The provider has sent the browser back: the session comes by its cookie.
  if (outcome === 'done') void session.renew();
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
