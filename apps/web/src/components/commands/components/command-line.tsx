import { classes } from '@farm3d/ui';
import { t } from '../../../platform/locale.ts';
import { clockText } from '../../../platform/time-text.ts';
import { failureText } from '../operate.ts';
import { commandOf, type CommandProgress } from '../service-commands.ts';

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
