import { computed, createModel, effect, signal } from '@preact/signals-react';
import { files as fileCalls, type StoredFile } from '@farm3d/api';
import type { Bulk } from '../../components/bulk/bulk-work.ts';
import { createOpening } from '../../kit/actions.ts';
import { uploadFile } from '../../kit/images/upload-image.ts';
import { createPages } from '../../kit/list-model.ts';
import { whenResumed } from '../../platform/live-store.ts';
import { problemText } from '../../platform/problem.ts';
import { saveFile } from '../../platform/save-file.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

/** Files at first, and with each "more". */
const PAGE_FILES = 50;
/** Files of one archive. */
export const ARCHIVE_MAX = 100;
/** Debounce of the search, milliseconds. */
const SEARCH_PAUSE_MS = 250;

/** Files of the organisation: found, chosen, downloaded together, uploaded and deleted. */
export const FilesModel = createModel((services: Services, bulk: Bulk) => {
  const calls = services.clientOf({ files: fileCalls }).files;
  const search = signal('');
  const chosen = signal<ReadonlyMap<string, StoredFile>>(new Map());
  const isPacking = signal(false);
  /** Whether the deletion of the chosen ones is asked about. */
  const asking = createOpening<true>();
  const files = createPages<StoredFile>(PAGE_FILES, (page, abort) =>
    calls.search({ name: search.peek().trim(), ...page }, { signal: abort }),
  );
  let typing: ReturnType<typeof setTimeout> | undefined;
  let packing: AbortController | undefined;
  effect(() => () => {
    clearTimeout(typing);
    packing?.abort();
  });
  const refresh = (): void => void files.load();
  whenResumed(services.live, refresh);
  refresh();

  const choose = (next: ReadonlyMap<string, StoredFile>): void => {
    chosen.value = next;
  };
  return {
    search,
    files,
    chosen,
    isPacking,
    asking,
    refresh,
    /** Chosen files that the user may not delete. */
    ofOthers: computed(() => [...chosen.value.values()].filter(({ removable }) => !removable).length),
    type: (text: string): void => {
      search.value = text;
      files.restart();
      clearTimeout(typing);
      typing = setTimeout(refresh, SEARCH_PAUSE_MS);
    },
    toggle: (file: StoredFile): void => {
      const next = new Map(chosen.peek());
      if (!next.delete(file.id)) next.set(file.id, file);
      choose(next);
    },
    chooseNone: (): void => choose(new Map()),
    download: async (): Promise<void> => {
      if (isPacking.peek()) return;
      packing = new AbortController();
      isPacking.value = true;
      try {
        const archive = await calls.archive([...chosen.peek().keys()], { signal: packing.signal });
        saveFile(archive, t('files.archive.name'));
      } catch (error) {
        if (!packing.signal.aborted) showToast('error', problemText(error));
      } finally {
        isPacking.value = false;
      }
    },
    remove: (): Promise<void> => {
      asking.close();
      return bulk.run({
        title: t('files.delete.title'),
        items: [...chosen.peek().values()].filter(({ removable }) => removable),
        work: async ({ id }, abort) => {
          await calls.remove(id, { signal: abort });
          const next = new Map(chosen.peek());
          next.delete(id);
          choose(next);
        },
        nameOf: ({ originalName }) => originalName,
        onEnd: refresh,
      });
    },
    upload: (sent: readonly File[]): Promise<void> =>
      bulk.run({
        title: t('files.upload'),
        items: sent,
        work: async (file, abort) =>
          void (await uploadFile(services, file, file.name, { signal: abort, report: () => {} })),
        nameOf: ({ name }) => name,
        onEnd: refresh,
      }),
  };
});

export type Files = InstanceType<typeof FilesModel>;
