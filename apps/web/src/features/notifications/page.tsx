import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { Button, Skeleton, Tabs } from '@farm3d/ui';
import { Section } from '../../kit/blocks.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { Loaded, type Part } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { Deliveries, Inbox } from './inbox.tsx';
import { NotificationsModel, type Notifications } from './model.ts';
import { OnCallPart, Templates } from './on-call.tsx';
import { Channels, Preferences } from './settings.tsx';
import { t } from './zh-CN.ts';

const FIRST_TAB = 'inbox';

/** `/app/notifications`: what the user was notified of, how they are reached, and what was delivered. */
export default function NotificationsPage() {
  const model = useModelOf(NotificationsModel);
  const [parameters, setParameters] = useSearchParams();
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
              <Fetched model={model} of={[model.inbox]}>
                {() => <Inbox model={model} />}
              </Fetched>
            ),
          },
          { id: 'settings', label: t('notifications.settings'), content: <Settings model={model} /> },
          {
            id: 'deliveries',
            label: t('notifications.deliveries'),
            content: (
              <Fetched model={model} of={[model.deliveries]}>
                {() => <Deliveries model={model} />}
              </Fetched>
            ),
          },
          {
            id: 'oncall',
            label: t('notifications.onCall'),
            content: (
              <Fetched model={model} of={[model.onCall, model.people]}>
                {() => <OnCallPart model={model} />}
              </Fetched>
            ),
          },
          {
            id: 'templates',
            label: t('notifications.templates'),
            content: (
              <Fetched model={model} of={[model.templates]}>
                {() => <Templates model={model} />}
              </Fetched>
            ),
          },
        ]}
      />
      <Confirm
        question={model.removing}
        message={({ name }) => t('notifications.channel.remove.ask', { name })}
      />
    </Page>
  );
}

function Settings({ model }: { model: Notifications }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Section title={t('notifications.settings.what')} hint={t('notifications.settings.what.hint')}>
        <Fetched model={model} of={[model.preferences, model.groups]}>
          {() => <Preferences model={model} />}
        </Fetched>
      </Section>
      <Section
        title={t('notifications.channels')}
        hint={t('notifications.channels.hint')}
        action={
          <Button size="sm" data-testid="channel-new" onClick={() => model.adding.open(true)}>
            {t('notifications.channel.add')}
          </Button>
        }
      >
        <Fetched model={model} of={[model.channels]}>
          {() => <Channels model={model} />}
        </Fetched>
      </Section>
    </div>
  );
}

interface FetchedProps {
  model: Notifications;
  of: readonly Part[];
  children: () => ReactNode;
}

function Fetched({ model, ...rest }: FetchedProps) {
  return (
    <Loaded
      skeleton={<Skeleton className="h-24" />}
      onRetry={model.refresh}
      retryTestId="notifications-retry"
      {...rest}
    />
  );
}
