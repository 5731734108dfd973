import { LucideProvider } from 'lucide-react';
import { Suspense, lazy } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { ToastHost, TweenProvider } from '@farm3d/ui';
import { t, withTexts } from './platform/locale.ts';
import { page } from './platform/page.tsx';
import { PATHS, storedTarget } from './platform/paths.ts';
import { profileIsOpen } from './platform/profile.ts';
import { hasRight, user } from './platform/session.ts';
import { dismissToast, toasts } from './platform/toasts.ts';
import { tween } from './platform/tween.ts';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { PaletteHost } from './shell/palette/palette-host.tsx';
import { RequireLogin } from './shell/require-login.tsx';
import { LoadingScreen } from './shell/waiting.tsx';
import { workplacesAreOpen } from './platform/workplaces.ts';
import './platform/theme.ts';

// The code of a page is fetched when the page is opened: the scene's first frame does not wait for other pages.
const DevicesPage = page(() =>
  withTexts(import('./features/devices/page.tsx').then(({ DevicesPage: shown }) => ({ default: shown }))),
);
const DevicePage = page(() => withTexts(import('./features/devices/device-page.tsx')));
const AlarmsPage = page(() => withTexts(import('./features/alarms/page.tsx')));
const LinkagesPage = page(() => withTexts(import('./features/linkages/page.tsx')));
const LinkagePage = page(() => withTexts(import('./features/linkages/editor-page.tsx')));
const ChangePassword = lazy(() => withTexts(import('./features/login/change-password.tsx')));
const LoginAgain = lazy(() => import('./features/login/login-again.tsx'));
const GroupsPage = page(() => withTexts(import('./features/groups/page.tsx')));
const HomePage = page(() => withTexts(import('./features/home/page.tsx')));
const WallPage = page(() => withTexts(import('./features/home/wall-page.tsx')));
const LoginPage = page(async () => ({ default: (await import('./features/login/page.tsx')).LoginPage }));
const InvitationPage = page(() => withTexts(import('./features/login/invitation-page.tsx')));
const NewPasswordPage = page(() => withTexts(import('./features/login/new-password-page.tsx')));
const NotFoundPage = page(async () => ({
  default: (await import('./shell/not-found-page.tsx')).NotFoundPage,
}));
const ProductModelsPage = page(() => withTexts(import('./features/product-models/page.tsx')));
const ProductModelPage = page(() => withTexts(import('./features/product-models/editor-page.tsx')));
const WorkplacesDialog = lazy(() => withTexts(import('./shell/dialogs/workplaces-dialog.tsx')));
const ProfileDialog = lazy(() => withTexts(import('./shell/dialogs/profile-dialog.tsx')));
const AccountPage = page(() => withTexts(import('./features/account/page.tsx')));
const ScenesPage = page(() =>
  withTexts(import('./features/scenes/page.tsx').then(({ ScenesPage: shown }) => ({ default: shown }))),
);

const SharesPage = page(() => withTexts(import('./features/shares/page.tsx')));
const StatisticsPage = page(() => withTexts(import('./features/statistics/page.tsx')));
const StartPage = page(() => withTexts(import('./features/start/page.tsx')));
const RolesPage = page(() => withTexts(import('./features/roles/page.tsx')));
const DepartmentsPage = page(() => withTexts(import('./features/departments/page.tsx')));
const UsersPage = page(() => withTexts(import('./features/users/page.tsx')));
const OrganisationsPage = page(() => withTexts(import('./features/organisations/page.tsx')));
const OrganisationDataPage = page(() => withTexts(import('./features/organisations/data-page.tsx')));
const HealthPage = page(() => withTexts(import('./features/health/page.tsx')));
const FilesPage = page(() => withTexts(import('./features/files/page.tsx')));
const HelpPage = page(() => withTexts(import('./features/help/page.tsx')));
const LogsPage = page(() => withTexts(import('./features/logs/page.tsx')));
const NotificationsPage = page(() => withTexts(import('./features/notifications/page.tsx')));
const WorkOrdersPage = page(() => withTexts(import('./features/work-orders/page.tsx')));

