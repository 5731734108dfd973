import { useEffect, useRef } from 'react';
import { X } from 'lucide-react';
import { IconButton, Tabs } from '@farm3d/ui';
import type { Device } from '@farm3d/api';
import { t, term } from '../../../../platform/locale.ts';
import { DeviceIcon } from '../../../../parts/device-icon.tsx';
import { OnlineState } from '../../../../parts/online-state.tsx';
import { SimulatedBadge } from '../../../../parts/simulated-badge.tsx';
import type { SceneScreen } from '../../scene-model.ts';
import type { PanelTab } from '../panel-model.ts';
import { AlarmsTab } from './alarms-tab.tsx';
import { ChartTab } from './chart-tab.tsx';
import { ControlTab } from './control-tab.tsx';
import { LiveTab } from './live-tab.tsx';
import { VideoTab } from './video-tab.tsx';
import { useFocusReturn } from '../../use-focus.ts';

/** At the right, everything about one device. A phone shows it as a sheet. */
export default function DevicePanel({ screen }: { screen: SceneScreen }) {
  const id = screen.panel.deviceId.value;
  const device = id === null ? undefined : screen.data.deviceById.value.get(id);
  // Another device is another panel: no field keeps what was typed for the first.
  return device ? <Panel key={device.id} screen={screen} device={device} /> : null;
}

function Panel({ screen, device }: { screen: SceneScreen; device: Device }) {
  const frame = useRef<HTMLElement>(null);
  const { panel } = screen;
  const count = screen.alarms.byDevice.value.get(device.id)?.length ?? 0;
  // 'SP' is a video camera (Spec §3).
  const hasVideo = device.productTypeCode === 'SP' && device.mapVideoUrl !== null;

  useFocusReturn(frame, screen);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    element.focus();
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) panel.close();
    };
    element.addEventListener('keydown', close);
    return () => element.removeEventListener('keydown', close);
  }, [panel]);

  return (
    <aside
      ref={frame}
      tabIndex={-1}
      aria-label={`${t('panel.title')}: ${device.name}`}
      data-testid="device-panel"
      data-device-id={device.id}
      className="frosted absolute inset-x-3 top-17 bottom-3 z-30 flex animate-appear flex-col overflow-hidden outline-none md:top-20 md:right-4 md:bottom-4 md:left-auto md:w-96"
    >
      <header className="flex items-center gap-3 py-2 pr-1 pl-4">
        <DeviceIcon
          productTypeCode={device.productTypeCode}
          picture={device.picture ?? device.productModelPicture}
        />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-body leading-5 font-semibold">{device.name}</h2>
          <p className="flex items-center gap-2 text-note text-ink-2">
            <OnlineState device={device} />
            {device.simulated && <SimulatedBadge />}
            <span className="truncate text-ink-3">
              {term(device.productModelCode, device.productModelName)}
            </span>
          </p>
        </div>
        <IconButton
          label={t('common.close')}
          icon={<X size={20} strokeWidth={1.5} />}
          data-testid="panel-close"
          onClick={panel.close}
        />
      </header>
      <Tabs
        label={t('panel.title')}
        selected={panel.tab.value}
        onSelect={(tab) => panel.open(device.id, tab as PanelTab)}
        tabs={[
          { id: 'live', label: t('panel.tab.live'), content: <LiveTab screen={screen} device={device} /> },
          { id: 'chart', label: t('panel.tab.chart'), content: <ChartTab screen={screen} device={device} /> },
          {
            id: 'alarms',
            label: count > 0 ? `${t('panel.tab.alarms')} ${count}` : t('panel.tab.alarms'),
            content: <AlarmsTab screen={screen} device={device} />,
          },
          {
            id: 'control',
            label: t('panel.tab.control'),
            content: <ControlTab screen={screen} device={device} />,
          },
          ...(hasVideo
            ? [
                {
                  id: 'video',
                  label: t('panel.tab.video'),
                  // Another address is another stream.
                  content: <VideoTab key={device.mapVideoUrl} device={device} />,
                },
              ]
            : []),
        ]}
      />
    </aside>
  );
}
