import { Badge, Button, Switch } from '@farm3d/ui';
import type { LoginSession } from '@farm3d/api';
import { dateText } from '../../../platform/time-text.ts';
import type { Account } from '../model.ts';
import { t } from '../zh-CN.ts';

/** The logins of the caller, each with its browser and address; ended ones on request. */
export function SessionList({ model }: { model: Account }) {
  const sessions = model.sessions.value.value ?? [];
  return (
    <div className="flex flex-col gap-3">
      <ul data-testid="sessions" data-count={sessions.length} className="flex flex-col gap-2">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} model={model} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <Switch
          label={t('account.sessions.ended')}
          testId="sessions-ended"
          checked={model.showsEnded.value}
          onChange={model.showEnded}
        />
        <span aria-hidden className="text-body text-ink-2">
          {t('account.sessions.ended')}
        </span>
        {model.others.value.length > 0 && (
          <Button
            size="sm"
            className="ml-auto"
            data-testid="sessions-end-others"
            onClick={() => model.ask({ end: 'others' })}
          >
            {t('account.session.endAll')}
          </Button>
        )}
      </div>
    </div>
  );
}

function SessionRow({ session, model }: { session: LoginSession; model: Account }) {
  const { id, userAgent, address, createdAt, lastUsedAt, endedAt, current } = session;
  const from = dateText(createdAt);
  return (
    <li
      data-testid="session"
      data-current={current}
      data-ended={endedAt !== null}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control border border-line px-3 py-2"
    >
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate text-body font-medium" title={userAgent}>
          {userAgent === '' ? t('account.session.unknown') : userAgent}
        </p>
        <p className="text-note text-ink-3">
          {address} ·{' '}
          {endedAt === null
            ? t('account.session.since', { from, last: dateText(lastUsedAt) })
            : t('account.session.until', { from, to: dateText(endedAt) })}
        </p>
      </div>
      {current && <Badge tone="leaf">{t('account.session.current')}</Badge>}
      {!current && endedAt === null && (
        <Button
          size="sm"
          aria-label={t('account.session.end.label', { from })}
          data-testid="session-end"
          onClick={() => void model.endSession(id)}
        >
          {t('account.session.end')}
        </Button>
      )}
    </li>
  );
}
