import { useComputed } from '@preact/signals-react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton, SignalText } from '@farm3d/ui';
import type { Device } from '@farm3d/api';
import { DeviceIcon } from '../../../components/device-icon.tsx';
import { OnlineState } from '../../../components/online-state.tsx';
import { SimulatedBadge } from '../../../components/simulated-badge.tsx';
import { term } from '../../../platform/locale.ts';
import { live } from '../../../platform/services.ts';
import { agoText } from '../../../platform/time-text.ts';
import type { Devices } from '../model.ts';
import { t } from '../texts.ts';

export interface DeviceTableProps {
  model: Devices;
  devices: readonly Device[];
  total: number;
}

const HEAD = 'sticky top-0 bg-raised px-4 py-3 text-left text-note font-medium text-ink-3';

/** Table of devices; on a phone each row has two lines. */
export function DeviceTable({ model, devices, total }: DeviceTableProps) {
  return (
    <div className="overflow-hidden rounded-panel border border-line bg-raised">
      <table className="w-full border-collapse">
        <thead className="max-md:sr-only">
          <tr className="border-b border-line">
            <th className={HEAD}>{t('devices.column.name')}</th>
            <th className={HEAD}>{t('devices.column.product')}</th>
            <th className={HEAD}>{t('devices.column.state')}</th>
            <th className={HEAD}>{t('devices.column.activity')}</th>
          </tr>
        </thead>
        <tbody>
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} onOpen={() => model.open(device.id)} />
          ))}
        </tbody>
      </table>
      {total > devices.length && <Pages model={model} />}
    </div>
  );
}

function DeviceRow({ device, onOpen }: { device: Device; onOpen: () => void }) {
  return (
    <tr
      data-testid="device-row"
      data-device-id={device.id}
      className="relative border-b border-line last:border-0 hover:bg-hover max-md:flex max-md:flex-wrap max-md:items-center max-md:py-2"
    >
      <td className="px-4 py-2 max-md:w-full max-md:py-1">
        <div className="flex items-center gap-3">
          <DeviceIcon
            productTypeCode={device.productTypeCode}
            image={device.picture ?? device.productModelPicture}
          />
          <button
            type="button"
            onClick={onOpen}
            className="min-w-0 truncate text-left text-body font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-water"
          >
            {device.name}
          </button>
          {device.simulated && <SimulatedBadge />}
        </div>
      </td>
      <td className="px-4 py-2 text-note text-ink-2 max-md:py-0 max-md:pr-0 max-md:pl-[4.25rem]">
        {term(device.productModelCode, device.productModelName)}{' '}
        <span className="text-ink-3 max-md:hidden">{device.productModelCode}</span>
      </td>
      <td className="px-4 py-2 text-note text-ink-2 max-md:py-0 max-md:pl-3">
        <OnlineState device={device} />
      </td>
      <td className="px-4 py-2 text-note text-ink-2 max-md:hidden">
        <LastActivity device={device} />
      </td>
    </tr>
  );
}

/** Written to the DOM: telemetry renders no component. */
function LastActivity({ device }: { device: Device }) {
  const text = useComputed(() => agoText(live.device(device.id).lastActivity.value ?? device.lastActivityAt));
  return <SignalText text={text} className="tabular-nums" />;
}

function Pages({ model }: { model: Devices }) {
  const page = model.page.value;
  const pages = model.pages.value;
  return (
    <div className="flex items-center justify-end gap-2 border-t border-line px-2 py-1">
      <IconButton
        label={t('common.previous')}
        icon={<ChevronLeft size={18} strokeWidth={1.5} />}
        disabled={page <= 1}
        onClick={() => model.setPage(page - 1)}
      />
      <span className="tabular-nums text-note text-ink-2">{t('common.page', { page, pages })}</span>
      <IconButton
        label={t('common.next')}
        icon={<ChevronRight size={18} strokeWidth={1.5} />}
        disabled={page >= pages}
        onClick={() => model.setPage(page + 1)}
      />
    </div>
  );
}
