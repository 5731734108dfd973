import { Suspense, type ReactNode } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { loginPath } from '../platform/paths.ts';
import { useServices } from '../kit/services.tsx';
import { LoadingScreen } from './waiting.tsx';

/**
 * Shows its children to a logged-in user and redirects others to the login page, which returns here. When a session
 * expires, `again` (a login dialog) is shown over the page, so that unsaved work is kept. Until the user has changed a
 * password that the server made, `changePassword` stands in place of every page.
 */
export function RequireLogin({
  again,
  changePassword,
  children,
}: {
  again: ReactNode;
  changePassword: ReactNode;
  children: ReactNode;
}) {
  const [path] = useLocation();
  const search = useSearch();
  const { user, isKnown, interruptedUser } = useServices().session;
  const isInterrupted = interruptedUser.value !== null;
  if (!isKnown.value) return <LoadingScreen />;
  if (!user.value && !isInterrupted) {
    return <Redirect to={loginPath(search ? `${path}?${search}` : path)} replace />;
  }
  if (user.value?.mustChangePassword === true)
    return <Suspense fallback={<LoadingScreen />}>{changePassword}</Suspense>;
  return (
    <>
      {children}
      <Suspense>{isInterrupted && again}</Suspense>
    </>
  );
}
