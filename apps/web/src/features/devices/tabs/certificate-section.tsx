import { createModel } from '@preact/signals-react';
import { deviceLink, type DeviceCertificate } from '@farm3d/api';
import { Button } from '@farm3d/ui';
import { createAttempts, createOpening, createQuestion } from '../../../kit/actions.ts';
import { Confirm } from '../../../kit/confirm.tsx';
import { createForm } from '../../../kit/forms/create-form.ts';
import { FormFrame } from '../../../kit/forms/form-dialog.tsx';
import { useModelOf } from '../../../kit/services.tsx';
import { loadable } from '../../../platform/loadable.ts';
import { problemText } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import { dateText } from '../../../platform/time-text.ts';
import { showToast } from '../../../platform/toasts.ts';
import { t } from '../zh-CN.ts';
import { Section } from './tab-parts.tsx';

/** The client certificate of a device, and the form of another one. */
const CertificateModel = createModel((services: Services, deviceId: string) => {
  const link = services.clientOf({ deviceLink }).deviceLink;
  const certificate = loadable<DeviceCertificate | null>((abort) =>
    link.certificate(deviceId, { signal: abort }),
  );
  const setting = createOpening<true>();
  const { attempt } = createAttempts();
  const store = async (pem: string | null): Promise<void> =>
    certificate.set(await link.setCertificate(deviceId, pem));
  const { form, send } = createForm(services, {
    fields: () => [
      {
        key: 'certificate',
        type: 'textarea',
        label: t('device.certificate.pem'),
        placeholder: '-----BEGIN CERTIFICATE-----',
        hint: t('device.certificate.pem.hint'),
        required: true,
        maxLength: 16_384,
      },
    ],
    send: async ({ certificate: pem }) => {
      await store((pem as string).trim());
      showToast('success', t('device.saved'));
      setting.close();
    },
  });
  void certificate.load();
  return {
    certificate,
    setting,
    form,
    send,
    removing: createQuestion<true>(() =>
      attempt(async () => {
        await store(null);
        return t('device.certificate.removed');
      }),
    ),
  };
});

/** The client certificate by which a device logs in over TLS, beside its token. */
export function CertificateSection({ deviceId }: { deviceId: string }) {
  const model = useModelOf(CertificateModel, deviceId);
  const certificate = model.certificate.value.value;
  const error = model.certificate.error.value;
  return (
    <Section
      title={t('device.certificate')}
      action={
        <div className="flex gap-2">
          {certificate && (
            <Button data-testid="certificate-remove" onClick={() => model.removing.ask(true)}>
              {t('device.certificate.remove')}
            </Button>
          )}
          <Button data-testid="certificate-set" onClick={() => model.setting.open(true)}>
            {t(certificate ? 'device.certificate.replace' : 'device.certificate.set')}
          </Button>
        </div>
      }
    >
      <p className="text-note text-ink-2">{t('device.certificate.hint')}</p>
      {error !== null && (
        <p role="alert" className="mt-3 text-note text-alarm">
          {problemText(error)}
        </p>
      )}
      {certificate && (
        <dl data-testid="certificate" className="mt-3 flex flex-col gap-1 text-note">
          <div>
            <dt className="inline text-ink-3">{t('device.certificate.subject')} </dt>
            <dd className="inline break-words">{certificate.subject}</dd>
          </div>
          <div>
            <dt className="inline text-ink-3">{t('device.certificate.ends')} </dt>
            <dd className="inline">{dateText(certificate.endsAt)}</dd>
          </div>
          <div>
            <dt className="text-ink-3">SHA-256</dt>
            <dd className="break-all tabular-nums">{certificate.fingerprint}</dd>
          </div>
        </dl>
      )}
      {model.setting.subject.value && (
        <FormFrame
          id="certificate"
          title={t('device.certificate.set')}
          submitLabel={t('device.save')}
          form={model.form}
          send={model.send}
          onClose={model.setting.close}
        />
      )}
      <Confirm
        question={model.removing}
        message={() => t('device.certificate.remove.message')}
        confirmLabel={t('device.certificate.remove')}
      />
    </Section>
  );
}
