import { signal } from '@preact/signals-react';
import { ApiError } from '@farm3d/api';
import { isAborted, problemText } from '../../platform/problem.ts';
import { api } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import type { MapFileFault, PrepareAnswer, PreparedMap } from './prepare-map.ts';
import { t } from './words.ts';

const TOPIC = 'region.files';

/** A file on its way, 0 to 1 while it is read; null while it is sent. */
export interface FileWork {
  readonly name: string;
  readonly ratio: number | null;
}

export interface MapFilesHost {
  /** The level that a file belongs to when it does not say. */
  readonly level: () => string;
  /** Areas that a file may be the inside of. */
  readonly known: () => readonly string[];
  /** Maps of these areas are new. */
  readonly changed: (parents: readonly string[]) => Promise<void>;
}

/** A file that is no map, in words. */
class Refused extends Error {
  readonly fault: MapFileFault;

  constructor(fault: MapFileFault) {
    super(fault);
    this.fault = fault;
  }
}

/** The user's own map files: read in a worker, kept by the platform. */
export function createMapFiles({ level, known, changed }: MapFilesHost) {
  const work = signal<FileWork | null>(null);
  /** Why files were not taken, a sentence each. */
  const problems = signal<readonly string[]>([]);
  const isOpen = signal(false);
  let running: AbortController | undefined;

  const textOf = (error: unknown): string =>
    error instanceof Refused
      ? t(`region.fault.${error.fault}`)
      : error instanceof ApiError && error.status === 413
        ? error.msg
        : problemText(error);

  const add = async (files: readonly File[]): Promise<void> => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    problems.value = [];
    const wrong: string[] = [];
    const prepared: { file: File; map: PreparedMap }[] = [];
    const saved: string[] = [];
    try {
      for (const file of files) {
        work.value = { name: file.name, ratio: 0 };
        try {
          const map = await prepare(file, mine.signal, (ratio) => {
            work.value = { name: file.name, ratio };
          });
          prepared.push({ file, map });
        } catch (error) {
          mine.signal.throwIfAborted();
          wrong.push(t('region.files.refused', { name: file.name, reason: textOf(error) }));
        }
      }
      // Files that come together may be inside one another.
      const areas = new Set([...known(), ...prepared.flatMap(({ map }) => map.codes)]);
      const taken = new Set<string>();
      for (const { file, map } of prepared) {
        const parentCode = map.parents.find((code) => areas.has(code)) ?? level();
        if (taken.has(parentCode)) {
          wrong.push(t('region.files.clash', { name: file.name }));
          continue;
        }
        work.value = { name: file.name, ratio: null };
        try {
          const blob = new Blob([map.bytes], { type: 'application/geo+json' });
          await api.regions.saveMap({ parentCode, file: blob, name: file.name }, { signal: mine.signal });
          taken.add(parentCode);
          saved.push(parentCode);
        } catch (error) {
          mine.signal.throwIfAborted();
          wrong.push(t('region.files.refused', { name: file.name, reason: textOf(error) }));
        }
      }
    } catch (error) {
      if (!isAborted(error)) wrong.push(problemText(error));
    }
    if (running === mine) {
      running = undefined;
      work.value = null;
      problems.value = wrong;
    }
    if (saved.length === 0) return;
    showToast('success', t('region.files.saved', { n: saved.length }), TOPIC);
    if (wrong.length === 0) isOpen.value = false;
    await changed(saved);
  };

  return {
    work,
    problems,
    isOpen,
    add: (files: readonly File[]): void => void add(files),
    cancel: (): void => {
      running?.abort();
      running = undefined;
      work.value = null;
    },
    async remove(id: string, parentCode: string): Promise<void> {
      try {
        await api.regions.removeMap(id);
        await changed([parentCode]);
      } catch (error) {
        problems.value = [problemText(error)];
      }
    },
    open: (): void => {
      problems.value = [];
      isOpen.value = true;
    },
    dismiss: (): void => {
      isOpen.value = false;
      problems.value = [];
    },
  };
}

export type MapFiles = ReturnType<typeof createMapFiles>;

/** Reads a file in a worker of its own; giving up ends the worker. @throws Refused, or the signal's reason */
async function prepare(
  file: File,
  signal: AbortSignal,
  onProgress: (ratio: number) => void,
): Promise<PreparedMap> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  signal.throwIfAborted();
  const worker = new Worker(new URL('./prepare-map.worker.ts', import.meta.url), {
    type: 'module',
    name: 'farm3d-map-file',
  });
  try {
    return await new Promise<PreparedMap>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      worker.addEventListener('error', () => reject(new Refused('invalid-json')), { once: true });
      worker.addEventListener('message', ({ data }: MessageEvent<PrepareAnswer>) => {
        if (data.type === 'progress') onProgress(data.ratio);
        else if (data.type === 'done') resolve(data.map);
        else reject(new Refused(data.fault));
      });
      worker.postMessage(bytes, [bytes.buffer]);
    });
  } finally {
    worker.terminate();
  }
}
