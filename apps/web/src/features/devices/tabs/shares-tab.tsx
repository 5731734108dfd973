import { useState } from 'react';
import { createModel, signal } from '@preact/signals-react';
import { Badge, Button, EmptyState, Skeleton } from '@farm3d/ui';
import { sharing, type ClaimCode, type DevicePermission, type DeviceShare } from '@farm3d/api';
import AccessDialog from '../../../components/access/access-dialog.tsx';
import { CopyLine } from '../../../kit/blocks.tsx';
import { createAttempts, createQuestion } from '../../../kit/actions.ts';
import { Confirm } from '../../../kit/confirm.tsx';
import { createForm } from '../../../kit/forms/create-form.ts';
import { useModelOf, useServices } from '../../../kit/services.tsx';
import { loadable } from '../../../platform/loadable.ts';
import type { Services } from '../../../platform/services.ts';
import { dateText } from '../../../platform/time-text.ts';
import { t } from '../zh-CN.ts';
import { SavedForm, Section, type TabProps } from './tab-parts.tsx';

const PERMISSIONS: readonly DevicePermission[] = ['view', 'history', 'control', 'configure'];

const SharesModel = createModel((services: Services, deviceId: string) => {
  const calls = services.clientOf({ sharing }).sharing;
  const shares = loadable<readonly DeviceShare[]>(
    async (abort) => (await calls.ledger({ deviceId }, { signal: abort })).items,
  );
  const claimCode = signal<ClaimCode | null>(null);
  const { attempt } = createAttempts();
  const { form, send } = createForm(services, {
    fields: () => [
      { key: 'username', type: 'text', label: t('device.share.user'), required: true, isHalf: true },
      {
        key: 'permissions',
        type: 'select',
        label: t('device.share.permissions'),
        multiple: true,
        required: true,
        isHalf: true,
        options: PERMISSIONS.map((value) => ({ value, label: t(`device.share.${value}`) })),
      },
      { key: 'until', type: 'date', label: t('device.share.until'), hint: t('device.share.until.hint') },
    ],
    initial: { permissions: ['view'] },
    draft: `share.${deviceId}`,
    bodyFields: { expireTime: 'until' },
    send: async (values) => {
      const until = values['until'] as string;
      await calls.share({
        deviceIds: [deviceId],
        username: (values['username'] as string).trim(),
        permissions: values['permissions'] as readonly DevicePermission[],
        // To the end of that day, where the user is.
        expiresAt: until === '' ? null : new Date(`${until}T23:59:59`).getTime(),
      });
      void shares.load();
    },
  });
  void shares.load();
  return {
    shares,
    claimCode,
    form,
    send,
    stopping: createQuestion<DeviceShare>(({ id }) =>
      attempt(async () => {
        await calls.stop(id);
        void shares.load();
        return null;
      }),
    ),
    createClaimCode: () =>
      attempt(async () => {
        claimCode.value = await services.api.devices.claimCode(deviceId);
        return null;
      }),
  };
});

/** With whom the device is shared, and a code to hand it over. */
export default function SharesTab({ device }: TabProps) {
  const { session } = useServices();
  const model = useModelOf(SharesModel, device.id);
  const shares = model.shares.value.value;
  const code = model.claimCode.value;
  const [showsAccess, showAccess] = useState(false);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Section
        title={t('device.tab.shares')}
        action={
          session.isAdministrator.value && (
            <Button size="sm" data-testid="device-access" onClick={() => showAccess(true)}>
              {t('device.access')}
            </Button>
          )
        }
      >
        {!shares && <Skeleton className="h-24" />}
        {shares?.length === 0 && <EmptyState title={t('device.share.none')} />}
        <ul className="flex flex-col gap-2">
          {shares?.map((share) => (
            <li
              key={share.id}
              data-testid="device-share"
              data-state={share.state}
              className="flex flex-wrap items-center gap-2 rounded-control border border-line px-3 py-2"
            >
              <div className="min-w-40 flex-1">
                <p className="text-body font-medium">{share.partner}</p>
                <p className="text-note text-ink-3">
                  {share.permissions.map((permission) => t(`device.share.${permission}`)).join(' · ')}
                  {share.attributes !== null && ` · ${share.attributes.join(', ')}`}
                  {share.expiresAt !== null && ` · ${dateText(share.expiresAt)}`}
                </p>
              </div>
              <Badge tone={share.state === 'active' ? 'leaf' : 'neutral'}>
                {t(`device.share.state.${share.state}`)}
              </Badge>
              {share.state === 'active' && (
                <Button size="sm" data-testid="device-share-stop" onClick={() => model.stopping.ask(share)}>
                  {t('device.share.stop')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Section>
      <div className="flex flex-col gap-4">
        <Section title={t('device.share.new')}>
          <SavedForm
            id="device-share-form"
            form={model.form}
            send={model.send}
            saveTestId="device-share-submit"
            saveLabel={t('device.share.submit')}
            onSaved={() => model.form.reset({ permissions: ['view'] })}
          />
        </Section>
        <Section title={t('device.claim')}>
          <p className="mb-3 text-note text-ink-3">{t('device.claim.hint')}</p>
          {code ? (
            <CopyLine
              label={t('device.claim.until', { time: dateText(code.expiresAt) })}
              text={code.code}
              testId="device-claim-code"
            />
          ) : (
            <Button data-testid="device-claim" onClick={() => void model.createClaimCode()}>
              {t('device.claim.create')}
            </Button>
          )}
        </Section>
      </div>
      {showsAccess && (
        <AccessDialog of="device" id={device.id} name={device.name} onClose={() => showAccess(false)} />
      )}
      <Confirm
        question={model.stopping}
        message={({ partner }) => t('device.share.stop.message', { name: partner })}
        confirmLabel={t('device.share.stop')}
      />
    </div>
  );
}
