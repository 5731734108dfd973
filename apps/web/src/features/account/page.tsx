import { Link } from 'wouter';
import { Badge, Button, Skeleton, Switch } from '@farm3d/ui';
import type { LoginSession } from '@farm3d/api';
import { DisplayChoices } from '../../components/display-choices.tsx';
import { EmbedTokensModel, TokenList } from '../../components/embedding/token-list.tsx';
import { t as embeddingText } from '../../components/embedding/zh-CN.ts';
import { Section } from '../../kit/blocks.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { PATHS } from '../../platform/paths.ts';
import { dateText } from '../../platform/time-text.ts';
import { KeyList } from './key-list.tsx';
import { AccountModel, type Account } from './model.ts';
import { PasswordForm, ProfileForm } from './profile.tsx';
import { TwoFactorPanel } from './two-factor-panel.tsx';
import { t } from './zh-CN.ts';

/** `/app/account`: profile, password, logins and keys of the caller. */
export default function AccountPage() {
  const model = useModelOf(AccountModel);
  const { session } = useServices();
  const states = {
    skeleton: <Skeleton className="h-24" />,
    onRetry: model.refresh,
    retryTestId: 'account-retry',
  };
  return (
    <Page title={t('account.title')} hint={t('account.subtitle')}>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Section
            title={t('account.profile')}
            hint={`${t('account.username')}: ${session.user.value?.username ?? ''}`}
          >
            <Loaded of={model.person} {...states}>
              {() => <ProfileForm model={model} />}
            </Loaded>
          </Section>
          <Section
            title={t('account.display')}
            hint={t('account.display.hint')}
            action={
              <Link
                href={PATHS.notifications}
                className="text-note text-water"
                data-testid="to-notifications"
              >
                {t('account.notifications')}
              </Link>
            }
          >
            <DisplayChoices />
          </Section>
          <Section title={t('account.password')} hint={t('account.password.hint')}>
            <PasswordForm model={model} />
          </Section>
          <Section title={t('account.factors')} hint={t('account.factors.hint')}>
            <TwoFactorPanel model={model} />
          </Section>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Section title={t('account.sessions')} hint={t('account.sessions.hint')}>
            <Loaded of={model.sessions} {...states}>
              {() => <SessionList model={model} />}
            </Loaded>
          </Section>
          {model.mayMakeKeys.value && (
            <Section
              title={t('account.keys')}
              hint={t('account.keys.hint')}
              action={
                <Button size="sm" data-testid="key-new" onClick={() => model.making.open(true)}>
                  {t('account.keys.new')}
                </Button>
              }
            >
              <Loaded of={model.keys} {...states}>
                {() => <KeyList model={model} />}
              </Loaded>
            </Section>
          )}
          {model.mayMakeKeys.value && <EmbedTokensSection />}
        </div>
      </div>
      <Confirm
        question={model.asked}
        message={(asked) =>
          'remove' in asked
            ? t('account.key.remove.message', { name: asked.remove.name })
            : t('account.session.endAll.message', { n: model.others.value.length })
        }
        confirmLabel={(asked) => t('remove' in asked ? 'common.delete' : 'account.session.endAll')}
      />
    </Page>
  );
}

/** The embed tokens of the organisation. */
function EmbedTokensSection() {
  const tokens = useModelOf(EmbedTokensModel);
  return (
    <Section title={embeddingText('embedding.tokens')} hint={embeddingText('embedding.tokens.hint')}>
      <TokenList model={tokens} />
    </Section>
  );
}

/** The logins of the caller, each with its browser and address; ended ones on request. */
function SessionList({ model }: { model: Account }) {
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
            onClick={() => model.asked.ask({ end: 'others' })}
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
