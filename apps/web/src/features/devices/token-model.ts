import { createModel, signal } from '@preact/signals-react';
import { checkDeviceToken, message } from '@farm3d/api';
import { createFormModel, type FieldValue, type FormValues } from '@farm3d/ui';
import { formProblem } from '../../kit/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { deviceApi } from './device-api.ts';
import { t } from './zh-CN.ts';

/** How long the former token may go on working, minutes; the longest is what the server allows. */
const KEPT_MINUTES = ['0', '60', '1440', '10080'] as const;
const KEPT_BY_DEFAULT = '60';
const TOKEN_MAX = 64;

/** The token that somebody typed; empty: the server makes one. */
const ownToken = (value: FieldValue | undefined): string => (typeof value === 'string' ? value.trim() : '');

/** A token that replaced another one. */
interface NewToken {
  readonly accessToken: string;
  /** Until when the former one works, too, epoch milliseconds; null: it has ended. */
  readonly formerTokenEndsAt: number | null;
}

/** Replaces the token of a device; the new one is known until the page is left. */
export const TokenModel = createModel((deviceId: string) => {
  const isOpen = signal(false);
  const replaced = signal<NewToken | null>(null);
  const form = createFormModel({
    fields: () => [
      {
        key: 'kept',
        type: 'select',
        label: t('device.token.kept'),
        hint: t('device.token.kept.hint'),
        required: true,
        options: KEPT_MINUTES.map((value) => ({ value, label: t(`device.token.kept.${value}`) })),
      },
      {
        key: 'accessToken',
        type: 'text',
        label: t('device.token.own'),
        hint: t('device.token.own.hint'),
        maxLength: TOKEN_MAX,
        check: (value) => {
          const token = ownToken(value);
          const wrong = token === '' ? null : checkDeviceToken(token);
          return wrong && message(wrong, locale.value);
        },
      },
    ],
    locale,
    initial: { kept: KEPT_BY_DEFAULT },
    problemOf: formProblem(),
  });
  return {
    isOpen,
    replaced,
    form,
    open: (): void => {
      form.reset();
      isOpen.value = true;
    },
    close: (): void => {
      isOpen.value = false;
    },
    send: async (values: FormValues): Promise<void> => {
      const own = ownToken(values['accessToken']);
      replaced.value = await deviceApi.deviceLink.rotateToken(deviceId, {
        keepFormerMinutes: Number(values['kept']),
        ...(own === '' ? {} : { accessToken: own }),
      });
      isOpen.value = false;
    },
  };
});

export type DeviceTokenScreen = InstanceType<typeof TokenModel>;
