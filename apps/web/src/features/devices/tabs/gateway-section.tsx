import { createModel, effect } from '@preact/signals-react';
import { Unplug } from 'lucide-react';
import { Link } from 'wouter';
import { deviceLink, type Device } from '@farm3d/api';
import { IconButton, Switch } from '@farm3d/ui';
import { OnlineState } from '../../../components/device-state.tsx';
import { createAttempts, createQuestion } from '../../../kit/actions.ts';
import { Confirm } from '../../../kit/confirm.tsx';
import { useModelOf } from '../../../kit/services.tsx';
import { loadable, createPace } from '../../../platform/loadable.ts';
import { devicePath } from '../../../platform/paths.ts';
import { problemText } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import { t } from '../zh-CN.ts';
import { Section, type TabProps } from './tab-parts.tsx';

/** Devices behind a gateway that are listed. */
const MAX_LISTED = 200;
/** While devices come in, the list is fetched this often, milliseconds. */
const REFRESH_MS = 1000;

/** Whether a device speaks for others, and for which. */
const GatewayModel = createModel((services: Services, deviceId: string, onChanged: () => void) => {
  const { api, live } = services;
  const children = loadable((abort) =>
    api.devices.list({ gatewayId: deviceId, pageSize: MAX_LISTED }, { signal: abort }),
  );
  const pace = createPace(() => void children.load(), REFRESH_MS);
  effect(() => pace.dispose);
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'device-changed' || (event.type === 'subscribed' && event.resumed)) pace.ask();
    }),
  );
  void children.load();
  const { busy, attempt } = createAttempts(() => {
    onChanged();
    void children.load();
  });
  const set = (gateway: boolean): Promise<boolean> =>
    attempt(async () => {
      await services.clientOf({ deviceLink }).deviceLink.setGateway(deviceId, gateway);
      return null;
    });
  /** Asked about the number of the devices behind it. */
  const stopping = createQuestion<number>(() => set(false));
  return {
    children,
    busy,
    stopping,
    /** Makes it a gateway; a gateway that has devices is asked about first. */
    change: (gateway: boolean): void => {
      const total = children.value.peek()?.total ?? 0;
      if (!gateway && total > 0) stopping.ask(total);
      else void set(gateway);
    },
    removing: createQuestion<Device>(({ id }) =>
      attempt(async () => {
        await api.devices.leaveGateway(deviceId, [id]);
        return null;
      }),
    ),
  };
});

/** Whether a device speaks for others, and the devices behind it. */
export function GatewaySection({ model: page, device }: TabProps) {
  const model = useModelOf(GatewayModel, device.id, () => void page.detail.load());
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
            <Child key={child.id} device={child} onRemove={() => model.removing.ask(child)} />
          ))}
        </ul>
      )}
      <Confirm
        question={model.stopping}
        message={(n) => t('device.gateway.stop.message', { n })}
        confirmLabel={t('device.gateway.stop')}
      />
      <Confirm
        question={model.removing}
        message={({ name }) => t('device.gateway.remove.message', { name })}
        confirmLabel={t('device.gateway.remove')}
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
