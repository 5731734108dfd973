import { createModel } from '@preact/signals-react';
import type { NotificationTemplate } from '@farm3d/api';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formProblem } from '../../kit/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { notificationsApi } from './notifications-api.ts';
import { t } from './zh-CN.ts';

const SUBJECT_MAX = 200;
const CONTENT_MAX = 2000;

/** The text of one kind of notification in one language. */
export const TemplateFormModel = createModel(
  ({ kind, language, subject, content, variables }: NotificationTemplate, onSaved: () => void) => {
    const form = createFormModel({
      fields: () => [
        {
          key: 'subject',
          type: 'text',
          label: t('notifications.template.subject'),
          required: true,
          maxLength: SUBJECT_MAX,
        },
        {
          key: 'content',
          type: 'textarea',
          label: t('notifications.template.content'),
          hint: t('notifications.templates.hint', {
            names: variables.map((name) => `{{${name}}}`).join(' '),
          }),
          required: true,
          maxLength: CONTENT_MAX,
        },
      ],
      locale,
      initial: { subject, content },
      problemOf: formProblem(),
    });
    return {
      form,
      send: async (values: FormValues): Promise<void> => {
        await notificationsApi.notifications.setTemplate({
          kind,
          language,
          subject: values['subject'] as string,
          content: values['content'] as string,
        });
        onSaved();
      },
    };
  },
);
