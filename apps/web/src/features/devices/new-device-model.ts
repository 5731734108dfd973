import { createModel, signal } from '@preact/signals-react';
import type { CreatedDevice, ProductModel } from '@farm3d/api';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formDraft, formProblem } from '../../kit/forms/form-services.ts';
import { loadable } from '../../platform/loadable.ts';
import { locale } from '../../platform/locale.ts';
import { readPreference, writePreference } from '../../platform/preferences.ts';
import { api } from '../../platform/services.ts';
import { DEVICE_BODY_FIELDS, draftOf, newDeviceFields } from './device-fields.ts';

/** Form that creates a device and shows its token once; the next one begins with its product model. */
export const NewDeviceModel = createModel((onCreated: () => void) => {
  const open = signal(false);
  const created = signal<CreatedDevice | null>(null);
  const products = loadable<ProductModel[]>(
    async (abort) => (await api.productModels.list({ signal: abort })).items,
  );
  const form = createFormModel({
    fields: () => newDeviceFields(products.value.value ?? []),
    locale,
    draft: formDraft('device.new'),
    problemOf: formProblem(DEVICE_BODY_FIELDS),
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
    send: async (values: FormValues): Promise<void> => {
      const draft = draftOf(values);
      created.value = await api.devices.create(draft);
      writePreference('device.model', draft.productModelCode);
      onCreated();
    },
  };
});

export type NewDevice = InstanceType<typeof NewDeviceModel>;
