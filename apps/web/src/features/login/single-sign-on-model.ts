import { computed, createModel, signal } from '@preact/signals-react';
import { createClientOf, singleSignOn } from '@farm3d/api';
import { t } from '../../platform/locale.ts';
import { clientOptions } from '../../platform/services.ts';
import { renewSession } from '../../platform/session.ts';

const ssoApi = createClientOf({ singleSignOn }, clientOptions);

const OUTCOMES: Record<string, () => string> = {
  failed: () => t('login.sso.failed'),
  clock: () => t('login.sso.clock'),
  unknown: () => t('login.sso.unknown'),
  unavailable: () => t('login.sso.unavailable'),
};

/** Single sign-on at the provider of the settings. @param search query of the login page */
export const SingleSignOnModel = createModel((search: string) => {
  /** Name of the provider; null: none is set. */
  const provider = signal<string | null>(null);
  const query = new URLSearchParams(search);
  const outcome = query.get('sso') ?? '';
  // The provider has sent the browser back: the session comes by its cookie.
  if (outcome === 'done') void renewSession();
  // Without an answer the form is as it is without a provider.
  ssoApi.singleSignOn.offer().then(
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
