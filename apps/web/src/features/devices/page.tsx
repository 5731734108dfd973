import { useModel } from '@preact/signals-react';
import { Cpu, Plus } from 'lucide-react';
import { Button, EmptyState, ErrorState, OfflineBanner, SearchField, Skeleton, classes } from '@farm3d/ui';
import { problemHint, problemText } from '../../platform/problem.ts';
import { live } from '../../platform/services.ts';
import { Shell } from '../../shell/shell.tsx';
import { DevicesModel, type Devices, type OnlineFilter } from './model.ts';
import { NewDeviceModel } from './new-device-model.ts';
import { DeviceDrawer } from './components/device-drawer.tsx';
import { DeviceTable } from './components/device-table.tsx';
import { NewDeviceDialog } from './components/new-device-dialog.tsx';
import { t } from './texts.ts';

const FILTERS: readonly OnlineFilter[] = ['all', 'online', 'offline'];

/** `/iotManagement/devices`: the organisation's devices. */
export function DevicesPage() {
  const model = useModel(DevicesModel);
  const adding = useModel(() => new NewDeviceModel(model.refresh));
  const counts = model.counts.value.value;
  const list = model.devices.value.value;
  const isEmpty = list?.total === 0 && !model.isFiltered.value;

  const add = (
    <Button
      variant="primary"
      icon={<Plus size={18} strokeWidth={1.5} />}
      data-testid="device-new"
      onClick={adding.begin}
    >
      {t('devices.new')}
    </Button>
  );
  return (
    <Shell
      group={t('nav.devices')}
      title={t('devices.title')}
      subtitle={
        counts ? (
          <span className="tabular-nums">
            {t('devices.count', { total: counts.total, online: counts.online })}
          </span>
        ) : (
          t('devices.subtitle')
        )
      }
      actions={isEmpty ? undefined : add}
    >
      {live.status.value === 'offline' && (
        <div className="mb-4">
          <OfflineBanner text={t('live.offline')} />
        </div>
      )}
      {isEmpty ? (
        <EmptyState
          testId="devices-empty"
          illustration={<Cpu size={48} strokeWidth={1} />}
          title={t('devices.empty.title')}
          hint={t('devices.empty.hint')}
          action={add}
        />
      ) : (
        <DeviceList model={model} />
      )}
      <NewDeviceDialog model={adding} />
      <DeviceDrawer
        id={model.openId.value}
        onClose={model.close}
        onRemoved={() => {
          model.close();
          model.refresh();
        }}
      />
    </Shell>
  );
}

function DeviceList({ model }: { model: Devices }) {
  const list = model.devices.value.value;
  const error = model.devices.error.value;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex max-w-sm min-w-56 flex-1">
          <SearchField
            label={t('devices.search')}
            clearLabel={t('common.clear')}
            value={model.name.value}
            onValueChange={model.search}
            testId="device-search"
          />
        </div>
        <Filters model={model} />
      </div>
      {list ? (
        list.items.length > 0 ? (
          <DeviceTable model={model} devices={list.items} total={list.total} />
        ) : (
          <EmptyState
            title={t('devices.noMatch.title')}
            hint={t('devices.noMatch.hint')}
            action={<Button onClick={model.clear}>{t('devices.noMatch.action')}</Button>}
          />
        )
      ) : error ? (
        <ErrorState
          title={problemText(error)}
          hint={problemHint(error)}
          action={<Button onClick={model.refresh}>{t('common.retry')}</Button>}
        />
      ) : (
        <div aria-busy="true" className="flex flex-col gap-2">
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} className="h-14" />
          ))}
        </div>
      )}
    </div>
  );
}

function Filters({ model }: { model: Devices }) {
  return (
    <fieldset className="flex h-11 items-center gap-0.5 rounded-control border border-line-strong bg-raised p-0.5">
      <legend className="sr-only">{t('devices.column.state')}</legend>
      {FILTERS.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={model.filter.value === filter}
          data-testid={`filter-${filter}`}
          onClick={() => model.setFilter(filter)}
          className={classes(
            'h-full rounded-md px-4 text-note font-medium transition-colors duration-150',
            model.filter.value === filter
              ? 'bg-leaf-soft text-leaf-ink'
              : 'text-ink-2 hover:bg-hover hover:text-ink',
          )}
        >
          {t(filter === 'all' ? 'devices.filter.all' : `common.${filter}`)}
        </button>
      ))}
    </fieldset>
  );
}
