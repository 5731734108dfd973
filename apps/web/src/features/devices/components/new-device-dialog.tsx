import { KeyRound } from 'lucide-react';
import type { CreatedDevice } from '@farm3d/api';
import { Button, Dialog, GenericForm } from '@farm3d/ui';
import { formServices } from '../../../kit/forms/form-services.ts';
import { problemText } from '../../../platform/problem.ts';
import type { NewDevice } from '../new-device-model.ts';
import { t } from '../zh-CN.ts';
import { ConnectionGuide } from './connection-guide.tsx';
import { CopyLine } from '../../../components/copy-line.tsx';

const FORM = 'device-create-form';

/** Creates a device, then shows its token once. */
export function NewDeviceDialog({ model }: { model: NewDevice }) {
  const created = model.created.value;
  const { value: error } = model.products.error;
  return (
    <Dialog
      open={model.open.value}
      onClose={model.close}
      title={t(created ? 'devices.created.title' : 'devices.new')}
      closeLabel={t('common.close')}
      testId="device-create"
      // The token is shown once: a click outside must not close the dialog.
      keepOpen={created !== null}
      actions={
        created ? (
          <Button variant="primary" data-testid="device-created-done" onClick={model.close}>
            {t('devices.created.done')}
          </Button>
        ) : (
          <>
            <Button onClick={model.close}>{t('common.cancel')}</Button>
            <Button
              type="submit"
              form={FORM}
              variant="primary"
              busy={model.form.busy.value || model.form.isUploading.value}
              data-testid="device-create-submit"
            >
              {t('devices.create')}
            </Button>
          </>
        )
      }
    >
      {error !== null && !created && (
        <p role="alert" className="mb-3 rounded-control bg-alarm-soft px-3 py-2 text-note text-alarm">
          {problemText(error)}
        </p>
      )}
      {created ? (
        <Token device={created} />
      ) : (
        <GenericForm id={FORM} model={model.form} services={formServices()} send={model.send} />
      )}
    </Dialog>
  );
}

function Token({ device }: { device: CreatedDevice }) {
  return (
    <div className="flex flex-col gap-4 pt-1">
      <p className="flex gap-3 rounded-control bg-amber-soft px-3 py-2 text-note text-amber">
        <KeyRound aria-hidden size={18} className="mt-0.5 shrink-0" />
        {t('devices.created.hint')}
      </p>
      <CopyLine label={t('devices.created.token')} text={device.accessToken} testId="device-token" />
      <ConnectionGuide device={device} token={device.accessToken} hasReported={false} />
    </div>
  );
}
