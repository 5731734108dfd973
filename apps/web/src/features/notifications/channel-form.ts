import { createModel } from '@preact/signals-react';
import { CHANNEL_KINDS, message, type NotificationChannelDraft } from '@farm3d/api';
import { createFormModel, type FieldValue, type FormValues } from '@farm3d/ui';
import { formProblem } from '../../kit/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { notificationsApi } from './notifications-api.ts';
import { t } from './zh-CN.ts';

const NAME_MAX = 64;

const typed = (value: FieldValue | undefined): string => (typeof value === 'string' ? value.trim() : '');

function draftOf(values: FormValues): NotificationChannelDraft {
  const [name, url, secret, to] = ['name', 'url', 'secret', 'to'].map((key) => typed(values[key])) as [
    string,
    string,
    string,
    string,
  ];
  const kind = typed(values['kind']) as Exclude<NotificationChannelDraft['kind'], 'push'>;
  switch (kind) {
    case 'email':
      return { kind, name };
    case 'telegram':
      return { kind, name, secret, to };
    case 'sms':
      return { kind, name, url, secret, to };
    case 'dingtalk':
    case 'feishu':
      return { kind, name, url, secret };
    default:
      return { kind, name, url };
  }
}

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
          // A browser adds itself.
          options: CHANNEL_KINDS.filter((value) => value !== 'push').map((value) => ({
            value,
            label: t(`notifications.channel.${value}`),
          })),
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
          isVisible: ({ kind }) => kind !== 'email' && kind !== 'telegram',
          check: (value) =>
            typeof value === 'string' && /^https?:\/\/[^/\s]/.test(value.trim())
              ? null
              : message('linkage.webhook.address', locale.value),
        },
        {
          key: 'secret',
          type: 'text',
          label: t('notifications.channel.secret'),
          hint: t('notifications.channel.secret.hint'),
          isVisible: ({ kind }) => ['dingtalk', 'feishu', 'telegram', 'sms'].includes(typed(kind)),
        },
        {
          key: 'to',
          type: 'text',
          label: t('notifications.channel.to'),
          required: true,
          isVisible: ({ kind }) => kind === 'telegram' || kind === 'sms',
        },
      ],
      locale,
      initial: { kind: 'email' },
      problemOf: formProblem(),
    });
    return {
      form,
      send: async (values: FormValues): Promise<void> => {
        onAdded(await notificationsApi.notifications.addChannel(draftOf(values)));
      },
    };
  },
);
