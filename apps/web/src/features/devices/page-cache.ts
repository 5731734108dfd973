import { batch, signal, type ReadonlySignal } from '@preact/signals-react';

/** Rows of one call. */
export const PAGE_ROWS = 100;

export interface RowPage<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/**
 * Rows of a long list, fetched by page as they come into sight. A reload keeps the old rows until the new ones arrive, so
 * that nothing flickers.
 */
export function createPageCache<T>(fetchPage: (page: number, signal: AbortSignal) => Promise<RowPage<T>>) {
  const rows = signal<ReadonlyMap<number, T>>(new Map());
  const total = signal<number | null>(null);
  const error = signal<unknown>(null);
  let abort = new AbortController();
  let pages = new Set<number>();
  /** The pages of the last range asked for. */
  let wanted: readonly number[] = [1];

  const load = async (
    page: number,
    { signal: aborted }: AbortController,
    isFirst: boolean,
  ): Promise<void> => {
    try {
      const { items, total: count } = await fetchPage(page, aborted);
      if (aborted.aborted) return;
      batch(() => {
        const next = new Map(isFirst ? [] : rows.peek());
        for (const [index, item] of items.entries()) next.set((page - 1) * PAGE_ROWS + index, item);
        rows.value = next;
        total.value = count;
        error.value = null;
      });
    } catch (problem) {
      if (aborted.aborted) return;
      pages.delete(page);
      error.value = problem;
    }
  };
  const ensure = (first: number, last: number): void => {
    const from = Math.floor(Math.max(0, first) / PAGE_ROWS) + 1;
    const to = Math.floor(Math.max(0, last) / PAGE_ROWS) + 1;
    wanted = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    for (const page of wanted) {
      if (pages.has(page)) continue;
      pages.add(page);
      void load(page, abort, false);
    }
  };

  return {
    /** By their index in the list; absent until fetched. */
    rows: rows as ReadonlySignal<ReadonlyMap<number, T>>,
    /** Null before the first answer. */
    total: total as ReadonlySignal<number | null>,
    error: error as ReadonlySignal<unknown>,
    /** Fetches the pages of these rows that are not here. */
    ensure,
    /** Fetches the visible pages again. @param fromStart the list is another one */
    reload: async (fromStart = false): Promise<void> => {
      abort.abort();
      abort = new AbortController();
      const [first = 1, ...others] = fromStart ? [1] : wanted;
      pages = new Set([first, ...others]);
      await load(first, abort, true);
      await Promise.all(others.map((page) => load(page, abort, false)));
    },
    dispose: (): void => abort.abort(),
  };
}
