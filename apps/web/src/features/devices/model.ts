import { computed, createModel, effect, signal, untracked } from '@preact/signals-react';
import { loadable } from '../../platform/loadable.ts';
import { api, live } from '../../platform/services.ts';

const PAGE_SIZE = 20;
/** Debounce of the search, milliseconds. */
const SEARCH_PAUSE_MS = 250;

/** Which devices the list shows. */
export type OnlineFilter = 'all' | 'online' | 'offline';

export const DevicesModel = createModel(() => {
  const page = signal(1);
  const name = signal('');
  const filter = signal<OnlineFilter>('all');
  const openId = signal<string | null>(null);
  const devices = loadable((abort) =>
    api.devices.list(
      {
        page: page.peek(),
        pageSize: PAGE_SIZE,
        ...(name.peek().trim() === '' ? {} : { name: name.peek().trim() }),
        ...(filter.peek() === 'all' ? {} : { online: filter.peek() === 'online' }),
      },
      { signal: abort },
    ),
  );
  const counts = loadable((abort) => api.devices.count({ signal: abort }));
  const refresh = (): void => {
    void devices.load();
    void counts.load();
  };

  let typing: ReturnType<typeof setTimeout> | undefined;
  effect(() => () => clearTimeout(typing));
  // List and counts are fetched again when devices change.
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'device-changed' || (event.type === 'subscribed' && event.resumed)) refresh();
      else if (event.type === 'device-state') void counts.load();
    }),
  );
  effect(() => {
    for (const device of devices.value.value?.items ?? []) untracked(() => live.setState(device.id, device));
  });

  refresh();
  return {
    devices,
    counts,
    page,
    name,
    filter,
    openId,
    pages: computed(() => Math.max(1, Math.ceil((devices.value.value?.total ?? 0) / PAGE_SIZE))),
    isFiltered: computed(() => name.value.trim() !== '' || filter.value !== 'all'),
    refresh,
    search: (text: string): void => {
      name.value = text;
      page.value = 1;
      clearTimeout(typing);
      typing = setTimeout(() => void devices.load(), SEARCH_PAUSE_MS);
    },
    setFilter: (next: OnlineFilter): void => {
      filter.value = next;
      page.value = 1;
      void devices.load();
    },
    clear: (): void => {
      name.value = '';
      filter.value = 'all';
      page.value = 1;
      void devices.load();
    },
    setPage: (next: number): void => {
      page.value = next;
      void devices.load();
    },
    open: (id: string): void => {
      openId.value = id;
    },
    close: (): void => {
      openId.value = null;
    },
  };
});

export type Devices = InstanceType<typeof DevicesModel>;
