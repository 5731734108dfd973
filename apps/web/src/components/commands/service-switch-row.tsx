import { useComputed } from '@preact/signals-react';
import { Button, classes, Switch } from '@farm3d/ui';
import type { Device } from '@farm3d/api';
import { useServices } from '../../kit/services.tsx';
import { t, term } from '../../platform/locale.ts';
import { clockText } from '../../platform/time-text.ts';
import { commandOf, failureText, pendingService, stateOf, type CommandProgress } from './service-commands.ts';
import { stateText, verbText, type ServiceSwitch } from './service-switch.ts';

interface ServiceSwitchRowProps {
  device: Device;
  service: ServiceSwitch;
  testId: string;
  /** The person chose a state. */
  onTurn: (on: boolean) => void;
}

/**
 * A switch of a device: it shows what the device reports, never what was requested, wherever it stands. While the state
 * is unknown there is a button for each state.
 */
export function ServiceSwitchRow({ device, service, testId, onTurn }: ServiceSwitchRowProps) {
  const { live } = useServices();
  const state = useComputed(() => stateOf(live, device.id, service)).value;
  const online = useComputed(() => live.device(device.id).online.value ?? device.online).value;
  const pending = useComputed(() => pendingService(device.id)).value;
  const name = term(service.identify, service.name);
  const isBusy = pending === service.identify;
  const isBlocked = !online || (pending !== null && !isBusy);
  return (
    <div className="flex min-w-0 items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="truncate text-note font-medium">{name}</p>
        <p className="text-xs text-ink-2" data-testid={`${testId}-state`}>
          {stateText(service, state)}
          {!online && ` · ${t('common.offline')}`}
        </p>
        <CommandLine deviceId={device.id} service={service.identify} />
      </div>
      {state === null ? (
        <fieldset className="flex shrink-0 gap-1" aria-label={name}>
          {[true, false].map((on) => (
            <Button
              key={String(on)}
              size="sm"
              busy={isBusy}
              disabled={isBlocked}
              data-testid={`${testId}-${on ? 'on' : 'off'}`}
              onClick={() => onTurn(on)}
            >
              {verbText(service, on)}
            </Button>
          ))}
        </fieldset>
      ) : (
        <Switch
          testId={testId}
          label={name}
          checked={state}
          busy={isBusy}
          disabled={isBlocked}
          onChange={onTurn}
        />
      )}
    </div>
  );
}

function textOf(progress: CommandProgress): string {
  if (progress.kind === 'sent') return t('command.sent');
  if (progress.kind === 'accepted') return t('command.accepted');
  const time = clockText(progress.at);
  if (progress.kind === 'confirmed') return t('command.confirmedAt', { time });
  if (progress.kind === 'unconfirmed') return t('command.unconfirmedAt', { time });
  return t('command.failedAt', { time, reason: failureText(progress.error) });
}

/** How far the last command of a service is: sent, accepted, confirmed by the device, or failed; nothing before the first. */
export function CommandLine({ deviceId, service }: { deviceId: string; service: string }) {
  const progress = commandOf(deviceId, service);
  return (
    <p
      aria-live="polite"
      data-testid="command-progress"
      data-kind={progress?.kind}
      className={classes(
        'text-xs break-words empty:hidden',
        progress?.kind === 'failed' || progress?.kind === 'unconfirmed' ? 'text-amber' : 'text-ink-2',
      )}
    >
      {progress && textOf(progress)}
    </p>
  );
}
