import { LucideProvider } from 'lucide-react';
import { Suspense, lazy, useEffect } from 'react';
import { Route, Switch } from 'wouter';
import { useComputed } from '@preact/signals-react';
import { ToastHost, TweenProvider } from '@farm3d/ui';
import { LoggedIn, Plain, routeOf } from './page-route.tsx';
import { page } from './platform/lazy.tsx';
import { t, withTexts } from './platform/locale.ts';
import { SCENE_PAGE } from './scene-page.ts';
import { ServicesProvider, useServices } from './kit/services.tsx';
import type { Services } from './platform/services.ts';
import { dismissToast, toasts } from './platform/toasts.ts';
import { tween } from './platform/tween.ts';
import { ErrorBoundary, LoadingScreen } from './shell/gate.tsx';
import { profile, workplaces, palette } from './platform/dialogs.ts';

const WorkplacesDialog = lazy(() => withTexts(import('./shell/dialogs/workplaces-dialog.tsx')));
const ProfileDialog = lazy(() => withTexts(import('./shell/dialogs/profile-dialog.tsx')));

// The first frame of a scene does not wait for the list of the other pages.
const SCENE = routeOf(SCENE_PAGE);
const Routes = page(() => import('./routes.tsx'));

/** Fetches the code of what an address shows first. */
export function prefetch(path: string): void {
  (path === SCENE_PAGE.path ? SCENE.Content : Routes).prefetch();
}

export function App({ services }: { services: Services }) {
  const { user } = services.session;
  return (
    <ServicesProvider value={services}>
      <TweenProvider value={tween}>
        <LucideProvider strokeWidth={1.5}>
          <ErrorBoundary>
            <Switch>
              <Route path={SCENE_PAGE.path}>
                <LoggedIn>
                  <Plain {...SCENE} />
                </LoggedIn>
              </Route>
              <Route>
                <Suspense fallback={<LoadingScreen />}>
                  <Routes />
                </Suspense>
              </Route>
            </Switch>
          </ErrorBoundary>
          <Suspense>{workplaces.isOpen.value && user.value && <WorkplacesDialog />}</Suspense>
          <Suspense>{profile.isOpen.value && user.value && <ProfileDialog />}</Suspense>
          <PaletteHost />
          <ToastHost items={toasts.value} dismissLabel={t('common.dismiss')} onDismiss={dismissToast} />
        </LucideProvider>
      </TweenProvider>
    </ServicesProvider>
  );
}

// Its code is fetched when it is first opened.
const Palette = lazy(() => withTexts(import('./page-palette.tsx')));

/** Opens the command palette by Ctrl-K or ⌘K, on every page of a logged-in user. */
function PaletteHost() {
  const { user } = useServices().session;
  // Before the first password is changed nothing else is open.
  const mayOpen = useComputed(() => user.value !== null && !user.value.mustChangePassword);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return;
      if (event.ctrlKey === event.metaKey || !mayOpen.peek()) return;
      // The browser's own command would move the focus to its address bar.
      event.preventDefault();
      // Another dialog is finished first.
      const isBehindDialog = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
      if (palette.isOpen.peek()) palette.close();
      else if (!isBehindDialog) palette.open();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [mayOpen]);
  return <Suspense>{palette.isOpen.value && mayOpen.value && <Palette />}</Suspense>;
}
