import { useEffect } from 'react';
import { Cpu, List, Map as MapIcon, Plus, Tag } from 'lucide-react';
import { useSearch } from 'wouter';
import { Button, EmptyState, IconButton, Skeleton } from '@farm3d/ui';
import { AfterPaint } from '../../platform/after-paint.tsx';
import { Failure, SkeletonRows } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { lazyComponent } from '../../platform/lazy.tsx';
import { withTexts } from '../../platform/locale.ts';
import { isRefused } from '../../platform/problem.ts';
import { AddingMenu } from './adding/adding-menu.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { DeviceTable } from './device-table.tsx';
import { ListFilters, SavedViewsButton } from './list-filters.tsx';
import { DevicesModel, type Devices } from './model.ts';
import { NamingDialog, NamingModel } from './naming-dialog.tsx';
import { NewDeviceDialog, NewDeviceModel } from './new-device-dialog.tsx';
import { t } from './zh-CN.ts';

// With MapLibre.
const DeviceMap = lazyComponent(() => withTexts(import('./device-map.tsx')), <Skeleton className="h-96" />);

/** `/iotManagement/devices`: the organisation's devices. Its address holds filters, order and columns; with `new` the form of a new device opens. */
export default function DevicesPage() {
  const { session } = useServices();
  const model = useModelOf(DevicesModel, location.search);
  const adding = useModelOf(NewDeviceModel, model.refresh);
  const naming = useModelOf(NamingModel);
  const isOnMap = model.query.isOnMap.value;
  const isEmpty = model.isEmpty.value || isRefused(model.cache.error.value);

  const mayAdd = session.hasRight('devices');
  const add = mayAdd && (
    <div className="flex gap-1">
      <Button variant="primary" icon={<Plus size={18} />} data-testid="device-new" onClick={adding.begin}>
        {t('devices.new')}
      </Button>
      <AddingMenu onChanged={model.refresh} />
    </div>
  );
  return (
    <Page
      summary={<Counts model={model} />}
      search={model.address}
      actions={
        isEmpty ? undefined : (
          <>
            <IconButton
              label={t(isOnMap ? 'devices.map.list' : 'devices.map.show')}
              icon={isOnMap ? <List size={18} /> : <MapIcon size={18} />}
              data-testid="devices-map-toggle"
              onClick={() => model.change({ isOnMap: !isOnMap })}
            />
            <IconButton
              label={t('devices.names')}
              icon={<Tag size={18} />}
              data-testid="device-names"
              onClick={naming.begin}
            />
            <SavedViewsButton model={model} />
            {add}
          </>
        )
      }
    >
      <Beginning onNew={adding.begin} />
      {isEmpty ? (
        <EmptyState
          testId="devices-empty"
          illustration={<Cpu size={48} strokeWidth={1} />}
          title={t(mayAdd ? 'devices.empty.title' : 'devices.closed.title')}
          hint={t(mayAdd ? 'devices.empty.hint' : 'devices.closed.hint')}
          action={add}
        />
      ) : (
        <AfterPaint key={String(isOnMap)} placeholder={<Skeleton className="h-96" />}>
          {isOnMap ? <MapOfAll model={model} /> : <DeviceList model={model} />}
        </AfterPaint>
      )}
      <NewDeviceDialog model={adding} />
      <NamingDialog model={naming} />
    </Page>
  );
}

/** Opens the form of a new device when the address asks for it. A component of its own: the page is not rendered. */
function Beginning({ onNew }: { onNew: () => void }) {
  const search = useSearch();
  const isBeginning = new URLSearchParams(search).has('new');
  useEffect(() => {
    if (isBeginning) onNew();
  }, [isBeginning, onNew]);
  return null;
}

/** A component of its own: a device that comes online renders no table. */
function Counts({ model }: { model: Devices }) {
  const counts = model.counts.value.value;
  if (!counts) return t('devices.subtitle');
  return (
    <span className="tabular-nums" data-testid="devices-count">
      {t('devices.count', { total: counts.total, online: counts.online })}
    </span>
  );
}

function MapOfAll({ model }: { model: Devices }) {
  return <DeviceMap total={model.counts.value.value?.total ?? null} />;
}

function DeviceList({ model }: { model: Devices }) {
  const total = model.cache.total.value;
  const error = model.cache.error.value;
  return (
    <div className="flex flex-col gap-4">
      <ListFilters model={model} />
      <BulkBar model={model} />
      {total !== null && total > 0 ? (
        <DeviceTable model={model} />
      ) : total === 0 ? (
        <EmptyState
          title={t('devices.noMatch.title')}
          hint={t('devices.noMatch.hint')}
          action={<Button onClick={model.clear}>{t('devices.noMatch.action')}</Button>}
        />
      ) : error ? (
        <Failure error={error} onRetry={model.refresh} />
      ) : (
        <SkeletonRows />
      )}
    </div>
  );
}
