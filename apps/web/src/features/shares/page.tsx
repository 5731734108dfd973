import type { ReactNode } from 'react';
import { useModel } from '@preact/signals-react';
import { Share2 } from 'lucide-react';
import { Button, ConfirmDialog, ErrorState, Skeleton, Tabs } from '@farm3d/ui';
import { allLoaded } from '../../kit/loaded.tsx';
import { problemHint, problemText } from '../../platform/problem.ts';
import { user } from '../../platform/session.ts';
import { Page } from '../../kit/page.tsx';
import { GivenList } from './components/given-list.tsx';
import { ReceivedList } from './components/received-list.tsx';
import { ShareDialogs } from './components/share-dialogs.tsx';
import { SharesModel, type Shares, type Side } from './model.ts';
import { t } from './zh-CN.ts';

/** Roles that may share. */
const SHARERS: readonly string[] = ['owner', 'admin'];

/** `/iotManagement/shares`: devices that the organisation shares, and those that it receives. */
export default function SharesPage() {
  const model = useModel(SharesModel);
  const mayShare = (user.value?.roles ?? []).some((role) => SHARERS.includes(role));
  const ending = model.ending.value;
  const stops = ending?.direction === 'shared';
  return (
    <Page
      hint={t('shares.subtitle')}
      summary={summaryOf(model)}
      actions={
        mayShare && (
          <Button
            variant="primary"
            icon={<Share2 size={18} />}
            data-testid="share-new"
            onClick={() => model.open('share')}
          >
            {t('shares.new')}
          </Button>
        )
      }
    >
      <Tabs
        label={t('shares.sides')}
        selected={model.side.value}
        onSelect={(id) => model.show(id as Side)}
        tabs={[
          {
            id: 'given',
            label: t('shares.given'),
            content: (
              <Loaded model={model} parts={[model.given]}>
                <GivenList model={model} mayShare={mayShare} />
              </Loaded>
            ),
          },
          {
            id: 'received',
            label: t('shares.received'),
            content: (
              <Loaded model={model} parts={[model.received, model.receivedDevices]}>
                <ReceivedList model={model} mayShare={mayShare} />
              </Loaded>
            ),
          },
        ]}
      />
      <ShareDialogs model={model} />
      <ConfirmDialog
        open={ending !== null}
        dangerous
        title={t('common.prompt')}
        message={
          ending && t(stops ? 'shares.stop.message' : 'shares.leave.message', { device: ending.deviceName })
        }
        confirmLabel={t(stops ? 'shares.stop' : 'shares.leave')}
        cancelLabel={t('common.cancel')}
        busy={model.busy.value}
        onConfirm={() => void model.confirm()}
        onCancel={() => model.ask(null)}
      />
    </Page>
  );
}

function summaryOf(model: Shares): string | false {
  const count = model.receivedCount.value.value;
  if (model.side.value === 'given' && model.given.hasLoaded.value)
    return t('shares.summary.given', { n: model.activeCount.value });
  if (model.side.value === 'received' && count)
    return t('shares.summary.received', { n: count.total, online: count.online });
  return false;
}

interface LoadedProps {
  model: Shares;
  parts: readonly (Shares['given'] | Shares['receivedDevices'])[];
  children: ReactNode;
}

/** The list once it is fetched: until then that it is, or why it cannot be. */
function Loaded({ model, parts, children }: LoadedProps) {
  const error = parts.map((part) => part.error.value).find((one) => one !== null) ?? null;
  if (allLoaded(parts)) return <>{children}</>;
  if (error === null)
    return (
      <div aria-busy="true" className="flex flex-col gap-2">
        {Array.from({ length: 5 }, (_, at) => (
          <Skeleton key={at} className="h-16" />
        ))}
      </div>
    );
  return (
    <ErrorState
      title={problemText(error)}
      hint={problemHint(error)}
      action={
        <Button data-testid="shares-retry" onClick={model.refresh}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}
