import { createModel } from '@preact/signals-react';
import { articles, feedback, type Feedback, type ProductModel } from '@farm3d/api';
import type { FormField, FormValues, UploadedFile } from '@farm3d/ui';
import { createForm } from '../../kit/forms/create-form.ts';
import { term } from '../../platform/locale.ts';
import type { Services } from '../../platform/services.ts';
import { ARTICLE_KINDS, type ArticleKind } from './articles-model.ts';
import { t } from './zh-CN.ts';

/** Limits of the calls. */
const TITLE_MAX = 64;
const CONTENT_MAX = 64 * 1024;
const TEXT_MAX = 2000;
const CONTACT_MAX = 64;
const PHOTOS_MAX = 6;

const textOf = (values: FormValues, key: string): string => {
  const value = values[key];
  return typeof value === 'string' ? value.trim() : '';
};

const KIND_TEXTS: Record<ArticleKind, () => string> = {
  tutorial: () => t('help.tutorials'),
  instruction: () => t('help.instructions'),
  notice: () => t('help.notices'),
};

interface ArticleFormOptions {
  readonly kind: ArticleKind;
  readonly products: readonly ProductModel[];
  readonly onSaved: () => void;
}

const articleFields = (products: readonly ProductModel[]): FormField[] => [
  {
    key: 'kind',
    type: 'radio',
    label: t('help.field.kind'),
    required: true,
    options: ARTICLE_KINDS.map((value) => ({ value, label: KIND_TEXTS[value]() })),
  },
  { key: 'title', type: 'text', label: t('help.field.title'), required: true, maxLength: TITLE_MAX },
  {
    key: 'content',
    type: 'textarea',
    label: t('help.field.content'),
    hint: t('help.field.content.hint'),
    required: true,
    maxLength: CONTENT_MAX,
  },
  {
    key: 'productModel',
    type: 'select',
    label: t('help.field.product'),
    placeholder: t('help.field.product.none'),
    options: products.map(({ id, code, name }) => ({ value: id, label: term(code, name) })),
    isVisible: ({ kind }) => kind === 'instruction',
  },
  { key: 'cover', type: 'image', label: t('help.field.cover') },
];

/** Form of a new article. What was typed is kept until it is published. */
export const ArticleFormModel = createModel(
  (services: Services, { kind, products, onSaved }: ArticleFormOptions) =>
    createForm(services, {
      fields: () => articleFields(products),
      initial: { kind },
      draft: `article.${kind}`,
      send: async (values) => {
        const [cover] = (values['cover'] ?? []) as readonly UploadedFile[];
        await services.clientOf({ articles }).articles.publish({
          kind: textOf(values, 'kind') as ArticleKind,
          title: textOf(values, 'title'),
          content: textOf(values, 'content'),
          cover: cover?.path ?? null,
          productModelId: textOf(values, 'productModel') || null,
        });
        onSaved();
      },
    }),
);

/** Form of new feedback. What was typed is kept until it is sent. */
export const FeedbackFormModel = createModel((services: Services, onSent: () => void) =>
  createForm(services, {
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
    draft: 'feedback.new',
    send: async (values) => {
      const photos = (values['photos'] ?? []) as readonly UploadedFile[];
      await services.clientOf({ feedback }).feedback.create({
        content: textOf(values, 'content'),
        contact: textOf(values, 'contact'),
        photos: photos.map(({ path }) => path),
      });
      onSent();
    },
  }),
);

/** Form of the answer to somebody's feedback. */
export const AnswerFormModel = createModel(
  (services: Services, { id, answer }: Feedback, onSent: () => void) =>
    createForm(services, {
      fields: () => [
        {
          key: 'answer',
          type: 'textarea',
          label: t('help.feedback.answer'),
          required: true,
          maxLength: TEXT_MAX,
        },
      ],
      initial: { answer: answer ?? '' },
      draft: `feedback.answer.${id}`,
      send: async (values) => {
        await services.clientOf({ feedback }).feedback.answer(id, textOf(values, 'answer'));
        onSent();
      },
    }),
);
