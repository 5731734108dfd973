import { batch, effect, signal } from '@preact/signals-react';
import type { StoredFile } from '@farm3d/api';
import type { Services } from '../../platform/services.ts';
import { refusalText, uploadImage, type UploadReport } from './upload-image.ts';
import { t } from './zh-CN.ts';

/** Size limit of a chosen file, bytes: 'each under 20MB' (Spec §9; readings 34). */
const IMAGE_MAX_BYTES = 20 * 1024 * 1024;
const TYPES = /^image\/(?:jpeg|png|gif|bmp|webp)$/;

export interface ImageUploadOptions {
  /**
   * Stores an uploaded image; null removes the present one. Until it resolves, the previous image is shown; for good when
   * it rejects. Default: stores nothing, the caller reads `path`.
   */
  store?: (file: StoredFile | null, signal: AbortSignal) => Promise<void>;
}

/** Message key for a file that is refused by type or size; null: accepted. */
function refusalOf(file: Pick<File, 'type' | 'size'>): 'image.type' | 'image.tooLarge' | null {
  if (!TYPES.test(file.type)) return 'image.type';
  return file.size > IMAGE_MAX_BYTES ? 'image.tooLarge' : null;
}

/** One image that can be uploaded, replaced and removed. Created inside `createModel`, it is aborted with the model. */
export function createImageUpload(
  services: Pick<Services, 'clientOf'>,
  { store = async () => {} }: ImageUploadOptions = {},
) {
  /** URL of the shown image; null: none. */
  const url = signal<string | null>(null);
  /** Path of the image uploaded here; null: removed, undefined: unchanged. */
  const path = signal<string | null | undefined>(undefined);
  const progress = signal<{ label: string; ratio: number } | null>(null);
  const error = signal<string | null>(null);
  const note = signal<string | null>(null);
  const isConfirmingRemoval = signal(false);
  let current: AbortController | undefined;
  effect(() => () => current?.abort());

  const finish = (result: { error?: string; note?: string }): void =>
    batch(() => {
      progress.value = null;
      error.value = result.error ?? null;
      note.value = result.note ?? null;
    });
  const errorText = (problem: unknown): string => refusalText(problem) ?? t('image.failed');

  const run = async (work: (signal: AbortSignal) => Promise<string | undefined>): Promise<void> => {
    const controller = new AbortController();
    current = controller;
    try {
      const message = await work(controller.signal);
      if (!controller.signal.aborted) finish(message === undefined ? {} : { note: message });
    } catch (problem) {
      if (current === controller)
        finish(controller.signal.aborted ? { note: t('image.cancelled') } : { error: errorText(problem) });
    }
  };

  const send = async (file: File, abort: AbortSignal): Promise<string> => {
    const report: UploadReport = (label, ratio) => {
      if (!abort.aborted) progress.value = { label, ratio };
    };
    const { stored, note: result } = await uploadImage(services, file, { signal: abort, report });
    report(t('image.storing'), 1);
    await store(stored, abort);
    batch(() => {
      url.value = stored.url;
      path.value = stored.path;
    });
    return result;
  };

  return {
    url,
    path,
    progress,
    error,
    note,
    isConfirmingRemoval,
    /** Starts again from the stored image. */
    reset: (address: string | null): void => {
      current?.abort();
      current = undefined;
      batch(() => {
        url.value = address;
        path.value = undefined;
        isConfirmingRemoval.value = false;
        finish({});
      });
    },
    /** Takes over an image that was changed elsewhere. */
    follow: (address: string | null): void => {
      if (progress.peek() === null) url.value = address;
    },
    addFiles: async (files: readonly File[]): Promise<void> => {
      const [file] = files;
      if (!file || progress.peek() !== null) return;
      if (files.length > 1)
        return finish({ error: t('image.limit', { n: 1, m: url.peek() === null ? 1 : 0 }) });
      const refusal = refusalOf(file);
      if (refusal) return finish({ error: t(refusal) });
      finish({});
      await run((abort) => send(file, abort));
    },
    cancel: (): void => current?.abort(),
    requestRemoval: (): void => {
      isConfirmingRemoval.value = true;
    },
    cancelRemoval: (): void => {
      isConfirmingRemoval.value = false;
    },
    remove: async (): Promise<void> => {
      isConfirmingRemoval.value = false;
      await run(async (abort) => {
        progress.value = { label: t('image.storing'), ratio: 1 };
        await store(null, abort);
        batch(() => {
          url.value = null;
          path.value = null;
        });
        return undefined;
      });
    },
  };
}

export type ImageUpload = ReturnType<typeof createImageUpload>;
