import { Suspense, lazy } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import type { PageEntry } from './kit/page.tsx';
import { LoggedIn, Plain, Shown, routeOf } from './page-route.tsx';
import { NOT_FOUND, PAGES } from './pages.ts';
import { PATHS, storedTarget } from './platform/paths.ts';
import { LoadingScreen } from './shell/gate.tsx';

// Pages without a frame do without the navigation and its menus.
const Shell = lazy(async () => ({ default: (await import('./shell/shell.tsx')).Shell }));
const PageSpace = lazy(async () => ({ default: (await import('./shell/shell.tsx')).PageSpace }));

const ROUTES = PAGES.map(routeOf);
const NotFound = routeOf(NOT_FOUND);

/** The routes of pages without a frame. */
const plainRoutes = (frame: PageEntry['frame']) =>
  ROUTES.filter(({ entry }) => entry.frame === frame).map((route) => (
    <Route key={route.entry.path} path={route.entry.path}>
      <Plain {...route} />
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
            <Shown {...NotFound} />
          </PageSpace>
        </Route>
      </Switch>
    </Shell>
  );
}

/** Every page by its address. */
export default function Routes() {
  return (
    <Switch>
      {plainRoutes('open')}
      <Route>
        <LoggedIn>
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
        </LoggedIn>
      </Route>
    </Switch>
  );
}
