import { LucideProvider } from 'lucide-react';
import { Suspense, lazy, useEffect } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { useComputed } from '@preact/signals-react';
import { ToastHost, TweenProvider } from '@farm3d/ui';
import { CurrentPage, type PageEntry } from './kit/page.tsx';
import { NOT_FOUND, PAGES } from './pages.ts';
import { t, withTexts } from './platform/locale.ts';
import { page } from './platform/lazy.tsx';
import { PATHS, storedTarget } from './platform/paths.ts';
import { ServicesProvider, useServices } from './kit/services.tsx';
import type { Services } from './platform/services.ts';
import { dismissToast, toasts } from './platform/toasts.ts';
import { tween } from './platform/tween.ts';
import { ErrorBoundary, RequireLogin, LoadingScreen } from './shell/gate.tsx';
import { profile, workplaces, palette } from './platform/dialogs.ts';

const ChangePassword = lazy(() => withTexts(import('./features/login/change-password.tsx')));
const LoginAgain = lazy(() => import('./features/login/login-again.tsx'));
const WorkplacesDialog = lazy(() => withTexts(import('./shell/dialogs/workplaces-dialog.tsx')));
const ProfileDialog = lazy(() => withTexts(import('./shell/dialogs/profile-dialog.tsx')));

// The scene does without the navigation and its menus.
const Shell = lazy(async () => ({ default: (await import('./shell/shell.tsx')).Shell }));
const PageSpace = lazy(async () => ({ default: (await import('./shell/shell.tsx')).PageSpace }));

const routeOf = (entry: PageEntry) => ({ entry, Content: page(() => withTexts(entry.load())) });
const ROUTES = PAGES.map(routeOf);
const NotFound = routeOf(NOT_FOUND).Content;

/** Fetches the code of the page of a path before it is shown. */
export function prefetch(path: string): void {
  ROUTES.find(({ entry }) => entry.path === path)?.Content.prefetch();
}

function Shown({ entry, Content }: (typeof ROUTES)[number]) {
  const { hasRight } = useServices().session;
  if (entry.otherwise !== undefined && entry.right && !hasRight(entry.right))
    return <Redirect to={entry.otherwise} replace />;
  return (
    <CurrentPage value={entry}>
      <Content />
    </CurrentPage>
  );
}

/** The routes of pages without a frame. */
const plainRoutes = (frame: PageEntry['frame']) =>
  ROUTES.filter(({ entry }) => entry.frame === frame).map((route) => (
    <Route key={route.entry.path} path={route.entry.path}>
      <Suspense fallback={<LoadingScreen />}>
        <Shown {...route} />
      </Suspense>
    </Route>
  ));

/** The pages inside the navigation, which stays when another one is opened. */
function FramedPages() {
  return (
    <Shell pages={PAGES}>
      <Switch>
        {ROUTES.filter(({ entry }) => entry.frame === undefined).map((route) => (
          <Route key={route.entry.path} path={route.entry.path}>
            <PageSpace key={route.entry.path}>
              <Shown {...route} />
            </PageSpace>
          </Route>
        ))}
        <Route>
          <PageSpace>
            <Shown entry={NOT_FOUND} Content={NotFound} />
          </PageSpace>
        </Route>
      </Switch>
    </Shell>
  );
}

export function App({ services }: { services: Services }) {
  const { user } = services.session;
  return (
    <ServicesProvider value={services}>
      <TweenProvider value={tween}>
        <LucideProvider strokeWidth={1.5}>
          <ErrorBoundary>
            <Switch>
              {plainRoutes('open')}
              <Route>
                <RequireLogin again={<LoginAgain />} changePassword={<ChangePassword />}>
                  <Switch>
                    <Route path="/">{() => <Redirect to={PATHS.app} replace />}</Route>
                    <Route path={PATHS.iframeModel}>{() => <Redirect to={storedTarget()} replace />}</Route>
                    {plainRoutes('bare')}
                    <Route>
                      <Suspense fallback={<LoadingScreen />}>
                        <FramedPages />
                      </Suspense>
                    </Route>
                  </Switch>
                </RequireLogin>
              </Route>
            </Switch>
          </ErrorBoundary>
          <Suspense>{workplaces.isOpen.value && user.value && <WorkplacesDialog />}</Suspense>
          <Suspense>{profile.isOpen.value && user.value && <ProfileDialog />}</Suspense>
          <PaletteHost pages={PAGES} />
          <ToastHost items={toasts.value} dismissLabel={t('common.dismiss')} onDismiss={dismissToast} />
        </LucideProvider>
      </TweenProvider>
    </ServicesProvider>
  );
}

// Its code is fetched when it is first opened.
const Palette = lazy(() => withTexts(import('./shell/palette/palette.tsx')));

/** Opens the command palette by Ctrl-K or ⌘K, on every page of a logged-in user. */
function PaletteHost({ pages }: { pages: readonly PageEntry[] }) {
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
  return <Suspense>{palette.isOpen.value && mayOpen.value && <Palette pages={pages} />}</Suspense>;
}
