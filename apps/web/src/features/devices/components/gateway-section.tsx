import { useModel } from '@preact/signals-react';
import { Unplug } from 'lucide-react';
import { Link } from 'wouter';
import type { Device, DeviceDetail } from '@farm3d/api';
import { ConfirmDialog, IconButton, Switch } from '@farm3d/ui';
import { OnlineState } from '../../../components/online-state.tsx';
import { t as common } from '../../../platform/locale.ts';
import { devicePath } from '../../../platform/paths.ts';
import { problemText } from '../../../platform/problem.ts';
import type { DeviceDetailScreen } from '../device-detail-model.ts';
import { GatewayModel } from '../gateway-model.ts';
import { t } from '../zh-CN.ts';
import { Section } from './facts.tsx';

interface GatewaySectionProps {
  device: DeviceDetail;
  screen: DeviceDetailScreen;
}

/** Whether a device speaks for others, and the devices behind it. */
export function GatewaySection({ device, screen }: GatewaySectionProps) {
  const model = useModel(() => new GatewayModel(device.id, () => void screen.detail.load()));
  const children = model.children.value.value;
  const error = model.children.error.value;
  return (
    <Section
      title={t('device.gateway')}
      action={
        <Switch
          label={t('device.gateway.is')}
          checked={device.gateway}
          busy={model.busy.value}
          testId="device-gateway"
          onChange={model.change}
        />
      }
    >
      <p className="text-note text-ink-2">
        {t(device.gateway ? 'device.gateway.hint' : 'device.gateway.not')}
      </p>
      {error !== null && (
        <p role="alert" className="mt-3 text-note text-alarm">
          {problemText(error)}
        </p>
      )}
      {children && (device.gateway || children.total > 0) && (
        <ul
          className="thin-scrollbar mt-3 max-h-96 overflow-y-auto"
          data-testid="gateway-devices"
          data-count={children.total}
        >
          {children.total === 0 && <li className="py-2 text-note text-ink-3">{t('device.gateway.none')}</li>}
          {children.items.map((child) => (
            <Child key={child.id} device={child} onRemove={() => model.askRemoval(child)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={model.isStopping.value}
        dangerous
        title={common('common.prompt')}
        message={t('device.gateway.stop.message', { n: children?.total ?? 0 })}
        confirmLabel={t('device.gateway.stop')}
        cancelLabel={common('common.cancel')}
        onConfirm={() => model.answerStop(true)}
        onCancel={() => model.answerStop(false)}
      />
      <ConfirmDialog
        open={model.removing.value !== null}
        dangerous
        title={common('common.prompt')}
        message={t('device.gateway.remove.message', { name: model.removing.value?.name ?? '' })}
        confirmLabel={t('device.gateway.remove')}
        cancelLabel={common('common.cancel')}
        onConfirm={() => void model.remove()}
        onCancel={() => model.askRemoval(null)}
      />
    </Section>
  );
}

function Child({ device, onRemove }: { device: Device; onRemove: () => void }) {
  return (
    <li
      data-testid="gateway-device"
      data-device-id={device.id}
      className="flex min-h-11 items-center gap-3 border-b border-line last:border-0"
    >
      <Link href={devicePath(device.id)} className="min-w-0 flex-1 truncate text-body text-water">
        {device.name}
      </Link>
      <span className="text-note text-ink-2">
        <OnlineState device={device} />
      </span>
      <IconButton
        label={t('device.gateway.removeNamed', { name: device.name })}
        icon={<Unplug size={18} />}
        data-testid="gateway-device-remove"
        onClick={onRemove}
      />
    </li>
  );
}
