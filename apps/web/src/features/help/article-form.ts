import { createModel } from '@preact/signals-react';
import type { ProductModel } from '@farm3d/api';
import { createFormModel, type FormField, type FormValues, type UploadedFile } from '@farm3d/ui';
import { formDraft, formProblem } from '../../kit/forms/form-services.ts';
import { locale, term } from '../../platform/locale.ts';
import { ARTICLE_KINDS, type ArticleKind } from './articles-model.ts';
import { helpApi } from './help-api.ts';
import { t } from './zh-CN.ts';

/** Limits of the call. */
const TITLE_MAX = 64;
const CONTENT_MAX = 64 * 1024;

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

const textOf = (values: FormValues, key: string): string => {
  const value = values[key];
  return typeof value === 'string' ? value.trim() : '';
};
const fields = (products: readonly ProductModel[]): FormField[] => [
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
export const ArticleFormModel = createModel(({ kind, products, onSaved }: ArticleFormOptions) => {
  const form = createFormModel({
    fields: () => fields(products),
    locale,
    initial: { kind },
    draft: formDraft(`article.${kind}`),
    problemOf: formProblem(),
  });
  return {
    form,
    send: async (values: FormValues): Promise<void> => {
      const [cover] = (values['cover'] ?? []) as readonly UploadedFile[];
      await helpApi.articles.publish({
        kind: textOf(values, 'kind') as ArticleKind,
        title: textOf(values, 'title'),
        content: textOf(values, 'content'),
        cover: cover?.path ?? null,
        productModelId: textOf(values, 'productModel') || null,
      });
      onSaved();
    },
  };
});
