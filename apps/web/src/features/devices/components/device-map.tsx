import { Suspense } from 'react';
import { useModel } from '@preact/signals-react';
import { MapPinOff } from 'lucide-react';
import { Link } from 'wouter';
import { Button, EmptyState, ErrorState, PointMap, Skeleton, classes } from '@farm3d/ui';
import type { MappedDevice } from '@farm3d/api';
import { DeviceIcon } from '../../../components/device-icon.tsx';
import { formServices } from '../../../kit/forms/form-services.ts';
import { OnlineState } from '../../../components/online-state.tsx';
import { devicePath } from '../../../platform/paths.ts';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { DeviceMapModel, type DeviceMapScreen } from '../device-map-model.ts';
import { t } from '../zh-CN.ts';

/** Devices that the list beside the map shows; more of them are seen closer. */
const LISTED = 100;

/** All devices that have a place, on a map and as a list of those in its view. @param total number of all devices; null: unknown */
export default function DeviceMap({ total }: { total: number | null }) {
  const model = useModel(DeviceMapModel);
  const devices = model.devices.value.value;
  const error = model.devices.error.value;
  if (!devices)
    return error === null ? (
      <Skeleton className="h-96" />
    ) : (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={<Button onClick={() => void model.devices.load()}>{t('common.retry')}</Button>}
      />
    );
  if (devices.length === 0)
    return (
      <EmptyState
        testId="device-map-empty"
        illustration={<MapPinOff size={48} strokeWidth={1} />}
        title={t('devices.map.none.title')}
        hint={t('devices.map.none.hint')}
      />
    );
  return (
    <div className="flex flex-col gap-2" data-testid="device-map" data-count={devices.length}>
      <p className="text-note text-ink-2">
        {t('devices.map.placed', {
          n: devices.length,
          rest: total === null ? t('common.noValue') : total - devices.length,
        })}
      </p>
      <div className="grid gap-4 lg:h-[calc(100dvh-14rem)] lg:min-h-96 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="relative h-[55dvh] overflow-hidden rounded-panel border border-line lg:h-auto">
          <Suspense fallback={<Skeleton className="size-full" />}>
            <Places model={model} />
          </Suspense>
          {model.chosen.value && <Chosen device={model.chosen.value} />}
        </div>
        <InSight model={model} />
      </div>
    </div>
  );
}

function Places({ model }: { model: DeviceMapScreen }) {
  const { t: texts, baseMap } = formServices();
  return (
    <PointMap
      t={texts}
      baseMap={baseMap}
      points={model.points.value}
      chosen={model.chosen.value?.id ?? null}
      onChoose={model.choose}
      onView={model.view}
      fallback={
        <p role="alert" className="p-4 text-note text-ink-2">
          {t('devices.map.failed')}
        </p>
      }
    />
  );
}

/** The chosen device, over the map. */
function Chosen({ device }: { device: MappedDevice }) {
  return (
    <div
      data-testid="device-map-chosen"
      data-device-id={device.id}
      className="absolute inset-x-3 bottom-3 flex items-center gap-3 rounded-panel border border-line bg-raised px-4 py-2 shadow-panel sm:right-auto sm:min-w-72"
    >
      <DeviceIcon productTypeCode={device.productTypeCode} />
      <p className="min-w-0 flex-1 truncate text-body font-medium">{device.name}</p>
      <Link
        href={devicePath(device.id)}
        data-testid="device-map-open"
        className="inline-flex min-h-11 items-center px-2 text-body text-water hover:underline"
      >
        {t('devices.map.open')}
      </Link>
    </div>
  );
}

/** The devices in view, which keys reach; choosing one shows it on the map. */
function InSight({ model }: { model: DeviceMapScreen }) {
  const shown = model.shown.value;
  const chosen = model.chosen.value;
  return (
    <section
      aria-label={t('devices.map.inSight', { n: shown.length })}
      className="flex min-h-0 flex-col rounded-panel border border-line bg-raised"
    >
      <h2 className="px-4 pt-3 pb-2 text-body font-semibold">
        {t('devices.map.inSight', { n: shown.length })}
      </h2>
      {shown.length === 0 && (
        <p className="px-4 pb-4 text-note text-ink-3">{t('devices.map.inSight.none')}</p>
      )}
      <ul className="thin-scrollbar min-h-0 flex-1 overflow-y-auto px-2 pb-2 max-lg:max-h-80">
        {shown.slice(0, LISTED).map((device) => (
          <li key={device.id}>
            <button
              type="button"
              aria-pressed={device.id === chosen?.id}
              data-testid="device-map-item"
              data-device-id={device.id}
              onClick={() => model.choose(device.id)}
              className={classes(
                'flex min-h-11 w-full items-center gap-3 rounded-control px-2 text-left text-body hover:bg-hover',
                device.id === chosen?.id && 'bg-leaf-soft',
              )}
            >
              <span className="min-w-0 flex-1 truncate">{device.name}</span>
              <span className="shrink-0 text-note text-ink-2">
                <OnlineState device={device} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length > LISTED && (
        <p className="border-t border-line px-4 py-2 text-note text-ink-3">
          {t('devices.map.more', { n: shown.length - LISTED })}
        </p>
      )}
    </section>
  );
}
