import { Suspense, type ReactNode, Component } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { SproutMark, Button, ErrorState } from '@farm3d/ui';
import { loginPath } from '../platform/paths.ts';
import { useServices } from '../kit/services.tsx';
import { t } from '../platform/locale.ts';

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

/** Shown until session and code are loaded. */
export function LoadingScreen() {
  return (
    <div className="grid h-full place-items-center" aria-busy="true">
      <div className="animate-pulse">
        <SproutMark />
      </div>
    </div>
  );
}

interface State {
  failed: boolean;
}

/** Shows a message when a screen throws, or when its code cannot be fetched after an update. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="grid h-full place-items-center p-4">
        <ErrorState
          title={t('error.unknown')}
          hint={t('error.page.hint')}
          action={
            <Button variant="primary" onClick={() => location.reload()}>
              {t('error.page.reload')}
            </Button>
          }
        />
      </main>
    );
  }
}
