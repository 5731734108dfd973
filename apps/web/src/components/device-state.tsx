import { useComputed } from '@preact/signals-react';
import { StatusDot, SignalText, Badge } from '@farm3d/ui';
import type { Device } from '@farm3d/api';
import { useServices } from '../kit/services.tsx';
import { t } from '../platform/locale.ts';
import { readingText, shownUnit } from '../platform/readings.ts';

/** Live online state of a device. */
function useOnline(device: Pick<Device, 'id' | 'online'>): boolean {
  const { live } = useServices();
  return useComputed(() => live.device(device.id).online.value ?? device.online).value;
}

export function OnlineDot({ device }: { device: Pick<Device, 'id' | 'online'> }) {
  const online = useOnline(device);
  return <StatusDot isOn={online} label={t(online ? 'common.online' : 'common.offline')} />;
}

export function OnlineState({ device }: { device: Pick<Device, 'id' | 'online'> }) {
  const online = useOnline(device);
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <StatusDot isOn={online} />
      {t(online ? 'common.online' : 'common.offline')}
    </span>
  );
}

interface LiveValueProps {
  deviceId: string;
  /** Key of the value in telemetry. */
  name: string;
  unit: string;
  /** In a long list; see {@link SignalText}. */
  isLazy?: boolean;
}

/** Live value of a device, marked where it lies outside its declared range; written to the DOM: a new reading renders no component. */
export function LiveValue(props: LiveValueProps) {
  const { deviceId, name, unit } = props;
  // The texts keep what they were made with, such as a unit in another language.
  return <Value key={`${deviceId} ${name} ${unit}`} {...props} />;
}

function Value({ deviceId, name, unit, isLazy = false }: LiveValueProps) {
  const { live } = useServices();
  const text = useComputed(() =>
    readingText(shownUnit(unit).of(live.device(deviceId).reading(name).value?.value)),
  );
  // No unit without a value: '—' alone means unknown.
  const suffix = useComputed(() =>
    unit !== '' && live.device(deviceId).reading(name).value !== null ? `\u2009${shownUnit(unit).unit}` : '',
  );
  const mark = useComputed(() =>
    live.device(deviceId).reading(name).value?.outside ? `\u2002${t('common.outside')}` : '',
  );
  return (
    <span data-testid="live-value" data-key={name} className="tabular-nums whitespace-nowrap">
      <SignalText isLazy={isLazy} text={text} className="font-medium text-ink" />
      <SignalText isLazy={isLazy} text={suffix} className="text-ink-3" />
      <SignalText isLazy={isLazy} text={mark} className="text-xs font-medium text-amber" />
    </span>
  );
}

/** Marks data of the built-in simulator. */
export function SimulatedBadge({ title }: { title?: string }) {
  return (
    <Badge tone="amber" testId="simulated-badge" title={title ?? t('common.simulated.title')}>
      {t('common.simulated')}
    </Badge>
  );
}
