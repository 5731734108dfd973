import { createModel, signal } from '@preact/signals-react';
import type { CreatedDevice, ProductModel } from '@farm3d/api';
import { Button, GenericForm } from '@farm3d/ui';
import { CopyLine } from '../../kit/blocks.tsx';
import { DialogButtons, PageDialog, OnceNote } from '../../kit/dialog.tsx';
import { createForm } from '../../kit/forms/create-form.ts';
import { useFormServices } from '../../kit/forms/form-services.ts';
import { loadable } from '../../platform/loadable.ts';
import { readPreference, writePreference } from '../../platform/storage.ts';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { ConnectionGuide } from './connection-guide.tsx';
import { DEVICE_BODY_FIELDS, draftOf, newDeviceFields } from './device-fields.ts';
import { t } from './zh-CN.ts';

const FORM = 'device-create-form';

/** Form that creates a device and shows its token once; the next one begins with its product model. */
export const NewDeviceModel = createModel((services: Services, onCreated: () => void) => {
  const { api } = services;
  const open = signal(false);
  const created = signal<CreatedDevice | null>(null);
  const products = loadable<ProductModel[]>(
    async (abort) => (await api.productModels.list({ signal: abort })).items,
  );
  const { form, send } = createForm(services, {
    fields: () => newDeviceFields(products.value.value ?? []),
    draft: 'device.new',
    bodyFields: DEVICE_BODY_FIELDS,
    send: async (values) => {
      const draft = draftOf(values);
      created.value = await api.devices.create(draft);
      writePreference('device.model', draft.productModelCode);
      onCreated();
    },
  });
  /** The next device is mostly of the model of the last one. */
  const startFromLast = (): void => {
    const last = readPreference('device.model');
    const isOffered = products.value.peek()?.some(({ code }) => code === last) ?? false;
    if (isOffered && !form.isDirty.peek()) form.reset({ productModelCode: last });
  };
  return {
    open,
    created,
    products,
    form,
    send,
    begin: (): void => {
      created.value = null;
      open.value = true;
      void products.load().then(startFromLast);
    },
    /** What was typed is kept for the next time. */
    close: (): void => {
      open.value = false;
      if (created.peek()) form.reset({});
    },
  };
});
type NewDevice = InstanceType<typeof NewDeviceModel>;

/** Creates a device, then shows its token once. */
export function NewDeviceDialog({ model }: { model: NewDevice }) {
  const services = useFormServices();
  const created = model.created.value;
  const { value: error } = model.products.error;
  return (
    <PageDialog
      open={model.open.value}
      onClose={model.close}
      title={t(created ? 'devices.created.title' : 'devices.new')}
      testId="device-create"
      // The token is shown once: a click outside must not close the dialog.
      keepOpen={created !== null}
      actions={
        created ? (
          <Button variant="primary" data-testid="device-created-done" onClick={model.close}>
            {t('devices.created.done')}
          </Button>
        ) : (
          <DialogButtons
            onCancel={model.close}
            label={t('devices.create')}
            form={FORM}
            busy={model.form.busy.value || model.form.isUploading.value}
            testId="device-create-submit"
          />
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
        <GenericForm id={FORM} model={model.form} services={services} send={model.send} />
      )}
    </PageDialog>
  );
}

function Token({ device }: { device: CreatedDevice }) {
  return (
    <div className="flex flex-col gap-4 pt-1">
      <OnceNote>{t('devices.created.hint')}</OnceNote>
      <CopyLine label={t('devices.created.token')} text={device.accessToken} testId="device-token" />
      <ConnectionGuide device={device} token={device.accessToken} hasReported={false} />
    </div>
  );
}
