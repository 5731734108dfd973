import { useModel } from '@preact/signals-react';
import { Button, ConfirmDialog, Dialog, GenericForm } from '@farm3d/ui';
import { formServices } from '../../../kit/forms/form-services.ts';
import { t as common } from '../../../platform/locale.ts';
import { problemText } from '../../../platform/problem.ts';
import { dateText } from '../../../platform/time-text.ts';
import { CertificateModel } from '../certificate-model.ts';
import { t } from '../zh-CN.ts';
import { Section } from './facts.tsx';

const FORM = 'certificate-form';

/** The client certificate by which a device logs in over TLS, beside its token. */
export function CertificateSection({ deviceId }: { deviceId: string }) {
  const model = useModel(() => new CertificateModel(deviceId));
  const certificate = model.certificate.value.value;
  const error = model.certificate.error.value;
  const close = (): void => model.open(false);
  return (
    <Section
      title={t('device.certificate')}
      action={
        <div className="flex gap-2">
          {certificate && (
            <Button data-testid="certificate-remove" onClick={() => model.askRemoval(true)}>
              {t('device.certificate.remove')}
            </Button>
          )}
          <Button data-testid="certificate-set" onClick={() => model.open(true)}>
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
      {model.isSetting.value && (
        <Dialog
          open
          onClose={close}
          title={t('device.certificate.set')}
          closeLabel={common('common.close')}
          testId="certificate-dialog"
          actions={
            <>
              <Button onClick={close}>{common('common.cancel')}</Button>
              <Button
                type="submit"
                form={FORM}
                variant="primary"
                busy={model.form.busy.value}
                data-testid="certificate-submit"
              >
                {t('device.certificate.save')}
              </Button>
            </>
          }
        >
          <GenericForm id={FORM} model={model.form} services={formServices()} send={model.send} />
        </Dialog>
      )}
      <ConfirmDialog
        open={model.isRemoving.value}
        dangerous
        title={common('common.prompt')}
        message={t('device.certificate.remove.message')}
        confirmLabel={t('device.certificate.remove')}
        cancelLabel={common('common.cancel')}
        busy={model.busy.value}
        onConfirm={() => void model.remove()}
        onCancel={() => model.askRemoval(false)}
      />
    </Section>
  );
}
