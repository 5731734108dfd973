import { Suspense, lazy, type ComponentType } from 'react';
import { ChevronLeft } from 'lucide-react';
import { Link, useLocation, useParams } from 'wouter';
import { ApiError } from '@farm3d/api';
import { Badge, EmptyState, Skeleton, classes } from '@farm3d/ui';
import { DeviceIcon } from '../../components/device-icon.tsx';
import { OnlineState, SimulatedBadge } from '../../components/device-state.tsx';
import { term } from '../../platform/locale.ts';
import { devicePath, PATHS } from '../../platform/paths.ts';
import type { Services } from '../../platform/services.ts';
import { showEntry } from '../../platform/use-focus.ts';
import { Failure } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { DeviceDetailModel, mayOn, mayOwn, type DeviceRights } from './device-detail-model.ts';
import type { TabProps } from './tabs/tab-parts.tsx';
import { t } from './zh-CN.ts';

const TABS = {
  overview: lazy(() => import('./tabs/overview-tab.tsx')),
  chart: lazy(() => import('./tabs/chart-tab.tsx')),
  readings: lazy(() => import('./tabs/readings-tab.tsx')),
  control: lazy(() => import('./tabs/control-tab.tsx')),
  alarms: lazy(() => import('./tabs/alarms-tab.tsx')),
  shares: lazy(() => import('./tabs/shares-tab.tsx')),
  attributes: lazy(() => import('./tabs/attributes-tab.tsx')),
  files: lazy(() => import('./tabs/files-tab.tsx')),
  log: lazy(() => import('./tabs/log-tab.tsx')),
  connect: lazy(() => import('./tabs/connect-tab.tsx')),
  settings: lazy(() => import('./tabs/settings-tab.tsx')),
} satisfies Record<string, ComponentType<TabProps>>;
type TabName = keyof typeof TABS;
const TAB_NAMES = Object.keys(TABS) as TabName[];
/** To whom a part is open; the others are to everybody who sees the device. */
const IS_OPEN: {
  readonly [Name in TabName]?: (device: DeviceRights, session: Services['session']) => boolean;
} = {
  control: (device) => mayOn(device, 'operate'),
  shares: (device) => mayOwn(device, 'share'),
  attributes: (device) => mayOwn(device, 'read'),
  files: ({ received }, { hasRight }) => !received && hasRight('read'),
  log: (_device, { hasRight }) => hasRight('read'),
  connect: (device) => mayOwn(device, 'devices'),
  settings: (device) => mayOn(device, 'devices'),
};

/** `/app/devices/:id/:tab?`: one device. */
export default function DevicePage() {
  const { id, tab } = useParams<{ id: string; tab?: string }>();
  return <Device key={id} id={id} tab={TAB_NAMES.find((name) => name === tab) ?? 'overview'} />;
}

function Device({ id, tab }: { id: string; tab: TabName }) {
  const [, navigate] = useLocation();
  const { session } = useServices();
  const model = useModelOf(DeviceDetailModel, id, () => navigate(PATHS.devices, { replace: true }));
  const device = model.detail.value.value;
  const error = model.detail.error.value;
  const Tab = TABS[tab];
  // Until it has come: as an own device is by the user's roles.
  const known = device ?? { rights: session.user.value?.rights ?? [], received: false };
  const tabs = TAB_NAMES.filter((name) => IS_OPEN[name]?.(known, session) ?? true);
  return (
    <Page
      title={device?.name ?? t('devices.detail.title')}
      summary={
        device && (
          <span className="flex flex-wrap items-center gap-2" data-testid="device-page-name">
            <DeviceIcon
              productTypeCode={device.productTypeCode}
              image={device.productModelPicture}
              size={32}
            />
            {term(device.productModelCode, device.productModelName)}
            <OnlineState device={device} />
            {device.simulated && <SimulatedBadge />}
            {device.received && <Badge tone="water">{t('device.received')}</Badge>}
          </span>
        )
      }
      actions={
        <Link
          href={PATHS.devices}
          className="inline-flex min-h-11 items-center gap-1 rounded-control px-3 text-water hover:bg-hover"
        >
          <ChevronLeft aria-hidden size={18} />
          {t('device.back')}
        </Link>
      }
    >
      <TabLinks id={id} tab={tab} names={tabs} />
      <div className="pt-4">
        {device && !tabs.includes(tab) ? (
          <EmptyState
            title={t('device.closed.title')}
            hint={t('device.closed.hint')}
            testId="device-closed"
          />
        ) : device ? (
          <Suspense fallback={<Skeleton className="h-72" />}>
            <Tab model={model} device={device} />
          </Suspense>
        ) : error instanceof ApiError && error.status === 404 ? (
          <EmptyState title={t('device.notFound')} testId="device-not-found" />
        ) : error !== null ? (
          <Failure error={error} onRetry={() => void model.detail.load()} />
        ) : (
          <Skeleton className="h-72" />
        )}
      </div>
    </Page>
  );
}

function TabLinks({ id, tab, names }: { id: string; tab: TabName; names: readonly TabName[] }) {
  return (
    <nav
      aria-label={t('device.tabs')}
      className="thin-scrollbar -mx-4 flex overflow-x-auto border-b border-line px-4 md:mx-0 md:px-0"
    >
      {names.map((name) => (
        <Link
          key={name}
          ref={name === tab ? showEntry : undefined}
          href={devicePath(id, name)}
          replace
          aria-current={name === tab ? 'page' : undefined}
          data-testid={`device-tab-${name}`}
          className={classes(
            'relative inline-flex min-h-11 shrink-0 items-center px-4 text-note font-medium whitespace-nowrap',
            name === tab
              ? 'text-leaf-ink after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full after:bg-leaf'
              : 'text-ink-2 hover:text-ink',
          )}
        >
          {t(`device.tab.${name}`)}
        </Link>
      ))}
    </nav>
  );
}
