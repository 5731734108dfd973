import { Dialog } from '@farm3d/ui';
import { LoginForm } from './login-form.tsx';
import { t } from '../../platform/locale.ts';
import { endSession } from '../../platform/session.ts';

/** Login dialog over the page after the session expired. */
export default function LoginAgain() {
  return (
    <Dialog
      open
      keepOpen
      onClose={() => endSession()}
      title={t('login.title')}
      closeLabel={t('nav.logout')}
      testId="login-again"
    >
      <LoginForm again />
    </Dialog>
  );
}
