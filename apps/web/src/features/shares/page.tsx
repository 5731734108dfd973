import { Share2 } from 'lucide-react';
import { Button, Tabs } from '@farm3d/ui';
import { Confirm } from '../../kit/confirm.tsx';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { Loaded, SkeletonRows } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { ShareFormModel, TermsFormModel } from './forms.ts';
import { GivenList, ReceivedList } from './lists.tsx';
import { SharesModel, type Shares, type Side } from './model.ts';
import { t } from './zh-CN.ts';

/** Roles that may share. */
const SHARERS: readonly string[] = ['owner', 'admin'];

/** `/iotManagement/shares`: devices that the organisation shares, and those that it receives. */
export default function SharesPage() {
  const model = useModelOf(SharesModel);
  const mayShare = (useServices().session.user.value?.roles ?? []).some((role) => SHARERS.includes(role));
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
              <Loaded
                of={[model.given]}
                skeleton={<SkeletonRows n={5} className="h-16" />}
                onRetry={model.refresh}
                retryTestId="shares-retry"
              >
                {() => <GivenList model={model} mayShare={mayShare} />}
              </Loaded>
            ),
          },
          {
            id: 'received',
            label: t('shares.received'),
            content: (
              <Loaded
                of={[model.received, model.receivedDevices]}
                skeleton={<SkeletonRows n={5} className="h-16" />}
                onRetry={model.refresh}
                retryTestId="shares-retry"
              >
                {() => <ReceivedList model={model} mayShare={mayShare} />}
              </Loaded>
            ),
          },
        ]}
      />
      <ShareDialogs model={model} />
      <Confirm
        question={model.ending}
        message={({ direction, deviceName: device }) =>
          t(direction === 'shared' ? 'shares.stop.message' : 'shares.leave.message', { device })
        }
        confirmLabel={({ direction }) => t(direction === 'shared' ? 'shares.stop' : 'shares.leave')}
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

/** The opened form: of a new share, or of the terms of the selected ones. */
function ShareDialogs({ model }: { model: Shares }) {
  const services = useServices();
  const which = model.dialog.subject.value;
  if (which === null) return null;
  const shared = { parts: [model.devices], onClose: model.dialog.close };
  const ownDevices = () => model.devices.value.peek() ?? [];
  return which === 'share' ? (
    <FormDialog
      {...shared}
      id="share-form"
      title={t('shares.new')}
      submitLabel={t('shares.submit')}
      model={() => new ShareFormModel(services, { devices: ownDevices(), onShared: model.shared })}
    />
  ) : (
    <FormDialog
      {...shared}
      id="terms-form"
      title={t('shares.change.title', { n: model.chosen.value.length })}
      submitLabel={t('shares.change.submit')}
      model={() =>
        new TermsFormModel(services, {
          shares: model.chosen.peek(),
          devices: ownDevices(),
          onChanged: model.changed,
        })
      }
    />
  );
}
