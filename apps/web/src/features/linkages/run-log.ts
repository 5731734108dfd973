import { computed, signal } from '@preact/signals-react';
import type { LinkageRun } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { linkageApi } from './linkage-api.ts';

const PAGE_ROWS = 20;
/** The largest page of the call. */
const MAX_ROWS = 200;

/** The runs of a linkage, the newest first. Created inside a model. */
export function createRunLog(id: string) {
  const size = signal(PAGE_ROWS);
  /** The run whose steps are shown; null: none. */
  const opened = signal<string | null>(null);
  const page = loadable<{ readonly items: readonly LinkageRun[]; readonly total: number }>((abort) =>
    linkageApi.runs(id, { pageSize: size.peek() }, { signal: abort }),
  );
  return {
    opened,
    error: page.error,
    loading: page.loading,
    hasLoaded: page.hasLoaded,
    runs: computed(() => page.value.value?.items ?? []),
    hasMore: computed(() => {
      const { items = [], total = 0 } = page.value.value ?? {};
      return items.length < total && items.length < MAX_ROWS;
    }),
    load: page.load,
    more: (): void => {
      size.value = Math.min(MAX_ROWS, size.peek() + PAGE_ROWS);
      void page.load();
    },
    /** Shows the steps of a run, or no longer. */
    toggle: (runId: string): void => {
      opened.value = opened.peek() === runId ? null : runId;
    },
    /** Shows a new run with its steps. */
    show: async (run: LinkageRun): Promise<void> => {
      opened.value = run.id;
      await page.load();
    },
  };
}
