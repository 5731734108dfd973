import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { t } from '../../../platform/locale.ts';
import { PATHS } from '../../../platform/paths.ts';
import { resetApi } from '../reset-api.ts';

/** The way to a new password by e-mail, where the server sends any. */
export function ForgottenPassword() {
  const [isOffered, offer] = useState(false);
  useEffect(() => {
    // Without an answer the form is as it is without e-mail.
    resetApi.passwordReset.offer().then(
      ({ available }) => offer(available),
      () => undefined,
    );
  }, []);
  if (!isOffered) return null;
  return (
    <Link
      href={PATHS.newPassword}
      data-testid="login-forgotten"
      className="-mt-3 inline-flex min-h-11 items-center self-start text-note text-leaf-ink hover:underline"
    >
      {t('login.forgotten')}
    </Link>
  );
}
