import { useEffect, useState } from 'react';
import { createModel, signal, useModel } from '@preact/signals-react';
import { Badge, Button, ConfirmDialog, createFormModel, EmptyState, GenericForm, Skeleton } from '@farm3d/ui';
import type { FormValues } from '@farm3d/ui';
import type { ClaimCode, DevicePermission, DeviceShare } from '@farm3d/api';
import AccessDialog from '../../../components/access/access-dialog.tsx';
import { formDraft, formProblem, formServices } from '../../../kit/forms/form-services.ts';
import { loadable } from '../../../platform/loadable.ts';
import { locale, t as common } from '../../../platform/locale.ts';
import { problemText } from '../../../platform/problem.ts';
import { api } from '../../../platform/services.ts';
import { isAdministrator } from '../../../platform/session.ts';
import { dateText } from '../../../platform/time-text.ts';
import { showToast } from '../../../platform/toasts.ts';
import { CopyLine } from '../../../components/copy-line.tsx';
import { Section, type TabProps } from './tab-parts.tsx';
import { deviceApi } from '../device-api.ts';
import { t } from '../zh-CN.ts';

const PERMISSIONS: readonly DevicePermission[] = ['view', 'history', 'control', 'configure'];

const SharesModel = createModel((deviceId: string) => {
  const shares = loadable<readonly DeviceShare[]>(
    async (abort) => (await deviceApi.sharing.ledger({ deviceId }, { signal: abort })).items,
  );
  const stopping = signal<DeviceShare | null>(null);
  const claimCode = signal<ClaimCode | null>(null);
  const form = createFormModel({
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
    locale,
    initial: { permissions: ['view'] },
    draft: formDraft(`share.${deviceId}`),
    problemOf: formProblem({ expireTime: 'until' }),
  });
  return {
    shares,
    stopping,
    /** Asks before a share is stopped; null: it is not. */
    askToStop: (share: DeviceShare | null): void => {
      stopping.value = share;
    },
    claimCode,
    form,
    send: async (values: FormValues): Promise<void> => {
      const until = values['until'] as string;
      await deviceApi.sharing.share({
        deviceIds: [deviceId],
        username: (values['username'] as string).trim(),
        permissions: values['permissions'] as readonly DevicePermission[],
        // To the end of that day, where the user is.
        expiresAt: until === '' ? null : new Date(`${until}T23:59:59`).getTime(),
      });
      void shares.load();
    },
    stop: async (): Promise<void> => {
      const share = stopping.peek();
      stopping.value = null;
      if (!share) return;
      try {
        await deviceApi.sharing.stop(share.id);
        void shares.load();
      } catch (error) {
        showToast('error', problemText(error));
      }
    },
    createClaimCode: async (): Promise<void> => {
      try {
        claimCode.value = await api.devices.claimCode(deviceId);
      } catch (error) {
        showToast('error', problemText(error));
      }
    },
  };
});

/** With whom the device is shared, and a code to hand it over. */
export default function SharesTab({ device }: TabProps) {
  const model = useModel(() => new SharesModel(device.id));
  useEffect(() => void model.shares.load(), [model]);
  const shares = model.shares.value.value;
  const code = model.claimCode.value;
  const [showsAccess, showAccess] = useState(false);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Section
        title={t('device.tab.shares')}
        action={
          isAdministrator.value && (
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
                <Button size="sm" data-testid="device-share-stop" onClick={() => model.askToStop(share)}>
                  {t('device.share.stop')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Section>
      <div className="flex flex-col gap-4">
        <Section title={t('device.share.new')}>
          <GenericForm
            id="device-share-form"
            testId="device-share-form"
            model={model.form}
            services={formServices()}
            send={model.send}
            onSent={() => {
              model.form.reset({ permissions: ['view'] });
              showToast('success', t('device.saved'));
            }}
          >
            <Button
              type="submit"
              variant="primary"
              busy={model.form.busy.value}
              data-testid="device-share-submit"
            >
              {t('device.share.submit')}
            </Button>
          </GenericForm>
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
      <ConfirmDialog
        open={model.stopping.value !== null}
        dangerous
        title={common('common.prompt')}
        message={t('device.share.stop.message', { name: model.stopping.value?.partner ?? '' })}
        confirmLabel={t('device.share.stop')}
        cancelLabel={common('common.cancel')}
        onConfirm={() => void model.stop()}
        onCancel={() => model.askToStop(null)}
      />
    </div>
  );
}
