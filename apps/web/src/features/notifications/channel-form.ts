import { createModel } from '@preact/signals-react';
import { CHANNEL_KINDS, message } from '@farm3d/api';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formProblem } from '../../components/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { notificationsApi } from './notifications-api.ts';
import { t } from './texts.ts';

const NAME_MAX = 64;

/** A new channel of the caller. */
export const ChannelFormModel = createModel(
  (onAdded: (added: { name: string; secret: string | null }) => void) => {
    const form = createFormModel({
      fields: () => [
        {
          key: 'kind',
          type: 'radio',
          label: t('notifications.channel.kind'),
          required: true,
          options: CHANNEL_KINDS.map((value) => ({ value, label: t(`notifications.channel.${value}`) })),
        },
        {
          key: 'name',
          type: 'text',
          label: t('notifications.channel.name'),
          required: true,
          maxLength: NAME_MAX,
        },
        {
          key: 'url',
          type: 'text',
          label: t('notifications.channel.url'),
          hint: t('notifications.channel.url.hint'),
          placeholder: 'https://',
          required: true,
          isVisible: ({ kind }) => kind === 'webhook',
          check: (value) =>
            typeof value === 'string' && /^https?:\/\/[^/\s]/.test(value.trim())
              ? null
              : message('linkage.webhook.address', locale.value),
        },
      ],
      locale,
      initial: { kind: 'email' },
      problemOf: formProblem(),
    });
    return {
      form,
      send: async ({ kind, name, url }: FormValues): Promise<void> => {
        const called = (name as string).trim();
        onAdded(
          await notificationsApi.notifications.addChannel(
            kind === 'webhook'
              ? { kind, name: called, url: (url as string).trim() }
              : { kind: 'email', name: called },
          ),
        );
      },
    };
  },
);
