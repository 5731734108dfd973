import { computed, createModel, signal } from '@preact/signals-react';
import { ApiError, type ProductGroup, type ProductModel } from '@farm3d/api';
import { createAttempts, createOpening, createQuestion } from '../../kit/actions.ts';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { labelOf } from '../../platform/names.ts';
import { saveFile } from '../../platform/save-file.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { bodyOf, readForm } from './product-model-draft.ts';
import { t } from './zh-CN.ts';

/** The selected group of product types, and type; both null: all product models. */
export interface Shelf {
  readonly group: string | null;
  readonly type: string | null;
}
const ALL: Shelf = { group: null, type: null };

/** The product models of the organisation and of the product, by group and type. */
export const ModelsModel = createModel(({ api }: Services) => {
  const { productModels } = api;
  const shelf = signal<Shelf>(ALL);
  const search = signal('');
  const groups = loadable<readonly ProductGroup[]>(
    async (abort) => (await productModels.groups({ signal: abort })).items,
  );
  /** Names of product types by code: that of their first product model. */
  const typeNames = signal<ReadonlyMap<string, ProductModel>>(new Map());
  const models = loadable<readonly ProductModel[]>(async (abort) => {
    const { group, type } = shelf.peek();
    const answer =
      group !== null && type !== null
        ? await productModels.ofGroup(group, type, { signal: abort })
        : await productModels.list({ signal: abort });
    if (type === null)
      typeNames.value = new Map(answer.items.toReversed().map((one) => [one.productTypeCode, one]));
    return answer.items;
  });
  const refresh = (): void => {
    void groups.load();
    void models.load();
  };
  const { attempt } = createAttempts(refresh);
  const exporting = createAttempts();
  refresh();

  const shown = computed(() => {
    const text = search.value.trim().toLowerCase();
    const { group, type } = shelf.value;
    const types = groups.value.value?.find(({ id }) => id === group)?.productTypeCodes;
    return (models.value.value ?? []).filter(
      (model) =>
        (type === null ? (types?.includes(model.productTypeCode) ?? true) : model.productTypeCode === type) &&
        `${model.code} ${model.name} ${model.nameEn} ${labelOf(model)}`.toLowerCase().includes(text),
    );
  });
  return {
    shelf,
    search,
    groups,
    models,
    typeNames,
    shown,
    /** The model that is copied, and the dialog that imports some. */
    copying: createOpening<ProductModel>(),
    importing: createOpening<true>(),
    removal: createQuestion<ProductModel>(({ id }) =>
      attempt(async () => {
        await productModels.remove(id);
        return t('models.deleted');
      }),
    ),
    refresh,
    type: (text: string): void => {
      search.value = text;
    },
    choose: (next: Shelf): void => {
      shelf.value = next;
      void models.load();
    },
    clear: (): void => {
      search.value = '';
      shelf.value = ALL;
      void models.load();
    },
    exportFile: ({ id, code }: ProductModel): Promise<boolean> =>
      exporting.attempt(async () => {
        const file = await productModels.export(id);
        saveFile(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), `${code}.json`);
        return null;
      }),
    /** Retires a product model, or makes it active again. */
    setState: (model: ProductModel, state: 'retired' | 'active'): Promise<boolean> =>
      attempt(async () => {
        const form = await readForm(api, model);
        await productModels.update(model.id, { ...bodyOf({ ...form, state }), version: model.version });
        const name = labelOf(model);
        return state === 'retired' ? t('models.retired', { name }) : t('models.activated', { name });
      }),
    /** @returns the copy, or why there is none */
    copy: async (
      model: ProductModel,
      code: string,
      name: string,
    ): Promise<{ copy: ProductModel } | { text: string; field: string | undefined }> => {
      try {
        return { copy: await productModels.copy(model.id, code, name) };
      } catch (error) {
        return { text: problemText(error), field: error instanceof ApiError ? error.field : undefined };
      }
    },
    /** Imports the product models of a file. @returns the error, or null */
    importFile: async (file: File): Promise<string | null> => {
      let content: unknown;
      try {
        content = JSON.parse(await file.text());
      } catch {
        return t('models.import.notJson');
      }
      try {
        const { total } = await productModels.import(content);
        showToast('success', t('models.import.done', { n: total }));
        refresh();
        return null;
      } catch (error) {
        const field = error instanceof ApiError && error.field !== undefined ? `${error.field}: ` : '';
        return field + problemText(error);
      }
    },
  };
});

export type Models = InstanceType<typeof ModelsModel>;
