import { Dialog } from '@farm3d/ui';
import { LoginForm } from './login-form.tsx';
import { useServices } from '../../kit/services.tsx';
import { t } from './zh-CN.ts';

/** Login dialog over the page after the session expired. */
export default function LoginAgain() {
  const { session } = useServices();
  return (
    <Dialog
      open
      keepOpen
      onClose={() => session.end()}
      title={t('login.title')}
      closeLabel={t('nav.logout')}
      testId="login-again"
    >
      <LoginForm again />
    </Dialog>
  );
}
