import type { ReactNode } from 'react';
import { useModel } from '@preact/signals-react';
import { Link } from 'wouter';
import { Button, ConfirmDialog, ErrorState, Skeleton } from '@farm3d/ui';
import { DisplayChoices } from '../../components/display-choices.tsx';
import { Section } from '../../components/section.tsx';
import { PATHS } from '../../platform/paths.ts';
import { problemHint, problemText } from '../../platform/problem.ts';
import { user } from '../../platform/session.ts';
import { Page } from '../../kit/page.tsx';
import { EmbedTokensModel } from '../../components/embedding/model.ts';
import { TokenList } from '../../components/embedding/components/token-list.tsx';
import { t as embeddingText } from '../../components/embedding/zh-CN.ts';
import { KeyList } from './components/key-list.tsx';
import { PasswordForm } from './components/password-form.tsx';
import { ProfileForm } from './components/profile-form.tsx';
import { SessionList } from './components/session-list.tsx';
import { TwoFactorPanel } from './components/two-factor-panel.tsx';
import { AccountModel, type Account } from './model.ts';
import { t } from './zh-CN.ts';

/** `/app/account`: profile, password, logins and keys of the caller. */
export default function AccountPage() {
  const model = useModel(AccountModel);
  const asked = model.asked.value;
  const isRemoval = asked !== null && 'remove' in asked;
  return (
    <Page title={t('account.title')} hint={t('account.subtitle')}>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Section
            title={t('account.profile')}
            hint={`${t('account.username')}: ${user.value?.username ?? ''}`}
          >
            <Loaded model={model} part={model.person}>
              <ProfileForm model={model} />
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
            <Loaded model={model} part={model.sessions}>
              <SessionList model={model} />
            </Loaded>
          </Section>
          {model.mayMakeKeys.value && (
            <Section
              title={t('account.keys')}
              hint={t('account.keys.hint')}
              action={
                <Button size="sm" data-testid="key-new" onClick={() => model.makeKey(true)}>
                  {t('account.keys.new')}
                </Button>
              }
            >
              <Loaded model={model} part={model.keys}>
                <KeyList model={model} />
              </Loaded>
            </Section>
          )}
          {model.mayMakeKeys.value && <EmbedTokensSection />}
        </div>
      </div>
      <ConfirmDialog
        open={asked !== null}
        dangerous
        title={t('common.prompt')}
        message={
          asked &&
          ('remove' in asked
            ? t('account.key.remove.message', { name: asked.remove.name })
            : t('account.session.endAll.message', { n: model.others.value.length }))
        }
        confirmLabel={t(isRemoval ? 'common.delete' : 'account.session.endAll')}
        cancelLabel={t('common.cancel')}
        busy={model.busy.value}
        onConfirm={() => void model.confirm()}
        onCancel={() => model.ask(null)}
      />
    </Page>
  );
}

/** The embed tokens of the organisation. */
function EmbedTokensSection() {
  const tokens = useModel(() => new EmbedTokensModel());
  return (
    <Section title={embeddingText('embedding.tokens')} hint={embeddingText('embedding.tokens.hint')}>
      <TokenList model={tokens} />
    </Section>
  );
}

interface LoadedProps {
  model: Account;
  part: Account['person'] | Account['sessions'] | Account['keys'];
  children: ReactNode;
}

/** A part once it is fetched: until then that it is, or why it cannot be. */
function Loaded({ model, part, children }: LoadedProps) {
  const error = part.error.value;
  if (part.hasLoaded.value) return <>{children}</>;
  if (error === null) return <Skeleton className="h-24" />;
  return (
    <ErrorState
      title={problemText(error)}
      hint={problemHint(error)}
      action={
        <Button data-testid="account-retry" onClick={model.refresh}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}
