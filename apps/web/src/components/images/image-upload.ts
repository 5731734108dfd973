import { batch, effect, signal } from '@preact/signals-react';
import { ApiError, createClientOf, files, NetworkError, type StoredFile } from '@farm3d/api';
import { problemText } from '../../platform/problem.ts';
import { clientOptions } from '../../platform/services.ts';
import { NoPictureError, shrinkPicture } from './shrink-image.ts';
import { sizeText } from './size-text.ts';
import { uploadFetch } from './upload-fetch.ts';
import { t } from './texts.ts';

/** Bytes of what may be chosen: 'each under 20MB' (Spec §9; readings 34). */
const PICTURE_MAX_BYTES = 20 * 1024 * 1024;
const TYPES = /^image\/(?:jpeg|png|gif|bmp|webp)$/;

export interface PictureUploadOptions {
  /**
   * Keeps an uploaded picture, or null to take away the one that there is. Until it has, the picture before it is shown;
   * for good when it throws. Default: nothing, who made the field asks for `path`.
   */
  store?: (file: StoredFile | null, signal: AbortSignal) => Promise<void>;
}

/** What is wrong with a file before anything is done with it; null when nothing is. */
function refusalOf(file: Pick<File, 'type' | 'size'>): 'picture.type' | 'picture.tooLarge' | null {
  if (!TYPES.test(file.type)) return 'picture.type';
  return file.size > PICTURE_MAX_BYTES ? 'picture.tooLarge' : null;
}

/** One picture that a person may give, replace and take away. Made inside `createModel`, it is given up with the model. */
export function createPictureUpload({ store = async () => {} }: PictureUploadOptions = {}) {
  /** Address of what is shown. */
  const shown = signal<string | null>(null);
  /** Where the picture lies that was given here; null when it was taken away, undefined when nothing was done. */
  const path = signal<string | null | undefined>(undefined);
  const progress = signal<{ label: string; ratio: number } | null>(null);
  const error = signal<string | null>(null);
  const note = signal<string | null>(null);
  const asking = signal(false);
  let current: AbortController | undefined;
  effect(() => () => current?.abort());

  const say = (what: { error?: string; note?: string }): void =>
    batch(() => {
      progress.value = null;
      error.value = what.error ?? null;
      note.value = what.note ?? null;
    });
  const fault = (problem: unknown): string => {
    if (problem instanceof NoPictureError) return t('picture.none');
    // Any answer says why; what brought none failed (readings 34).
    if (problem instanceof NetworkError || (problem instanceof ApiError && problem.msg === ''))
      return t('picture.failed');
    return problemText(problem);
  };

  const run = async (work: (signal: AbortSignal) => Promise<string | undefined>): Promise<void> => {
    const mine = new AbortController();
    current = mine;
    try {
      const told = await work(mine.signal);
      if (!mine.signal.aborted) say(told === undefined ? {} : { note: told });
    } catch (problem) {
      if (current === mine)
        say(mine.signal.aborted ? { note: t('picture.cancelled') } : { error: fault(problem) });
    }
  };

  const send = async (file: File, abort: AbortSignal): Promise<string> => {
    const step = (label: string) => (ratio: number) => {
      if (!abort.aborted) progress.value = { label, ratio };
    };
    const shrinking = step(t('picture.shrinking'));
    shrinking(0);
    const { blob, width, height, isOriginal } = await shrinkPicture(file, {
      signal: abort,
      onProgress: shrinking,
    });
    const uploading = step(t('picture.uploading', { size: sizeText(blob.size) }));
    uploading(0);
    const client = createClientOf({ files }, { ...clientOptions, fetch: uploadFetch(uploading) });
    const stored = await client.files.upload(blob, file.name || 'picture', { signal: abort });
    step(t('picture.storing'))(1);
    await store(stored, abort);
    batch(() => {
      shown.value = stored.url;
      path.value = stored.path;
    });
    return isOriginal
      ? t('picture.kept', { size: sizeText(file.size) })
      : t('picture.shrunk', { before: sizeText(file.size), after: sizeText(blob.size), width, height });
  };

  return {
    shown,
    path,
    progress,
    error,
    note,
    asking,
    /** Begins anew with the picture that there is. */
    reset: (address: string | null): void => {
      current?.abort();
      current = undefined;
      batch(() => {
        shown.value = address;
        path.value = undefined;
        asking.value = false;
        say({});
      });
    },
    /** Follows a picture that changed elsewhere. */
    follow: (address: string | null): void => {
      if (progress.peek() === null) shown.value = address;
    },
    take: async (files: readonly File[]): Promise<void> => {
      const [file] = files;
      if (!file || progress.peek() !== null) return;
      if (files.length > 1)
        return say({ error: t('picture.limit', { n: 1, m: shown.peek() === null ? 1 : 0 }) });
      const refusal = refusalOf(file);
      if (refusal) return say({ error: t(refusal) });
      say({});
      await run((abort) => send(file, abort));
    },
    cancel: (): void => current?.abort(),
    ask: (): void => {
      asking.value = true;
    },
    dismiss: (): void => {
      asking.value = false;
    },
    remove: async (): Promise<void> => {
      asking.value = false;
      await run(async (abort) => {
        progress.value = { label: t('picture.storing'), ratio: 1 };
        await store(null, abort);
        batch(() => {
          shown.value = null;
          path.value = null;
        });
        return undefined;
      });
    },
  };
}

export type PictureUpload = ReturnType<typeof createPictureUpload>;
