import { computed, createModel, effect, signal } from '@preact/signals-react';
import { files as fileCalls, type StoredFile } from '@farm3d/api';
import type { Bulk } from '../../components/bulk/bulk-work.ts';
import { createOpening } from '../../kit/actions.ts';
import { uploadFile } from '../../kit/images/upload-image.ts';
import { whenResumed } from '../../platform/live-store.ts';
import { loadable } from '../../platform/loadable.ts';
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

interface FileList {
  readonly items: readonly StoredFile[];
  readonly total: number;
}

/** Files of the organisation: found, chosen, downloaded together, uploaded and deleted. */
export const FilesModel = createModel((services: Services, bulk: Bulk) => {
  const calls = services.clientOf({ files: fileCalls }).files;
  const search = signal('');
  const pages = signal(1);
  const chosen = signal<ReadonlyMap<string, StoredFile>>(new Map());
  const isPacking = signal(false);
  /** Whether the deletion of the chosen ones is asked about. */
  const asking = createOpening<true>();
  const files = loadable<FileList>(async (abort) => {
    const items: StoredFile[] = [];
    const [name, last] = [search.peek().trim(), pages.peek()];
    for (let page = 1; ; page += 1) {
      const found = await calls.search({ name, page, pageSize: PAGE_FILES }, { signal: abort });
      items.push(...found.items);
      if (page >= last || items.length >= found.total) return { items, total: found.total };
    }
  });
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
    /** Files that are not shown yet. */
    left: computed(() => {
      const shown = files.value.value;
      return shown === null ? 0 : shown.total - shown.items.length;
    }),
    /** Chosen files that the user may not delete. */
    ofOthers: computed(() => [...chosen.value.values()].filter(({ removable }) => !removable).length),
    type: (text: string): void => {
      search.value = text;
      pages.value = 1;
      clearTimeout(typing);
      typing = setTimeout(refresh, SEARCH_PAUSE_MS);
    },
    more: (): void => {
      pages.value += 1;
      refresh();
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
