import { batch, signal, type ReadonlySignal } from '@preact/signals-react';
import { formMessage, type Locale } from '@farm3d/api/validation';
import type { UploadedFile, UploadOptions } from './form-types.ts';

/** 'Under 20MB' (Spec §5; readings 34). */
const FILE_MAX_BYTES = 20 * 1024 * 1024;

/** A file on its way to the server. */
export interface Sending {
  readonly key: number;
  readonly file: File;
  /** Share sent, 0 … 1. */
  readonly ratio: number;
  /** Why it failed; null while it is sent. It can be tried again. */
  readonly error: string | null;
}

export interface UploadQueueOptions {
  readonly locale: () => Locale;
  /** Number of files that the field may hold, and those it holds. */
  readonly limit: number;
  readonly held: () => readonly UploadedFile[];
  /** Message of too many files; `free` more may be added. */
  readonly limitMessage: (free: number) => string;
  /** Message for a file that the field does not take; null: it takes it. */
  readonly refuse?: (file: File) => string | null;
  readonly upload: (file: File, options: UploadOptions) => Promise<UploadedFile>;
  readonly refusalOf: (error: unknown) => string | null;
  readonly onUploaded: (file: UploadedFile) => void;
}

/**
 * Uploads the files of a field, one after the other. A file that the server or the field refuses leaves with a message; one
 * that met no server (文件上传失败！) leaves the field's value and can be tried again.
 */
export function createUploadQueue(options: UploadQueueOptions) {
  const items = signal<readonly Sending[]>([]);
  const error = signal<string | null>(null);
  const aborts = new Map<number, AbortController>();
  let lastKey = 0;
  let isRunning = false;

  const change = (key: number, part: Partial<Sending>): void => {
    items.value = items.peek().map((item) => (item.key === key ? { ...item, ...part } : item));
  };
  const drop = (key: number): void => {
    aborts.get(key)?.abort();
    aborts.delete(key);
    items.value = items.peek().filter((item) => item.key !== key);
  };
  const send = async ({ key, file }: Sending): Promise<void> => {
    const abort = new AbortController();
    aborts.set(key, abort);
    try {
      const stored = await options.upload(file, {
        signal: abort.signal,
        onProgress: (ratio) => change(key, { ratio }),
      });
      if (abort.signal.aborted) return;
      batch(() => {
        drop(key);
        options.onUploaded(stored);
      });
    } catch (problem) {
      if (abort.signal.aborted) return;
      const refusal = options.refusalOf(problem);
      batch(() => {
        if (refusal === null) change(key, { error: formMessage('upload.failed', options.locale()) });
        else {
          drop(key);
          error.value = `${file.name}: ${refusal}`;
        }
      });
    }
  };
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      for (;;) {
        const next = items.peek().find((item) => item.error === null);
        if (!next) return;
        await send(next);
      }
    } finally {
      isRunning = false;
    }
  };
  return {
    items: items as ReadonlySignal<readonly Sending[]>,
    /** Why files were not taken. */
    error: error as ReadonlySignal<string | null>,
    /** Takes all files, or none of them when there are too many. */
    add: (files: readonly File[]): void => {
      const free = options.limit - options.held().length - items.peek().length;
      if (files.length > free) {
        error.value = options.limitMessage(Math.max(0, free));
        return;
      }
      const refused: string[] = [];
      const taken: Sending[] = [];
      for (const file of files) {
        const reason =
          file.size > FILE_MAX_BYTES
            ? formMessage('material.tooLarge', options.locale())
            : (options.refuse?.(file) ?? null);
        if (reason !== null) refused.push(reason);
        else taken.push({ key: (lastKey += 1), file, ratio: 0, error: null });
      }
      batch(() => {
        error.value = refused[0] ?? null;
        items.value = [...items.peek(), ...taken];
      });
      void run();
    },
    retry: (key: number): void => {
      change(key, { error: null, ratio: 0 });
      void run();
    },
    /** Cancels an upload, or forgets a failed one. */
    drop,
    /** Cancels all. */
    dispose: (): void => {
      for (const key of aborts.keys()) drop(key);
    },
  };
}
