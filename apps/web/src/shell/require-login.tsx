import type { ReactNode } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { Dialog } from '@farm3d/ui';
import { LoginForm } from '../features/login/parts/login-form.tsx';
import { t } from '../platform/locale.ts';
import { loginPath } from '../platform/paths.ts';
import { endSession, interruptedUser, sessionIsKnown, user } from '../platform/session.ts';
import { Waiting } from './waiting.tsx';

/**
 * Shows its children to a logged-in user and sends others to the login page, which comes back here. A session that
 * ends by itself asks for the password over the page: what was being edited is still there afterwards.
 */
export function RequireLogin({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const search = useSearch();
  const isInterrupted = interruptedUser.value !== null;
  if (!sessionIsKnown.value) return <Waiting />;
  if (!user.value && !isInterrupted) {
    return <Redirect to={loginPath(search ? `${path}?${search}` : path)} replace />;
  }
  return (
    <>
      {children}
      <Dialog
        open={isInterrupted}
        keepOpen
        onClose={() => endSession()}
        title={t('login.title')}
        closeLabel={t('nav.logout')}
        testId="login-again"
      >
        <LoginForm again />
      </Dialog>
    </>
  );
}
