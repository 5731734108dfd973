import { createModel, signal } from '@preact/signals-react';
import { checkDeviceName, message, type CreatedDevice, type ProductModel } from '@farm3d/api';
import { createImageUpload } from '../../components/images/image-upload.ts';
import { loadable } from '../../platform/loadable.ts';
import { locale } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import { api } from '../../platform/services.ts';
import { t } from './texts.ts';

/** Form that creates a device and shows its token once. */
export const NewDeviceModel = createModel((onCreated: () => void) => {
  const open = signal(false);
  const name = signal('');
  const productModelCode = signal<string | null>(null);
  const nameError = signal<string | null>(null);
  const productError = signal<string | null>(null);
  const problem = signal<string | null>(null);
  const busy = signal(false);
  const image = createImageUpload();
  const created = signal<CreatedDevice | null>(null);
  const products = loadable<ProductModel[]>(
    async (abort) => (await api.productModels.list({ signal: abort })).items,
  );

  const checkName = (): boolean => {
    const wrong = checkDeviceName(name.value);
    nameError.value = wrong && message(wrong, locale.value);
    return wrong === null;
  };

  return {
    open,
    name,
    productModelCode,
    nameError,
    productError,
    problem,
    busy,
    image,
    created,
    products,
    checkName,
    begin: (): void => {
      name.value = '';
      productModelCode.value = null;
      nameError.value = productError.value = problem.value = null;
      created.value = null;
      image.reset(null);
      open.value = true;
      void products.load();
    },
    close: (): void => {
      open.value = false;
    },
    typeName: (text: string): void => {
      name.value = text;
      if (nameError.peek() !== null) checkName();
    },
    chooseProduct: (code: string): void => {
      productModelCode.value = code;
      productError.value = null;
    },
    submit: async (): Promise<void> => {
      productError.value = productModelCode.value ? null : t('devices.productRequired');
      const isValid = checkName();
      const code = productModelCode.value;
      // An upload in progress belongs to the device.
      if (!isValid || !code || busy.value || image.progress.peek() !== null) return;
      busy.value = true;
      problem.value = null;
      try {
        created.value = await api.devices.create({
          name: name.value.trim(),
          productModelCode: code,
          picture: image.path.peek() ?? null,
        });
        onCreated();
      } catch (error) {
        problem.value = problemText(error);
      } finally {
        busy.value = false;
      }
    },
  };
});

export type NewDevice = InstanceType<typeof NewDeviceModel>;