const CropsPage = page(() => withTexts(import('./features/crops/page.tsx')));

// With formulas, tables and texts.
const AgronomyPage = page(() => withTexts(import('./features/agronomy/page.tsx')));
// With the region entry of the engine.
const RegionPage = page(() => withTexts(import('./features/region/page.tsx')));
// With the engine and three.
export const ScenePage = page(() => withTexts(import('./features/scene/page.tsx')));

/** How the farm is, for those who may see all of it; the others begin with the devices that access rules name. */
function Home() {
  return hasRight('read') ? <HomePage /> : <Redirect to={PATHS.devices} replace />;
}

export function App() {
  return (
    <TweenProvider value={tween}>
      <LucideProvider strokeWidth={1.5}>
        <ErrorBoundary>
          <Switch>
            <Route path={PATHS.login}>
              <Suspense fallback={<LoadingScreen />}>
                <LoginPage />
              </Suspense>
            </Route>
            <Route path={PATHS.invitation}>
              <Suspense fallback={<LoadingScreen />}>
                <InvitationPage />
              </Suspense>
            </Route>
            <Route path={PATHS.newPassword}>
              <Suspense fallback={<LoadingScreen />}>
                <NewPasswordPage />
              </Suspense>
            </Route>
            <Route>
              <RequireLogin again={<LoginAgain />} changePassword={<ChangePassword />}>
                <Suspense fallback={<LoadingScreen />}>
                  <Switch>
                    <Route path="/">{() => <Redirect to={PATHS.app} replace />}</Route>
                    <Route path={PATHS.app} component={Home} />
                    <Route path={PATHS.wall} component={WallPage} />
                    <Route path={PATHS.iframeModel}>{() => <Redirect to={storedTarget()} replace />}</Route>
                    <Route path={PATHS.scenes} component={ScenesPage} />
                    <Route path={PATHS.devices} component={DevicesPage} />
                    <Route path={PATHS.device} component={DevicePage} />
                    <Route path={PATHS.groups} component={GroupsPage} />
                    <Route path={PATHS.productModels} component={ProductModelsPage} />
                    <Route path={PATHS.productModel} component={ProductModelPage} />
                    <Route path={PATHS.shares} component={SharesPage} />
                    <Route path={PATHS.statistics} component={StatisticsPage} />
                    <Route path={PATHS.alarms} component={AlarmsPage} />
                    <Route path={PATHS.linkages} component={LinkagesPage} />
                    <Route path={PATHS.linkage} component={LinkagePage} />
                    <Route path={PATHS.workOrders} component={WorkOrdersPage} />
                    <Route path={PATHS.logs} component={LogsPage} />
                    <Route path={PATHS.notifications} component={NotificationsPage} />
                    <Route path={PATHS.account} component={AccountPage} />
                    <Route path={PATHS.users} component={UsersPage} />
                    <Route path={PATHS.departments} component={DepartmentsPage} />
                    <Route path={PATHS.roles} component={RolesPage} />
                    <Route path={PATHS.start} component={StartPage} />
                    <Route path={PATHS.files} component={FilesPage} />
                    <Route path={PATHS.help} component={HelpPage} />
                    <Route path={PATHS.organisations} component={OrganisationsPage} />
                    <Route path={PATHS.health} component={HealthPage} />
                    <Route path={PATHS.organisationData} component={OrganisationDataPage} />
                    <Route path={PATHS.crops} component={CropsPage} />
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
        <Suspense>{workplacesAreOpen.value && user.value && <WorkplacesDialog />}</Suspense>
        <Suspense>{profileIsOpen.value && user.value && <ProfileDialog />}</Suspense>
        <PaletteHost />
        <ToastHost items={toasts.value} dismissLabel={t('common.dismiss')} onDismiss={dismissToast} />
      </LucideProvider>
    </TweenProvider>
  );
}
