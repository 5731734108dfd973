import { batch, computed, createModel, effect, signal } from '@preact/signals-react';
import { ApiError, productModelProblems, type DictionaryEntry, type ProductModel } from '@farm3d/api';
import { createImageUpload } from '../../kit/images/image-upload.ts';
import { refusalText, uploadFile } from '../../kit/images/upload-image.ts';
import { loadable } from '../../platform/loadable.ts';
import { locale } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import { api, services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { readForm } from './product-model-api.ts';
import {
  bodyOf,
  EMPTY_MODEL,
  emptyPart,
  isSingle,
  partOf,
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

/** Reads the present language. */
type Message = () => string;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** One product model in the editor; 'new' creates one. Unsaved changes survive a reload and a lost login. */
export const EditorModel = createModel((id: string, onCreated: (id: string) => void) => {
  const isNew = id === 'new';
  const drafts = services.draftOf<ModelForm>(`productModel.${id}`);
  const product = signal<ProductModel | null>(null);
  /** As stored; the form as it was opened. */
  const stored = signal<ModelForm>(EMPTY_MODEL);
  const form = signal<ModelForm>(EMPTY_MODEL);
  const isRestored = signal(false);
  /** Whether the form contains the model. Before that no draft is stored. */
  const isReady = signal(false);
  /** In the present language, as all messages. */
  const problem = signal<Message | null>(null);
  /** Errors of the server, by the path of their field. */
  const refused = signal<Readonly<Record<string, Message>>>({});
  const isChecked = signal(false);
  const busy = signal(false);
  /** Incremented to move the focus to the first wrong field. */
  const focusRequest = signal(0);
  /** Share of the 3D model that was sent, 0 … 1; null: no upload. */
  const uploading = signal<number | null>(null);
  let upload: AbortController | undefined;

  const begin = (next: ModelForm, kept: ModelForm | null): void =>
    batch(() => {
      stored.value = next;
      form.value = kept ?? next;
      isReady.value = true;
      isRestored.value = kept !== null;
      isChecked.value = false;
      refused.value = {};
      problem.value = null;
    });
  const loaded = loadable<ModelForm>(async (abort) => {
    if (isNew) return EMPTY_MODEL;
    const found = await api.productModels.get(id, { signal: abort });
    product.value = found;
    return readForm(found, abort);
  });
  const others = loadable<readonly ProductModel[]>(
    async (abort) => (await api.productModels.list({ signal: abort })).items,
  );
  const dictionary = loadable<readonly DictionaryEntry[]>(
    async (abort) => (await api.productModels.dictionaries({}, { signal: abort })).items,
  );
  const load = async (): Promise<void> => {
    await loaded.load();
    const next = loaded.value.peek();
    if (!next) return;
    const isReadOnly = product.peek()?.builtIn ?? false;
    begin(next, isReadOnly ? null : drafts.read());
    icon.reset(form.peek().picture);
  };

  const change = (part: Partial<ModelForm>): void =>
    batch(() => {
      form.value = { ...form.peek(), ...part };
      const changed = Object.keys(part).map((name) => BODY_FIELDS[name as keyof ModelForm]);
      const kept = Object.entries(refused.peek()).filter(
        ([path]) => !changed.includes(path.split('.', 1)[0] ?? ''),
      );
      refused.value = Object.fromEntries(kept);
    });
  const icon = createImageUpload(services, {
    store: async (file) => change({ picture: file?.url ?? null }),
  });
  const isDirty = computed(() => isReady.value && !isSame(form.value, stored.value));
  effect(() => {
    if (isReady.value && !product.value?.builtIn) drafts.write(isDirty.value ? form.value : null);
  });
  effect(() => () => upload?.abort());

  const wrong = computed<Readonly<Record<string, string>>>(() => {
    const found = productModelProblems(bodyOf(form.value), locale.value);
    for (const [at, part] of form.value.parts.entries())
      if (isSingle(part))
        for (const name of ['parameterEnName', 'parameterName', 'labelEn'])
          delete found[`attributes.${at}.parameters.0.${name}`];
    return found;
  });
  const changePart = (at: number, part: PartForm): void =>
    change({ parts: form.peek().parts.map((one, index) => (index === at ? part : one)) });

  const failed = (error: unknown): void =>
    batch(() => {
      const text = () => problemText(error);
      const field = error instanceof ApiError ? error.field : undefined;
      const isShown = field !== undefined && field !== 'version' && field !== 'id';
      refused.value = isShown ? { [field]: text } : {};
      problem.value = isShown ? null : text;
      focusRequest.value += 1;
    });

  void load();
  void others.load();
  void dictionary.load();
  return {
    isNew: computed(() => isNew),
    product,
    loaded,
    isReady,
    form,
    icon,
    isRestored,
    isDirty,
    busy,
    problem: computed(() => problem.value?.() ?? null),
    focusRequest,
    uploading,
    load,
    change,
    changePart,
    isReadOnly: computed(() => product.value?.builtIn ?? false),
    /** Errors to show, by the path of their field: all of them after an attempt to save. */
    errors: computed<Readonly<Record<string, string>>>(() => ({
      ...(isChecked.value ? wrong.value : {}),
      ...Object.fromEntries(Object.entries(refused.value).map(([path, text]) => [path, text()])),
    })),
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
    discard: (): void => {
      begin(stored.peek(), null);
      icon.reset(stored.peek().picture);
    },
    uploadModel: async (file: File): Promise<void> => {
      const fail = (text: Message): void => {
        refused.value = { ...refused.peek(), scene3dModelSnape: text };
      };
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
    save: async (): Promise<void> => {
      if (busy.peek() || uploading.peek() !== null) return;
      batch(() => {
        isChecked.value = true;
        problem.value = null;
        refused.value = {};
      });
      if (Object.keys(wrong.peek()).length > 0) {
        focusRequest.value += 1;
        return;
      }
      busy.value = true;
      try {
        const body = bodyOf(form.peek());
        const version = product.peek()?.version;
        const saved = isNew
          ? await api.productModels.create(body)
          : await api.productModels.update(id, version === undefined ? body : { ...body, version });
        batch(() => {
          stored.value = form.peek();
          product.value = saved;
          isRestored.value = false;
          isChecked.value = false;
        });
        showToast('success', t(isNew ? 'models.created' : 'models.saved'));
        drafts.write(null);
        if (isNew) onCreated(saved.id);
      } catch (error) {
        failed(error);
      } finally {
        busy.value = false;
      }
    },
  };
});

export type Editor = InstanceType<typeof EditorModel>;
