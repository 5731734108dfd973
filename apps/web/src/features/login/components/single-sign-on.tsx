import { useModel } from '@preact/signals-react';
import { useSearch } from 'wouter';
import { CircleAlert, LogIn } from 'lucide-react';
import { t } from '../../../platform/locale.ts';
import { SingleSignOnModel } from '../single-sign-on-model.ts';

/** The way to the provider of single sign-on, where one is set, and why the last login there failed. */
export function SingleSignOn() {
  const search = useSearch();
  const model = useModel(() => new SingleSignOnModel(search));
  const provider = model.provider.value;
  const problem = model.problem.value;
  return (
    <>
      {provider !== null && (
        <a
          href={model.address.value}
          data-testid="login-sso"
          className="-mt-2 inline-flex min-h-11 items-center justify-center gap-2 rounded-control border border-line bg-raised px-4 text-body font-medium text-ink hover:bg-sunken"
        >
          <LogIn aria-hidden size={18} />
          {t('login.sso', { name: provider })}
        </a>
      )}
      {problem !== null && (
        <p
          role="alert"
          data-testid="login-sso-problem"
          className="flex items-center gap-2 rounded-control bg-alarm-soft px-3 py-2 text-note text-alarm"
        >
          <CircleAlert aria-hidden size={16} className="shrink-0" />
          {problem}
        </p>
      )}
    </>
  );
}
