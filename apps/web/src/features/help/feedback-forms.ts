import { createModel } from '@preact/signals-react';
import type { Feedback } from '@farm3d/api';
import { createFormModel, type FormValues, type UploadedFile } from '@farm3d/ui';
import { formDraft, formProblem } from '../../kit/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { helpApi } from './help-api.ts';
import { t } from './zh-CN.ts';

/** Limits of the calls. */
const TEXT_MAX = 2000;
const CONTACT_MAX = 64;
const PHOTOS_MAX = 6;

const textOf = (values: FormValues, key: string): string => {
  const value = values[key];
  return typeof value === 'string' ? value.trim() : '';
};

/** Form of new feedback. What was typed is kept until it is sent. */
export const FeedbackFormModel = createModel((onSent: () => void) => {
  const form = createFormModel({
    fields: () => [
      {
        key: 'content',
        type: 'textarea',
        label: t('help.feedback.content'),
        required: true,
        maxLength: TEXT_MAX,
      },
      { key: 'photos', type: 'image', label: t('help.feedback.photos'), maxLength: PHOTOS_MAX },
      {
        key: 'contact',
        type: 'text',
        label: t('help.feedback.contact'),
        hint: t('help.feedback.contact.hint'),
        maxLength: CONTACT_MAX,
      },
    ],
    locale,
    draft: formDraft('feedback.new'),
    problemOf: formProblem(),
  });
  return {
    form,
    send: async (values: FormValues): Promise<void> => {
      const photos = (values['photos'] ?? []) as readonly UploadedFile[];
      await helpApi.feedback.create({
        content: textOf(values, 'content'),
        contact: textOf(values, 'contact'),
        photos: photos.map(({ path }) => path),
      });
      onSent();
    },
  };
});

/** Form of the answer to somebody's feedback. */
export const AnswerFormModel = createModel(({ id, answer }: Feedback, onSent: () => void) => {
  const form = createFormModel({
    fields: () => [
      {
        key: 'answer',
        type: 'textarea',
        label: t('help.feedback.answer'),
        required: true,
        maxLength: TEXT_MAX,
      },
    ],
    locale,
    initial: { answer: answer ?? '' },
    draft: formDraft(`feedback.answer.${id}`),
    problemOf: formProblem(),
  });
  return {
    form,
    send: async (values: FormValues): Promise<void> => {
      await helpApi.feedback.answer(id, textOf(values, 'answer'));
      onSent();
    },
  };
});
