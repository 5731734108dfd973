import { computed, signal, type ReadonlySignal } from '@preact/signals-react';
import { loadable, type Loadable } from '../platform/loadable.ts';
import { whenResumed } from '../platform/live-store.ts';
import type { Services } from '../platform/services.ts';
import type { Part } from './loaded.tsx';

/** The rows of a list page: fetched, fetched again when the stream was interrupted, and found by a text. */
export interface ListModel<Row> {
  readonly rows: Loadable<readonly Row[]>;
  /** What its rows are made of: themselves, and what is fetched beside them. */
  readonly parts: () => readonly Part[];
  readonly search: ReadonlySignal<string>;
  /** Those that the search finds. */
  readonly shown: ReadonlySignal<readonly Row[]>;
  readonly type: (text: string) => void;
  /** The address of what is found, without its path. */
  readonly address: ReadonlySignal<string>;
  /** Fetches all parts again. */
  readonly refresh: () => void;
}

export interface ListOptions<Row> {
  readonly fetch: (abort: AbortSignal) => Promise<readonly Row[]>;
  /** The texts of a row in which the search looks. Default: there is no search. */
  readonly textsOf?: (row: Row) => readonly string[];
  /** The address of the page, which may name what is searched for. Default: nothing is. */
  readonly given?: string;
  /** Fetched together with the rows, which are not shown before. */
  readonly beside?: readonly Part[];
}

/** Created inside `createModel`. It is fetched at once. */
export function createList<Row>(
  { live }: Pick<Services, 'live'>,
  { fetch, textsOf, given = '', beside = [] }: ListOptions<Row>,
): ListModel<Row> {
  const rows = loadable(fetch);
  const search = signal(new URLSearchParams(given).get('q') ?? '');
  const parts = [rows, ...beside];
  const refresh = (): void => {
    for (const part of parts) void part.load();
  };
  whenResumed(live, refresh);
  refresh();
  return {
    rows,
    parts: () => parts,
    search,
    shown: computed(() => {
      const all = rows.value.value ?? [];
      const text = search.value.trim().toLowerCase();
      if (!textsOf || text === '') return all;
      return all.filter((row) => textsOf(row).some((part) => part.toLowerCase().includes(text)));
    }),
    type: (text) => {
      search.value = text;
    },
    address: computed(() => (search.value === '' ? '' : new URLSearchParams({ q: search.value }).toString())),
    refresh,
  };
}

/** Rows of a call; longer lists are fetched page by page. */
const PAGE_ROWS = 200;

/** Which page is wanted: behind the cursor of the one before, in a list that has cursors, else by its number. */
export interface WantedPage {
  readonly page: number;
  readonly pageSize: number;
  readonly cursor?: string;
}

/** Rows of a call that is answered page by page, as far as they were fetched. */
export interface Rows<Row> {
  readonly items: readonly Row[];
  /** Of all pages. */
  readonly total: number;
  /** Cursor of the page behind; null: there is none. Absent: the list has page numbers only. */
  readonly next?: string | null | undefined;
}

/** Rows from the first one on: `wanted`, or all there are. */
async function rowsOf<Row>(
  fetch: (page: WantedPage) => Promise<Rows<Row>>,
  wanted: number,
): Promise<{ readonly items: readonly Row[]; readonly total: number }> {
  const items: Row[] = [];
  const pageSize = Math.min(wanted, PAGE_ROWS);
  let behind: Pick<WantedPage, 'cursor'> = {};
  for (let page = 1; ; page += 1) {
    const { items: found, total, next } = await fetch({ page, pageSize, ...behind });
    items.push(...found);
    const isLast = next === undefined ? found.length < pageSize || items.length >= total : next === null;
    if (isLast || items.length >= wanted) return { items, total };
    behind = next ? { cursor: next } : {};
  }
}

/** All rows of a list that is answered page by page. */
export async function allPages<Row>(
  fetch: (page: WantedPage) => Promise<Rows<Row>>,
): Promise<readonly Row[]> {
  return (await rowsOf(fetch, Infinity)).items;
}

export interface PagesModel<Row> extends Loadable<Rows<Row>> {
  /** Rows that are not fetched yet. */
  readonly left: ReadonlySignal<number>;
  /** Fetches as many rows again, behind those that are there. */
  readonly more: () => void;
  /** The next load fetches the first rows only. */
  readonly restart: () => void;
}

/**
 * A list of any length, fetched from its beginning as far as somebody asked. Created inside `createModel`; it is not
 * fetched at once.
 * @param size rows at first, and with each `more`
 */
export function createPages<Row>(
  size: number,
  fetch: (page: WantedPage, abort: AbortSignal) => Promise<Rows<Row>>,
): PagesModel<Row> {
  let wanted = size;
  const rows = loadable<Rows<Row>>((abort) => rowsOf((page) => fetch(page, abort), wanted));
  return {
    ...rows,
    left: computed(() => {
      const { items = [], total = 0 } = rows.value.value ?? {};
      return total - items.length;
    }),
    more: () => {
      wanted += size;
      void rows.load();
    },
    restart: () => {
      wanted = size;
    },
  };
}
