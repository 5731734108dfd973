import { batch, computed, createModel, effect, signal, untracked } from '@preact/signals-react';
import { deviceImports, NetworkError, type DeviceImportJob, type SheetRow } from '@farm3d/api';
import { csvText, saveFile } from '../../../platform/save-file.ts';
import { locale } from '../../../platform/locale.ts';
import { problemText } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import { showToast } from '../../../platform/toasts.ts';
import { goodRows, withErrors } from './import-rows.ts';
import { t } from './zh-CN.ts';

/** A running job is asked for its progress this often, milliseconds. */
const ASK_MS = 400;
/** Columns of a table, named as the calls name them. */
const COLUMNS = [
  'name',
  'productModelCode',
  'thirdId',
  'devEui',
  'serial',
  'accessToken',
  'latitude',
  'longitude',
] as const;

interface Table {
  readonly file: File;
  readonly rows: readonly SheetRow[];
}

const importsOf = ({ clientOf }: Services) => clientOf({ deviceImports }).deviceImports;
type Imports = ReturnType<typeof importsOf>;
type Token = Awaited<ReturnType<Imports['tokens']>>['items'][number];

const hasNotEnded = ({ state }: DeviceImportJob): boolean => state === 'running' || state === 'undoing';

/** The job after its end. A lost network is waited for. */
async function ended(
  imports: Imports,
  id: string,
  abort: AbortSignal,
  onProgress: (job: DeviceImportJob) => void,
): Promise<DeviceImportJob> {
  for (;;) {
    try {
      const job = await imports.get(id, { signal: abort });
      onProgress(job);
      if (!hasNotEnded(job)) return job;
    } catch (error) {
      if (abort.aborted || !(error instanceof NetworkError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
}

/** Import of devices from a table: what it would bring, its progress, and the tokens, which are given once. */
export const ImportModel = createModel((services: Services, onChanged: () => void) => {
  const { api } = services;
  const imports = importsOf(services);
  const lifetime = new AbortController();
  effect(() => () => lifetime.abort());
  const open = signal(false);
  const busy = signal(false);
  const problem = signal<string | null>(null);
  const table = signal<Table | null>(null);
  const job = signal<DeviceImportJob | null>(null);
  /** Of the created devices; null: nothing was created yet. */
  const tokens = signal<readonly Token[] | null>(null);

  /** Runs one step at a time; when it fails, the reason is shown. */
  const step = async (work: () => Promise<void>): Promise<void> => {
    if (busy.peek()) return;
    batch(() => {
      busy.value = true;
      problem.value = null;
    });
    try {
      await work();
    } catch (error) {
      if (!lifetime.signal.aborted) problem.value = problemText(error);
    } finally {
      busy.value = false;
    }
  };
  const follow = (id: string): Promise<DeviceImportJob> =>
    ended(imports, id, lifetime.signal, (now) => {
      job.value = now;
    });
  /** Reads a table without changing anything. */
  const preview = (file: File): Promise<void> =>
    step(async () => {
      job.value = null;
      const { items } = await api.devices.previewImport(file, file.name, { signal: lifetime.signal });
      table.value = { file, rows: items };
    });
  // What is wrong with a row is told in the language in which the table was read.
  effect(() => {
    void locale.value;
    const read = untracked(() => (job.value === null ? table.value : null));
    if (read) untracked(() => void preview(read.file));
  });
  /** Whether devices are being created or deleted. */
  const isRunning = signal(false);
  const change = (work: () => Promise<void>): Promise<void> => {
    if (busy.peek()) return Promise.resolve();
    isRunning.value = true;
    return step(work).finally(() => (isRunning.value = false));
  };
  const reset = (): void =>
    batch(() => {
      table.value = null;
      job.value = null;
      tokens.value = null;
      problem.value = null;
    });

  return {
    open,
    busy,
    isRunning,
    problem,
    table,
    job,
    tokens,
    good: computed(() => goodRows(table.value?.rows ?? [])),
    begin: (): void => {
      reset();
      open.value = true;
    },
    close: (): void => {
      if (!isRunning.peek()) open.value = false;
    },
    preview,
    /** Creates the devices of the rows without errors, all or none. */
    start: (): Promise<void> =>
      change(async () => {
        const read = table.peek();
        if (!read) return;
        const { id } = await imports.start(goodRows(read.rows));
        const { state, errors } = await follow(id);
        if (state === 'done') {
          onChanged();
          tokens.value = (await imports.tokens(id)).items;
          return;
        }
        batch(() => {
          table.value = { ...read, rows: withErrors(read.rows, errors) };
          problem.value =
            errors.length > 0 ? t('adding.import.refused', { n: errors.length }) : t('adding.import.broken');
        });
      }),
    /** Deletes the created devices again. */
    undo: (): Promise<void> =>
      change(async () => {
        const made = job.peek();
        if (!made) return;
        await imports.undo(made.id);
        await follow(made.id);
        onChanged();
        open.value = false;
        showToast('success', t('adding.import.undone', { n: made.total }));
      }),
    saveTemplate: (): void => saveFile(new Blob([csvText(COLUMNS, [])], { type: 'text/csv' }), 'devices.csv'),
    saveTokens: (): void => {
      const rows = (tokens.peek() ?? []).map(({ name, id, accessToken }) => [name, id, accessToken]);
      saveFile(new Blob([csvText(['name', 'id', 'accessToken'], rows)], { type: 'text/csv' }), 'tokens.csv');
    },
  };
});

export type Import = InstanceType<typeof ImportModel>;
