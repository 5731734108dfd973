import { Suspense, lazy } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { ToastHost } from '@farm3d/ui';
import { t, withTexts } from './platform/locale.ts';
import { page } from './platform/page.tsx';
import { PATHS, storedTarget } from './platform/paths.ts';
import { profileIsOpen } from './platform/profile.ts';
import { user } from './platform/session.ts';
import { dismissToast, toasts } from './platform/toasts.ts';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { RequireLogin } from './shell/require-login.tsx';
import { LoadingScreen } from './shell/waiting.tsx';
import './platform/theme.ts';

// The code of a page is fetched when the page is opened: the scene's first frame does not wait for other pages.
const DevicesPage = page(() =>
  withTexts(import('./features/devices/page.tsx').then(({ DevicesPage: shown }) => ({ default: shown }))),
);
const LoginAgain = lazy(() => import('./features/login/login-again.tsx'));
const LoginPage = page(async () => ({ default: (await import('./features/login/page.tsx')).LoginPage }));
const NotFoundPage = page(async () => ({
  default: (await import('./shell/not-found-page.tsx')).NotFoundPage,
}));
const ProfileDialog = lazy(() => withTexts(import('./shell/profile-dialog.tsx')));
const ScenesPage = page(async () => ({ default: (await import('./features/scenes/page.tsx')).ScenesPage }));

// With formulas, tables and texts.
const AgronomyPage = page(() => withTexts(import('./features/agronomy/page.tsx')));
// With the region entry of the engine.
const RegionPage = page(() => withTexts(import('./features/region/page.tsx')));
// With the engine and three.
export const ScenePage = page(() => import('./features/scene/page.tsx'));

export function App() {
  return (
    <>
      <ErrorBoundary>
        <Switch>
          <Route path={PATHS.login}>
            <Suspense fallback={<LoadingScreen />}>
              <LoginPage />
            </Suspense>
          </Route>
          <Route>
            <RequireLogin again={<LoginAgain />}>
              <Suspense fallback={<LoadingScreen />}>
                <Switch>
                  <Route path="/">{() => <Redirect to={PATHS.scenes} replace />}</Route>
                  <Route path={PATHS.app}>{() => <Redirect to={PATHS.scenes} replace />}</Route>
                  <Route path={PATHS.iframeModel}>{() => <Redirect to={storedTarget()} replace />}</Route>
                  <Route path={PATHS.scenes} component={ScenesPage} />
                  <Route path={PATHS.devices} component={DevicesPage} />
                  <Route path={PATHS.agronomy} component={AgronomyPage} />
                  <Route path={PATHS.region} component={RegionPage} />
                  <Route path={PATHS.scene} component={ScenePage} />
                  <Route component={NotFoundPage} />
                </Switch>
              </Suspense>
            </RequireLogin>
          </Route>
        </Switch>
      </ErrorBoundary>
      <Suspense>{profileIsOpen.value && user.value && <ProfileDialog />}</Suspense>
      <ToastHost items={toasts.value} dismissLabel={t('common.dismiss')} onDismiss={dismissToast} />
    </>
  );
}
