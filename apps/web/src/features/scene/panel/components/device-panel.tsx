import { useEffect, useLayoutEffect, useRef } from 'react';
import { X } from 'lucide-react';
import { IconButton, Tabs, type TabsProps } from '@farm3d/ui';
import type { Device } from '@farm3d/api';
import { term } from '../../../../platform/locale.ts';
import ReadingChart from '../../../../components/charts/reading-chart.tsx';
import { DeviceIcon } from '../../../../components/device-icon.tsx';
import { OnlineState, SimulatedBadge } from '../../../../components/device-state.tsx';
import type { SceneAlarms } from '../../live/alarms.ts';
import type { SceneRecords } from '../../loading/scene-records.ts';
import type { Panel as PanelModel, PanelTab } from '../panel-model.ts';
import { AlarmsTab } from './alarms-tab.tsx';
import { ControlTab } from '../../../../components/commands/control-tab.tsx';
import { LiveTab, type ValuesTabProps } from './live-tab.tsx';
import { VideoTab } from './video-tab.tsx';
import { readingLines } from '../../../../platform/readings.ts';
import { useFocusReturn } from '../../../../platform/use-focus.ts';
import { t } from '../../texts/zh-CN.ts';

interface DevicePanelProps {
  panel: PanelModel;
  records: Pick<SceneRecords, 'deviceById' | 'attributes'>;
  alarms: SceneAlarms;
  /** The camera flies to the device. */
  onFlyTo: (id: string) => void;
  /** Focuses the canvas, where the element that had the focus is gone. */
  focusCanvas: () => void;
}

/** At the right, everything about one device. A phone shows it as a sheet. */
export default function DevicePanel(props: DevicePanelProps) {
  const id = props.panel.deviceId.value;
  const device = id === null ? undefined : props.records.deviceById.value.get(id);
  // A panel for each device: no field keeps the text that was typed for another one.
  return device ? <Panel key={device.id} {...props} device={device} /> : null;
}

function Panel({ panel, device, focusCanvas, ...props }: DevicePanelProps & { device: Device }) {
  const frame = useRef<HTMLElement>(null);
  useFocusReturn(frame, focusCanvas);
  // Before the panel is painted: later it would take the focus from a button that was reached meanwhile.
  useLayoutEffect(() => frame.current?.focus(), []);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const close = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // The focus is nowhere when the element that had it has gone.
      const isNowhere = event.target === document.body;
      if (!isNowhere && !(event.target instanceof Node && element.contains(event.target))) return;
      if (isNowhere) element.focus();
      panel.close();
    };
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [panel]);

  return (
    <aside
      ref={frame}
      tabIndex={-1}
      aria-label={`${t('panel.title')}: ${device.name}`}
      data-testid="device-panel"
      data-device-id={device.id}
      data-covers-labels
      className="frosted absolute inset-x-3 top-17 bottom-3 z-30 flex animate-appear flex-col overflow-hidden outline-none md:top-20 md:right-4 md:bottom-4 md:left-auto md:w-96"
    >
      <header className="flex items-center gap-3 py-2 pr-1 pl-4">
        <DeviceIcon
          productTypeCode={device.productTypeCode}
          image={device.picture ?? device.productModelPicture}
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
          icon={<X size={20} />}
          data-testid="panel-close"
          onClick={panel.close}
        />
      </header>
      <Tabs
        label={t('panel.title')}
        selected={panel.tab.value}
        onSelect={(tab) => panel.open(device.id, tab as PanelTab)}
        tabs={tabsOf({ panel, device, ...props })}
      />
    </aside>
  );
}

type TabItem = TabsProps['tabs'][number];

function tabsOf({
  panel,
  device,
  records,
  alarms,
  onFlyTo,
}: Omit<DevicePanelProps, 'focusCanvas'> & { device: Device }): TabItem[] {
  const attributes = records.attributes.value.get(device.productModelId);
  const count = alarms.byDevice.value.get(device.id)?.length ?? 0;
  const tabs: TabItem[] = [
    { id: 'live', label: t('panel.tab.live'), content: <LiveTab device={device} attributes={attributes} /> },
    {
      id: 'chart',
      label: t('panel.tab.chart'),
      content: <ChartTab device={device} attributes={attributes} />,
    },
    {
      id: 'alarms',
      label: count > 0 ? `${t('panel.tab.alarms')} ${count}` : t('panel.tab.alarms'),
      content: <AlarmsTab device={device} alarms={alarms} onFlyTo={onFlyTo} />,
    },
    {
      id: 'control',
      label: t('panel.tab.control'),
      content: <ControlTab device={device} onEditLed={panel.editLed} />,
    },
  ];
  // 'SP' is a video camera (Spec §3).
  if (device.productTypeCode !== 'SP' || device.mapVideoUrl === null) return tabs;
  // Another address is another stream.
  const video = <VideoTab key={device.mapVideoUrl} device={device} />;
  return [...tabs, { id: 'video', label: t('panel.tab.video'), content: video }];
}

/** The readings of a device over time. */
function ChartTab({ device, attributes = [] }: ValuesTabProps) {
  const lines = readingLines(attributes.filter(({ type }) => type === 'attribute'));
  if (lines.length === 0) return <p className="py-4 text-note text-ink-3">{t('panel.noAttributes')}</p>;
  return <ReadingChart deviceId={device.id} lines={lines} />;
}
