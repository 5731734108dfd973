import { Button, EmptyState, classes } from '@farm3d/ui';
import type { Notification } from '@farm3d/api';
import { Link } from 'wouter';
import { SeverityMark } from '../../components/rules/severity-mark.tsx';
import { alarmsPath, workOrderPath } from '../../platform/paths.ts';
import { agoText, dateText } from '../../platform/time-text.ts';
import type { Notifications } from './model.ts';
import { t } from './zh-CN.ts';

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
          <Row key={item.id} item={item} model={model} />
        ))}
      </ul>
      {model.hasMore() && (
        <Button className="self-center" data-testid="notifications-more" onClick={model.showMore}>
          {t('notifications.more')}
        </Button>
      )}
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

function Row({ item, model }: { item: Notification; model: Notifications }) {
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
