import { computed, createModel, effect, signal } from '@preact/signals-react';
import { productModelProblems, type DictionaryEntry, type ProductModel } from '@farm3d/api';
import { createEditor } from '../../kit/editor-model.ts';
import { createImageUpload } from '../../kit/images/image-upload.ts';
import { refusalText, uploadFile } from '../../kit/images/upload-image.ts';
import { loadable } from '../../platform/loadable.ts';
import { locale } from '../../platform/locale.ts';
import type { Services } from '../../platform/services.ts';
import {
  bodyOf,
  EMPTY_MODEL,
  emptyPart,
  isSingle,
  partOf,
  readForm,
  type ModelForm,
  type PartForm,
  type PartKind,
} from './product-model-draft.ts';
import { t } from './zh-CN.ts';

/** Largest upload, bytes. */
const MODEL_MAX_BYTES = 20 * 1024 * 1024;

/** Names of the fields in the call. */
const BODY_FIELDS: Readonly<Record<keyof ModelForm, string>> = {
  code: 'productModelCode',
  name: 'name',
  nameEn: 'nameEn',
  productTypeCode: 'productTypeCode',
  state: 'state',
  reportingInterval: 'reportingInterval',
  undeclaredCommands: 'undeclaredCommands',
  picture: 'productModelPic',
  modelPath: 'scene3dModelSnape',
  parts: 'attributes',
};

/** What the server would refuse; the only value of a part has no names of its own to be wrong. */
function wrongIn(form: ModelForm): Readonly<Record<string, string>> {
  const found = productModelProblems(bodyOf(form), locale.value);
  for (const [at, part] of form.parts.entries())
    if (isSingle(part))
      for (const name of ['parameterEnName', 'parameterName', 'labelEn'])
        delete found[`attributes.${at}.parameters.0.${name}`];
  return found;
}

/** One product model in the editor; 'new' creates one. */
export const EditorModel = createModel((services: Services, id: string, onCreated: (id: string) => void) => {
  const { api } = services;
  /** Share of the 3D model that was sent, 0 … 1; null: no upload. */
  const uploading = signal<number | null>(null);
  let upload: AbortController | undefined;

  const editor = createEditor<ModelForm, ProductModel, ReturnType<typeof bodyOf>>(services, {
    id,
    empty: EMPTY_MODEL,
    draftName: (of) => `productModel.${of}`,
    read: async (abort, found) => {
      if (id === 'new') return EMPTY_MODEL;
      const product = await api.productModels.get(id, { signal: abort });
      found(product);
      return readForm(api, product, abort);
    },
    isReadOnly: (product) => product?.builtIn ?? false,
    onBegin: ({ picture }) => icon.reset(picture),
    wrongIn,
    bodyFields: BODY_FIELDS,
    isBlocked: () => uploading.peek() !== null,
    bodyOf,
    create: (body) => api.productModels.create(body),
    update: (body) => api.productModels.update(id, body),
    savedText: (isNew) => t(isNew ? 'models.created' : 'models.saved'),
    onCreated,
  });
  const { form, change } = editor;
  const others = loadable<readonly ProductModel[]>(
    async (abort) => (await api.productModels.list({ signal: abort })).items,
  );
  const dictionary = loadable<readonly DictionaryEntry[]>(
    async (abort) => (await api.productModels.dictionaries({}, { signal: abort })).items,
  );
  const icon = createImageUpload(services, {
    store: async (file) => change({ picture: file?.url ?? null }),
  });
  effect(() => () => upload?.abort());

  void others.load();
  void dictionary.load();
  return {
    ...editor,
    icon,
    uploading,
    changePart: (at: number, part: PartForm): void =>
      change({ parts: form.peek().parts.map((one, index) => (index === at ? part : one)) }),
    /** Paths of the models of the product, for a choice. */
    builtInModels: computed(() => [
      ...new Set(
        (others.value.value ?? []).flatMap(({ modelPath }) =>
          modelPath?.startsWith('/models/') ? [modelPath] : [],
        ),
      ),
    ]),
    /** Product types that exist. */
    types: computed(() => [
      ...new Set((others.value.value ?? []).map(({ productTypeCode }) => productTypeCode)),
    ]),
    /** Attributes and states that other product models have and this one has not, by identifier. */
    known: computed(() => {
      const own = new Set(form.value.parts.map(({ identify }) => identify));
      return (dictionary.value.value ?? []).filter(
        ({ identify, type }) => type !== 'service' && !own.has(identify),
      );
    }),
    /** Adds one of them, with its names, units and ranges. */
    addKnown: (identify: string): void => {
      const entry = dictionary.value
        .peek()
        ?.find((one) => one.type !== 'service' && one.identify === identify);
      if (entry) change({ parts: [...form.peek().parts, partOf(entry)] });
    },
    addPart: (kind: PartKind): void => change({ parts: [...form.peek().parts, emptyPart(kind)] }),
    removePart: (at: number): void => change({ parts: form.peek().parts.filter((_, index) => index !== at) }),
    /** Moves it before the preceding part of its kind. */
    movePartUp: (at: number): void => {
      const parts = [...form.peek().parts];
      const kind = parts[at]?.kind;
      const before = parts.findLastIndex((part, index) => index < at && part.kind === kind);
      const [moved] = before < 0 ? [] : parts.splice(at, 1);
      if (moved) change({ parts: parts.toSpliced(before, 0, moved) });
    },
    uploadModel: async (file: File): Promise<void> => {
      const fail = (text: () => string): void => editor.refuse(BODY_FIELDS.modelPath, text);
      if (!/\.(?:glb|fbx)$/i.test(file.name)) return fail(() => t('models.model.type'));
      if (file.size > MODEL_MAX_BYTES) return fail(() => t('models.model.hint'));
      upload?.abort();
      const controller = new AbortController();
      upload = controller;
      uploading.value = 0;
      try {
        const { url } = await uploadFile(services, file, file.name, {
          signal: controller.signal,
          report: (_, ratio) => (uploading.value = ratio),
        });
        change({ modelPath: url });
      } catch (error) {
        if (!controller.signal.aborted) fail(() => refusalText(error) ?? t('models.model.failed'));
      } finally {
        uploading.value = null;
      }
    },
  };
});

export type Editor = InstanceType<typeof EditorModel>;
