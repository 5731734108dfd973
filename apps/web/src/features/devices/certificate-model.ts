import { createModel, signal } from '@preact/signals-react';
import type { DeviceCertificate } from '@farm3d/api';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formProblem } from '../../kit/forms/form-services.ts';
import { loadable } from '../../platform/loadable.ts';
import { locale } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import { showToast } from '../../platform/toasts.ts';
import { deviceApi } from './device-api.ts';
import { t } from './zh-CN.ts';

/** The client certificate of a device, and the form of another one. */
export const CertificateModel = createModel((deviceId: string) => {
  const certificate = loadable<DeviceCertificate | null>((abort) =>
    deviceApi.deviceLink.certificate(deviceId, { signal: abort }),
  );
  const isSetting = signal(false);
  const isRemoving = signal(false);
  const busy = signal(false);
  const form = createFormModel({
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
    locale,
    problemOf: formProblem(),
  });
  const store = async (pem: string | null): Promise<void> => {
    certificate.set(await deviceApi.deviceLink.setCertificate(deviceId, pem));
    showToast('success', t(pem === null ? 'device.certificate.removed' : 'device.certificate.saved'));
  };
  void certificate.load();
  return {
    certificate,
    isSetting,
    isRemoving,
    busy,
    form,
    open: (setting: boolean): void => {
      isSetting.value = setting;
    },
    send: async ({ certificate: pem }: FormValues): Promise<void> => {
      await store((pem as string).trim());
      isSetting.value = false;
    },
    askRemoval: (asked: boolean): void => {
      isRemoving.value = asked;
    },
    remove: async (): Promise<void> => {
      busy.value = true;
      try {
        await store(null);
      } catch (error) {
        showToast('error', problemText(error));
      } finally {
        busy.value = false;
        isRemoving.value = false;
      }
    },
  };
});
