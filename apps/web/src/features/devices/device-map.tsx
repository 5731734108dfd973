import { Suspense } from 'react';
import { computed, createModel, effect, signal } from '@preact/signals-react';
import { MapPinOff } from 'lucide-react';
import { Link } from 'wouter';
import { EmptyState, PointMap, Skeleton, classes, type MapPoint } from '@farm3d/ui';
import type { MappedDevice } from '@farm3d/api';
import { DeviceIcon } from '../../components/device-icon.tsx';
import { OnlineState } from '../../components/device-state.tsx';
import { useFormServices } from '../../kit/forms/form-services.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { loadable, createPace } from '../../platform/loadable.ts';
import { devicePath } from '../../platform/paths.ts';
import type { Services } from '../../platform/services.ts';
import { t } from './zh-CN.ts';

/** Changes of devices that come at once make one call, milliseconds. */
const PAUSE_MS = 3000;

/** All devices with a place, the chosen one, and those in the view of the map. */
const DeviceMapModel = createModel(({ api, live }: Services) => {
  const devices = loadable<readonly MappedDevice[]>(
    async (abort) => (await api.devices.map({ signal: abort })).items,
  );
  const chosen = signal<string | null>(null);
  /** Null: the map has not told it, or there is none. */
  const inView = signal<ReadonlySet<string> | null>(null);
  const pace = createPace(() => void devices.load(), PAUSE_MS);
  effect(() => pace.dispose);
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'device-state' || event.type === 'device-changed') pace.ask();
      else if (event.type === 'subscribed' && (event.resumed || devices.error.peek() !== null))
        void devices.load();
    }),
  );
  void devices.load();
  return {
    devices,
    points: computed<readonly MapPoint[]>(() =>
      (devices.value.value ?? []).map(({ id, longitude, latitude, online }) => ({
        id,
        longitude,
        latitude,
        isActive: online,
      })),
    ),
    chosen: computed(() => devices.value.value?.find(({ id }) => id === chosen.value) ?? null),
    shown: computed(() =>
      (devices.value.value ?? []).filter(({ id }) => inView.value === null || inView.value.has(id)),
    ),
    choose: (id: string | null): void => {
      chosen.value = id;
    },
    view: (ids: readonly string[]): void => {
      const known = inView.peek();
      if (known?.size === ids.length && ids.every((id) => known.has(id))) return;
      inView.value = new Set(ids);
    },
  };
});

type DeviceMapScreen = InstanceType<typeof DeviceMapModel>;

/** Devices that the list beside the map shows; more of them are seen closer. */
const LISTED = 100;

/** All devices that have a place, on a map and as a list of those in its view. @param total number of all devices; null: unknown */
export default function DeviceMap({ total }: { total: number | null }) {
  const model = useModelOf(DeviceMapModel);
  return (
    <Loaded of={model.devices} skeleton={<Skeleton className="h-96" />}>
      {() => <MapAndList model={model} total={total} />}
    </Loaded>
  );
}

function MapAndList({ model, total }: { model: DeviceMapScreen; total: number | null }) {
  const devices = model.devices.value.value ?? [];
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
  const { t: texts, baseMap } = useFormServices();
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
