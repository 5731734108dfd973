import { Suspense, lazy, type ReactNode } from 'react';
import { Redirect } from 'wouter';
import { CurrentPage, type PageEntry } from './kit/page.tsx';
import { useServices } from './kit/services.tsx';
import { page, type Page } from './platform/lazy.tsx';
import { withTexts } from './platform/locale.ts';
import { LoadingScreen, RequireLogin } from './shell/gate.tsx';

const ChangePassword = lazy(() => withTexts(import('./features/login/change-password.tsx')));
const LoginAgain = lazy(() => withTexts(import('./features/login/login-again.tsx')));

/** A page of the list with its code, which is fetched when it is opened. */
export interface PageRoute {
  readonly entry: PageEntry;
  readonly Content: Page;
}

export const routeOf = (entry: PageEntry): PageRoute => ({
  entry,
  Content: page(() => withTexts(entry.load())),
});

/** A page, for those whom its list names; others go where it says. */
export function Shown({ entry, Content }: PageRoute) {
  const { hasRight } = useServices().session;
  if (entry.otherwise !== undefined && entry.right && !hasRight(entry.right))
    return <Redirect to={entry.otherwise} replace />;
  return (
    <CurrentPage value={entry}>
      <Content />
    </CurrentPage>
  );
}

/** A page without a frame. */
export function Plain(route: PageRoute) {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Shown {...route} />
    </Suspense>
  );
}

/** Pages of a logged-in user. */
export function LoggedIn({ children }: { children: ReactNode }) {
  return (
    <RequireLogin again={<LoginAgain />} changePassword={<ChangePassword />}>
      {children}
    </RequireLogin>
  );
}
