import { Badge, EmptyState, type BadgeTone } from '@farm3d/ui';
import type { NotificationDelivery } from '@farm3d/api';
import { dateText } from '../../platform/time-text.ts';
import type { Notifications } from './model.ts';
import { reasonText, t } from './zh-CN.ts';

const TONES: Readonly<Record<NotificationDelivery['state'], BadgeTone>> = {
  waiting: 'amber',
  sent: 'leaf',
  failed: 'alarm',
};

/** The log of deliveries, each with the reasons of its failures. */
export function Deliveries({ model }: { model: Notifications }) {
  const items = model.deliveries.value.value ?? [];
  if (items.length === 0)
    return <EmptyState testId="deliveries-none" title={t('notifications.deliveries.none')} />;
  return (
    <ul data-testid="deliveries" data-count={items.length} className="flex flex-col gap-2">
      {items.map((delivery) => (
        <Row key={delivery.id} {...delivery} />
      ))}
    </ul>
  );
}

function Row({ subject, channel, channelKind, state, at, failures, attempts, nextAt }: NotificationDelivery) {
  return (
    <li
      data-testid="delivery"
      data-state={state}
      data-attempts={attempts}
      className="rounded-control border border-line bg-raised px-3 py-2"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={TONES[state]}>{t(`notifications.delivery.${state}`)}</Badge>
        <p className="min-w-0 flex-1 basis-48 truncate text-body">{subject}</p>
        <span className="text-note text-ink-3">{dateText(at)}</span>
      </div>
      <p className="mt-1 text-note text-ink-2">
        {channel} · {t(`notifications.channel.${channelKind}`)}
        {state === 'waiting' &&
          nextAt !== null &&
          ` · ${t('notifications.delivery.next', { time: dateText(nextAt) })}`}
      </p>
      {failures.map(({ at: failedAt, reason, detail }, n) => (
        <p key={failedAt} data-testid="delivery-failure" className="text-note text-alarm">
          {t('notifications.delivery.attempts', { n: n + 1 })} · {dateText(failedAt)} · {reasonText(reason)}
          {detail !== '' && ` (${detail})`}
        </p>
      ))}
    </li>
  );
}
