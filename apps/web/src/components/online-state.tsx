import { useComputed } from '@preact/signals-react';
import { StatusDot } from '@farm3d/ui';
import type { Device } from '@farm3d/api';
import { useServices } from '../kit/services.tsx';
import { t } from '../platform/locale.ts';

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
