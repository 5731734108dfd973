import { Button, EmptyState, classes, Badge, type BadgeTone } from '@farm3d/ui';
import type { Notification, NotificationDelivery } from '@farm3d/api';
import { Link } from 'wouter';
import { SeverityMark } from '../../components/rules/severity-mark.tsx';
import { MoreButton } from '../../kit/list.tsx';
import { alarmsPath, workOrderPath } from '../../platform/paths.ts';
import { agoText, dateText } from '../../platform/time-text.ts';
import type { Notifications } from './model.ts';
import { t, reasonText } from './zh-CN.ts';

/** The notifications of the caller, the newest first. */
export function Inbox({ model }: { model: Notifications }) {
  const items = model.inbox.value.value?.items ?? [];
  if (items.length === 0)
    return (
      <EmptyState
        testId="notifications-none"
        title={t('notifications.none')}
        hint={t('notifications.none.hint')}
      />
    );
  return (
    <div className="flex flex-col gap-3">
      {items.some(({ isRead }) => !isRead) && (
        <Button
          size="sm"
          className="self-end"
          data-testid="notifications-read-all"
          busy={model.busy.value === 'inbox'}
          onClick={() => void model.read()}
        >
          {t('notifications.readAll')}
        </Button>
      )}
      <ul data-testid="notifications" data-count={items.length} className="flex flex-col gap-2">
        {items.map((item) => (
          <NotificationRow key={item.id} item={item} model={model} />
        ))}
      </ul>
      <MoreButton pages={model.inbox} testId="notifications-more" />
    </div>
  );
}

/** Where a notification leads. */
function target({ kind, subjectId }: Notification): { path: string; label: string } | null {
  if (subjectId === null || kind === 'test') return null;
  return kind === 'workOrderAssigned' || kind === 'workOrderDue'
    ? { path: workOrderPath(subjectId), label: t('notifications.open.order') }
    : { path: alarmsPath({ alarm: subjectId }), label: t('notifications.open.alarm') };
}

function NotificationRow({ item, model }: { item: Notification; model: Notifications }) {
  const { id, subject, content, severity, at, isRead, kind } = item;
  const to = target(item);
  return (
    <li
      data-testid="notification"
      data-read={isRead}
      data-kind={kind}
      className={classes(
        'rounded-control border px-3 py-2',
        isRead ? 'border-line' : 'border-leaf bg-leaf-soft/40',
      )}
    >
      <div className="flex flex-wrap items-center gap-2">
        {severity && <SeverityMark severity={severity} isActive={kind !== 'alarmCleared'} />}
        <p className={classes('min-w-0 flex-1 basis-48 text-body', !isRead && 'font-medium')}>
          {!isRead && <span className="sr-only">{t('notifications.unread')}: </span>}
          {subject}
        </p>
        <time dateTime={new Date(at).toISOString()} title={dateText(at)} className="text-note text-ink-3">
          {agoText(at)}
        </time>
      </div>
      <p className="mt-1 text-note whitespace-pre-line text-ink-2">{content}</p>
      {to && (
        <Link
          href={to.path}
          data-testid="notification-open"
          className="mt-1 inline-flex min-h-11 items-center text-body font-medium text-leaf-ink hover:underline"
          onClick={() => {
            if (!isRead) void model.read([id]);
          }}
        >
          {to.label}
        </Link>
      )}
    </li>
  );
}

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
        <DeliveryRow key={delivery.id} {...delivery} />
      ))}
    </ul>
  );
}

function DeliveryRow({
  subject,
  channel,
  channelKind,
  state,
  at,
  failures,
  attempts,
  nextAt,
}: NotificationDelivery) {
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
