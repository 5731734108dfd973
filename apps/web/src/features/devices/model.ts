import {
  batch,
  computed,
  createModel,
  effect,
  signal,
  untracked,
  type ReadonlySignal,
} from '@preact/signals-react';
import { groups as groupCalls, type Device, type DeviceGroup, type ProductModel } from '@farm3d/api';
import { createSelection } from '../../components/bulk/selection.ts';
import { createAttempts } from '../../kit/actions.ts';
import { allPages } from '../../kit/list-model.ts';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { callQuery, EMPTY_QUERY, formatQuery, isFiltered, parseQuery, type ListQuery } from './list-query.ts';
import { createPageCache, PAGE_ROWS } from './page-cache.ts';

/** Debounce of the search, milliseconds. */
const SEARCH_PAUSE_MS = 250;
/** Changes of devices that come at once make one reload, milliseconds. */
const RELOAD_PAUSE_MS = 500;
/** Parts of the query that the rows do not depend on. */
const OF_THE_VIEW = new Set(['columns', 'isOnMap']);

/** The organisation's devices: a list of any length with filters, columns and a selection. */
export const DevicesModel = createModel((services: Services, search: string) => {
  const { api, live } = services;
  const client = services.clientOf({ groups: groupCalls });
  const query = signal<ListQuery>(parseQuery(search));
  const cache = createPageCache<Device>((page, abort) =>
    api.devices.list(
      { ...callQuery(query.peek(), Date.now()), page, pageSize: PAGE_ROWS },
      { signal: abort },
    ),
  );
  const selection = createSelection();
  const counts = loadable((abort) => api.devices.count({ signal: abort }));
  const products = loadable<readonly ProductModel[]>(
    async (abort) => (await api.productModels.list({ signal: abort })).items,
  );
  const groups = loadable<readonly DeviceGroup[]>(
    async (abort) => (await client.groups.list({}, { signal: abort })).items,
  );
  const { attempt } = createAttempts();
  const refresh = (): void => {
    void cache.reload();
    void counts.load();
  };
  let typing: ReturnType<typeof setTimeout> | undefined;
  let reloading: ReturnType<typeof setTimeout> | undefined;
  effect(() => () => {
    clearTimeout(typing);
    clearTimeout(reloading);
    cache.dispose();
  });
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'device-changed' || (event.type === 'subscribed' && event.resumed)) {
        clearTimeout(reloading);
        reloading = setTimeout(refresh, RELOAD_PAUSE_MS);
      } else if (event.type === 'device-state') void counts.load();
    }),
  );
  effect(() => {
    const rows = cache.rows.value;
    untracked(() => {
      for (const device of rows.values()) live.setState(device.id, device);
    });
  });
  const change = (part: Partial<ListQuery>, pauseMs = 0): void => {
    batch(() => {
      query.value = { ...query.peek(), ...part };
      selection.clear();
    });
    clearTimeout(typing);
    if (Object.keys(part).every((name) => OF_THE_VIEW.has(name))) return;
    if (pauseMs === 0) void cache.reload(true);
    else typing = setTimeout(() => void cache.reload(true), pauseMs);
  };

  void cache.reload(true);
  void counts.load();
  void products.load();
  void groups.load();
  /** The parts of the query: who reads one is not rendered when another one changes. */
  const parts = Object.fromEntries(
    Object.keys(EMPTY_QUERY).map((name) => [name, computed(() => query.value[name as keyof ListQuery])]),
  ) as unknown as { readonly [Name in keyof ListQuery]: ReadonlySignal<ListQuery[Name]> };
  return {
    query: parts,
    cache,
    counts,
    products,
    groups,
    selection,
    /** The address of this list, without its path. */
    address: computed(() => formatQuery(query.value)),
    /** What the rows are, and in which order: another value is another list. */
    content: computed(() => formatQuery({ ...query.value, columns: EMPTY_QUERY.columns, isOnMap: false })),
    /** Whether the organisation has no device at all. */
    isEmpty: computed(() => cache.total.value === 0 && !isFiltered(query.value)),
    refresh,
    change,
    search: (name: string): void => change({ name }, SEARCH_PAUSE_MS),
    sortBy: (sort: ListQuery['sort']): void =>
      change({ sort, isDescending: query.peek().sort === sort && !query.peek().isDescending }),
    clear: (): void => change({ ...EMPTY_QUERY, columns: query.peek().columns }),
    /** Selects all devices of the present filter, also those that are not loaded. */
    selectAll: (): Promise<boolean> =>
      attempt(async () => {
        const wanted = callQuery(query.peek(), Date.now());
        selection.set(await allPages((page) => api.devices.list({ ...wanted, ...page })));
        return null;
      }),
  };
});

export type Devices = InstanceType<typeof DevicesModel>;
