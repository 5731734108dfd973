import { transfer } from 'comlink';
import { computed, signal } from '@preact/signals-react';
import { ApiError, regions, type RegionMapFile } from '@farm3d/api';
import { createQuestion } from '../../kit/actions.ts';
import { isAborted, problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { callWorker } from '../../platform/call-worker.ts';
import type { MapFileFault, PreparedMap } from './prepare-map.ts';
import type { PrepareMapWorker } from './prepare-map.worker.ts';
import { t } from './zh-CN.ts';

const TOPIC = 'region.files';
/** Size limit of the server, checked before the upload. */
const MAX_BYTES = 20 * 1024 * 1024;

/** State of a file of an upload. */
export interface FileUpload {
  readonly name: string;
  readonly state: 'waiting' | 'reading' | 'sending' | 'saved' | 'refused';
  /** 0 to 1 while it is read. */
  readonly ratio: number;
  /** Why it was refused, a sentence. */
  readonly reason: string;
}

export interface MapFilesHost {
  /** Default parent area of a file. */
  readonly level: () => string;
  /** Areas that may be the parent of a file. */
  readonly knownAreas: () => readonly string[];
  /** The maps of these areas have changed. */
  readonly changed: (parents: readonly string[]) => Promise<void>;
}

/** A file that is not a valid map. */
class MapFileRefused extends Error {
  readonly fault: MapFileFault;

  constructor(fault: MapFileFault) {
    super(fault);
    this.fault = fault;
  }
}

/** The user's map files: read in a worker, stored by the server. */
export function createMapFiles({ clientOf }: Services, { level, knownAreas, changed }: MapFilesHost) {
  const calls = clientOf({ regions }).regions;
  /** Files of the present upload, or of the last one with refused files. */
  const uploads = signal<readonly FileUpload[]>([]);
  const isBusy = signal(false);
  /** Other errors. */
  const problem = signal<string | null>(null);
  const isOpen = signal(false);
  let running: AbortController | undefined;

  const textOf = (error: unknown): string =>
    error instanceof MapFileRefused
      ? t(`region.fault.${error.fault}`)
      : error instanceof ApiError && error.status === 413
        ? error.msg
        : problemText(error);

  const update = (at: number, patch: Partial<FileUpload>): void => {
    uploads.value = uploads.peek().map((upload, index) => (index === at ? { ...upload, ...patch } : upload));
  };
  const refuse = (at: number, error: unknown): void =>
    update(at, { state: 'refused', reason: textOf(error) });

  /** Reads all files before the first is sent: one may be the parent of another. */
  const readAll = async (files: readonly File[], signal: AbortSignal) => {
    const prepared: { at: number; file: File; map: PreparedMap }[] = [];
    for (const [at, file] of files.entries()) {
      update(at, { state: 'reading' });
      try {
        const map = await prepare(file, signal, (ratio) => update(at, { ratio }));
        prepared.push({ at, file, map });
        update(at, { state: 'waiting', ratio: 1 });
      } catch (error) {
        signal.throwIfAborted();
        refuse(at, error);
      }
    }
    return prepared;
  };

  const add = async (files: readonly File[]): Promise<void> => {
    running?.abort();
    const controller = new AbortController();
    running = controller;
    problem.value = null;
    isBusy.value = true;
    uploads.value = files.map(({ name }) => ({ name, state: 'waiting', ratio: 0, reason: '' }));
    const saved: string[] = [];
    try {
      const prepared = await readAll(files, controller.signal);
      const areas = new Set([...knownAreas(), ...prepared.flatMap(({ map }) => map.codes)]);
      const taken = new Set<string>();
      for (const { at, file, map } of prepared) {
        const parentCode = map.parents.find((code) => areas.has(code)) ?? level();
        if (taken.has(parentCode)) {
          update(at, { state: 'refused', reason: t('region.files.clash') });
          continue;
        }
        update(at, { state: 'sending' });
        try {
          const blob = new Blob([map.bytes], { type: 'application/geo+json' });
          await calls.saveMap({ parentCode, file: blob, name: file.name }, { signal: controller.signal });
          taken.add(parentCode);
          saved.push(parentCode);
          update(at, { state: 'saved' });
        } catch (error) {
          controller.signal.throwIfAborted();
          refuse(at, error);
        }
      }
    } catch (error) {
      if (!isAborted(error)) problem.value = problemText(error);
    }
    if (running === controller) {
      running = undefined;
      isBusy.value = false;
    }
    const wrong = uploads.peek().filter(({ state }) => state === 'refused').length;
    if (saved.length > 0) {
      showToast('success', t('region.files.saved', { n: saved.length }), TOPIC);
      if (wrong === 0 && !controller.signal.aborted) isOpen.value = false;
      await changed(saved);
    }
    if (wrong === 0 && running === undefined) uploads.value = [];
  };

  const cancel = (): void => {
    running?.abort();
    running = undefined;
    isBusy.value = false;
    uploads.value = [];
  };

  const removal = createQuestion<readonly RegionMapFile[]>(async (files) => {
    problem.value = null;
    const removed: string[] = [];
    try {
      for (const { id, parentCode } of files) {
        await calls.removeMap(id);
        removed.push(parentCode);
      }
      showToast('success', t('region.files.removed'), TOPIC);
    } catch (error) {
      problem.value = problemText(error);
    }
    // The question is closed before the map is loaded again.
    if (removed.length > 0) void changed(removed);
  });

  return {
    uploads,
    isBusy,
    problem,
    isOpen,
    /** Whether the dialog is shown: opened, or with uploads or an error. */
    isShown: computed(() => isOpen.value || uploads.value.length > 0 || problem.value !== null),
    add: (files: readonly File[]): void => void add(files),
    cancel,
    /** The files that are removed after a confirmation. */
    removal: {
      ...removal,
      cancel: (): void => {
        removal.cancel();
        showToast('info', t('region.files.kept'), TOPIC);
      },
    },
    open: (): void => {
      isOpen.value = true;
    },
    dismiss: (): void => {
      cancel();
      isOpen.value = false;
      problem.value = null;
    },
  };
}

export type MapFiles = ReturnType<typeof createMapFiles>;

/** Reads a file in a worker, which an abort terminates. @throws MapFileRefused, or the signal's reason */
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
  const answer = await callWorker<PrepareMapWorker, { map: PreparedMap } | { fault: MapFileFault }>(
    worker,
    signal,
    (remote, callback) => remote.prepare(transfer(bytes, [bytes.buffer]), callback(onProgress)),
  ).catch(() => {
    signal.throwIfAborted();
    throw new MapFileRefused('invalid-json');
  });
  if ('fault' in answer) throw new MapFileRefused(answer.fault);
  if (answer.map.bytes.length > MAX_BYTES) throw new MapFileRefused('too-large');
  return answer.map;
}
