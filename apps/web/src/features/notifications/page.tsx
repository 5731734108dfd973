import { useModel } from '@preact/signals-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { Button, ConfirmDialog, ErrorState, Skeleton, Tabs } from '@farm3d/ui';
import { Section } from '../../components/section.tsx';
import { problemHint, problemText } from '../../platform/problem.ts';
import { Page } from '../../kit/page.tsx';
import { Channels } from './components/channels.tsx';
import { Deliveries } from './components/deliveries.tsx';
import { Inbox } from './components/inbox.tsx';
import { OnCallPart } from './components/on-call.tsx';
import { Preferences } from './components/preferences.tsx';
import { Templates } from './components/templates.tsx';
import { NotificationsModel, type Notifications } from './model.ts';
import { t } from './zh-CN.ts';

const FIRST_TAB = 'inbox';

/** `/app/notifications`: what the user was notified of, how they are reached, and what was delivered. */
export default function NotificationsPage() {
  const model = useModel(NotificationsModel);
  const [parameters, setParameters] = useSearchParams();
  const removing = model.removing.value;
  return (
    <Page hint={t('notifications.subtitle')}>
      <Tabs
        label={t('notifications.parts')}
        selected={parameters.get('tab') ?? FIRST_TAB}
        onSelect={(tab) => setParameters(tab === FIRST_TAB ? {} : { tab }, { replace: true })}
        tabs={[
          {
            id: FIRST_TAB,
            label: t('notifications.inbox'),
            content: (
              <Loaded model={model} parts={[model.inbox]}>
                <Inbox model={model} />
              </Loaded>
            ),
          },
          { id: 'settings', label: t('notifications.settings'), content: <Settings model={model} /> },
          {
            id: 'deliveries',
            label: t('notifications.deliveries'),
            content: (
              <Loaded model={model} parts={[model.deliveries]}>
                <Deliveries model={model} />
              </Loaded>
            ),
          },
          {
            id: 'oncall',
            label: t('notifications.onCall'),
            content: (
              <Loaded model={model} parts={[model.onCall, model.people]}>
                <OnCallPart model={model} />
              </Loaded>
            ),
          },
          {
            id: 'templates',
            label: t('notifications.templates'),
            content: (
              <Loaded model={model} parts={[model.templates]}>
                <Templates model={model} />
              </Loaded>
            ),
          },
        ]}
      />
      <ConfirmDialog
        open={removing !== null}
        dangerous
        title={t('common.prompt')}
        message={t('notifications.channel.remove.ask', { name: removing?.name ?? '' })}
        confirmLabel={t('common.delete')}
        cancelLabel={t('common.cancel')}
        busy={removing !== null && model.busy.value === removing.id}
        onConfirm={() => void model.remove()}
        onCancel={() => model.ask(null)}
      />
    </Page>
  );
}

function Settings({ model }: { model: Notifications }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Section title={t('notifications.settings.what')} hint={t('notifications.settings.what.hint')}>
        <Loaded model={model} parts={[model.preferences, model.groups]}>
          <Preferences model={model} />
        </Loaded>
      </Section>
      <Section
        title={t('notifications.channels')}
        hint={t('notifications.channels.hint')}
        action={
          <Button size="sm" data-testid="channel-new" onClick={() => model.add(true)}>
            {t('notifications.channel.add')}
          </Button>
        }
      >
        <Loaded model={model} parts={[model.channels]}>
          <Channels model={model} />
        </Loaded>
      </Section>
    </div>
  );
}

interface LoadedProps {
  model: Notifications;
  parts: readonly Pick<Notifications['inbox'], 'hasLoaded' | 'error'>[];
  children: ReactNode;
}

/** A part once it is fetched: until then that it is, or why it cannot be. */
function Loaded({ model, parts, children }: LoadedProps) {
  if (parts.every(({ hasLoaded }) => hasLoaded.value)) return <>{children}</>;
  const error = parts.map((part) => part.error.value).find((one) => one !== null);
  if (error === undefined) return <Skeleton className="h-24" />;
  return (
    <ErrorState
      title={problemText(error)}
      hint={problemHint(error)}
      action={
        <Button data-testid="notifications-retry" onClick={model.refresh}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}
