import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react';
import { AREA_LEVELS, formMessage, type Locale } from '@farm3d/api/validation';
import type { AreaNode, AreaSource } from './form-types.ts';

export interface AreaPickerOptions {
  readonly source: AreaSource;
  readonly locale: () => Locale;
  /** 1 … 5, default 5. */
  readonly levels?: number | undefined;
  /** Number of areas that may be selected; 1: the new one takes the place of the old. */
  readonly limit: number;
  readonly selected: () => readonly string[];
  readonly onChange: (codes: readonly string[]) => void;
}

/** Text typed for so long without a pause is searched for, milliseconds. */
const SEARCH_PAUSE_MS = 250;

/**
 * Selection of areas level by level; each list is fetched when it is opened, and a failed fetch is an empty list (Spec §8).
 */
export function createAreaPicker(options: AreaPickerOptions) {
  const levels = options.levels ?? AREA_LEVELS;
  /** Opened areas, from the province down. */
  const opened = signal<readonly AreaNode[]>([]);
  /** Null while it is fetched. */
  const list = signal<readonly AreaNode[] | null>(null);
  const text = signal('');
  const found = signal<readonly (readonly AreaNode[])[] | null>(null);
  const warning = signal<string | null>(null);
  const names = signal<ReadonlyMap<string, string>>(new Map());
  const lists = new Map<string, readonly AreaNode[]>();
  let abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const requested = new Set<string>();

  const name = (path: readonly AreaNode[]): void => {
    const last = path.at(-1);
    if (last) names.value = new Map(names.peek()).set(last.code, path.map((area) => area.name).join(' / '));
  };
  const open = async (path: readonly AreaNode[]): Promise<void> => {
    abort.abort();
    abort = new AbortController();
    const { signal: aborted } = abort;
    const parent = path.at(-1)?.code;
    const known = lists.get(parent ?? '');
    batch(() => {
      opened.value = path;
      list.value = known ?? null;
      text.value = '';
      found.value = null;
    });
    if (known) return;
    try {
      const children = await options.source.children(parent, aborted);
      if (aborted.aborted) return;
      lists.set(parent ?? '', children);
      list.value = children;
    } catch {
      if (!aborted.aborted) list.value = [];
    }
  };
  const find = async (wanted: string): Promise<void> => {
    abort.abort();
    abort = new AbortController();
    const { signal: aborted } = abort;
    try {
      const paths = await options.source.search(wanted, aborted);
      if (!aborted.aborted) found.value = paths.filter((path) => path.length > 0 && path.length <= levels);
    } catch {
      if (!aborted.aborted) found.value = [];
    }
  };

  return {
    opened: opened as ReadonlySignal<readonly AreaNode[]>,
    text: text as ReadonlySignal<string>,
    warning: warning as ReadonlySignal<string | null>,
    /** Paths to show: of the search, else of the opened list; null while they are fetched. */
    shown: computed<readonly (readonly AreaNode[])[] | null>(() => {
      if (text.value.trim() !== '') return found.value;
      return list.value?.map((area) => [...opened.value, area]) ?? null;
    }),
    /** Whether an area has a list of its own in this field. */
    canOpen: (area: AreaNode): boolean => !area.leaf && area.level < levels,
    open: (path: readonly AreaNode[]): Promise<void> => open(path),
    search: (typed: string): void => {
      clearTimeout(timer);
      batch(() => {
        text.value = typed;
        found.value = null;
      });
      if (typed.trim() === '') void open(opened.peek());
      else timer = setTimeout(() => void find(typed.trim()), SEARCH_PAUSE_MS);
    },
    /** Selects an area, or no longer; what is above the limit is left out with a warning (Spec §5). */
    toggle: (path: readonly AreaNode[]): void => {
      const code = path.at(-1)?.code;
      if (code === undefined) return;
      warning.value = null;
      const selected = options.selected();
      if (selected.includes(code)) {
        options.onChange(selected.filter((one) => one !== code));
        return;
      }
      name(path);
      const next = options.limit === 1 ? [code] : [...selected, code];
      if (next.length > options.limit)
        warning.value = formMessage('select.limit', options.locale(), { n: options.limit });
      options.onChange(next.slice(0, options.limit));
    },
    /** Name of a selected area with those above it; its code until it is known. */
    nameOf: (code: string): string => names.value.get(code) ?? code,
    /** Fetches the names of selected areas that were not picked here. */
    fetchNames: (codes: readonly string[]): void => {
      for (const code of codes) {
        if (names.peek().has(code) || requested.has(code)) continue;
        requested.add(code);
        options.source.path(code, new AbortController().signal).then(name, () => {
          requested.delete(code);
        });
      }
    },
    dispose: (): void => {
      clearTimeout(timer);
      abort.abort();
    },
  };
}

export type AreaPicker = ReturnType<typeof createAreaPicker>;
