import { batch, computed, createModel, effect, signal } from '@preact/signals-react';
import type { Person, Scene, WorkOrder, WorkOrderState, WorkOrderTemplate } from '@farm3d/api';
import { loadable, type Loadable } from '../../platform/loadable.ts';
import { api, live } from '../../platform/services.ts';
import { orderApi } from './order-api.ts';
import { PRIORITIES, STATES } from './order-states.ts';

/** Debounce of the search, milliseconds. */
const SEARCH_PAUSE_MS = 250;
/** Orders of other users appear after this time at the latest, milliseconds: the stream has no events of them. */
const REFRESH_MS = 30_000;
/** Orders of a column at first, and with each "more". */
const COLUMN_ORDERS = 25;
const COLUMN_MAX = 200;
const EXPORT_PAGE = 200;
/** Orders of a file. */
const EXPORT_MAX = 10_000;
const PEOPLE_MAX = 200;
const SCENES_MAX = 200;

export interface OrderFilter {
  readonly title: string;
  /** '': all. */
  readonly priority: WorkOrder['priority'] | '';
  /** Id of a user; '': all. */
  readonly assignee: string;
}
const ALL: OrderFilter = { title: '', priority: '', assignee: '' };

/** Orders of a state and how many there are in all. */
interface Column {
  readonly items: readonly WorkOrder[];
  readonly total: number;
}

/** The filter in an address. */
const parseFilter = (search: string): OrderFilter => {
  const given = new URLSearchParams(search);
  const priority = PRIORITIES.find((one) => one === given.get('priority'));
  return { title: given.get('title') ?? '', priority: priority ?? '', assignee: given.get('assignee') ?? '' };
};

/** Work orders of the organisation by state. */
export const OrdersModel = createModel((search: string) => {
  const filter = signal<OrderFilter>(parseFilter(search));
  const limits = new Map<WorkOrderState, number>();
  const columnOf = (state: WorkOrderState) =>
    loadable<Column>(async (abort) => {
      const { title, priority, assignee } = filter.peek();
      return orderApi.workOrders.list(
        {
          state,
          title,
          ...(priority === '' ? {} : { priority }),
          ...(assignee === '' ? {} : { assignee }),
          sortProperty: state === 'closed' ? 'createTime' : 'priority',
          pageSize: limits.get(state) ?? COLUMN_ORDERS,
        },
        { signal: abort },
      );
    });
  const columns: Record<WorkOrderState, Loadable<Column>> = {
    open: columnOf('open'),
    processing: columnOf('processing'),
    done: columnOf('done'),
    closed: columnOf('closed'),
  };
  const all = STATES.map((state) => columns[state]);
  const people = loadable<readonly Person[]>(
    async (abort) => (await orderApi.users.list({ pageSize: PEOPLE_MAX }, { signal: abort })).items,
  );
  const scenes = loadable<readonly Scene[]>(
    async (abort) => (await api.scenes.list({ pageSize: SCENES_MAX }, { signal: abort })).items,
  );
  const templates = loadable<readonly WorkOrderTemplate[]>(
    async (abort) => (await orderApi.workOrderPlans.templates({ signal: abort })).items,
  );
  const refresh = (): void => {
    for (const orders of all) void orders.load();
  };
  const reload = (): void => {
    refresh();
    void people.load();
    void scenes.load();
    void templates.load();
  };
  let typing: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) refresh();
    }, REFRESH_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(typing);
    };
  });
  // Connected again: what the page missed is fetched.
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'subscribed' && event.resumed) reload();
    }),
  );
  reload();

  const change = (part: Partial<OrderFilter>, pauseMs = 0): void => {
    batch(() => {
      filter.value = { ...filter.peek(), ...part };
    });
    clearTimeout(typing);
    typing = setTimeout(refresh, pauseMs);
  };
  return {
    filter,
    columns,
    people,
    scenes,
    templates,
    /** The filter as parameters of the address. */
    address: computed(() =>
      Object.fromEntries(Object.entries(filter.value).filter(([, value]) => value !== '')),
    ),
    isFiltered: computed(() => Object.values(filter.value).some((value) => value !== '')),
    error: computed(() => all.map((orders) => orders.error.value).find((one) => one !== null) ?? null),
    hasLoaded: computed(() => all.every((orders) => orders.hasLoaded.value)),
    total: computed(() => all.reduce((sum, orders) => sum + (orders.value.value?.total ?? 0), 0)),
    /** Orders that somebody has yet to do. */
    left: computed(
      () => (columns.open.value.value?.total ?? 0) + (columns.processing.value.value?.total ?? 0),
    ),
    /** Name of a user for people. */
    nameOf: (id: string | null): string | null => {
      if (id === null) return null;
      const found = people.value.value?.find(({ userId }) => userId === id);
      return found ? found.displayName || found.username : null;
    },
    refresh,
    reload,
    /** All orders of the filter, for a file. */
    every: async (): Promise<WorkOrder[]> => {
      const { title, priority, assignee } = filter.peek();
      const query = {
        title,
        ...(priority === '' ? {} : { priority }),
        ...(assignee === '' ? {} : { assignee }),
        pageSize: EXPORT_PAGE,
      };
      const found: WorkOrder[] = [];
      for (let page = 1; found.length < EXPORT_MAX; page += 1) {
        const { items, total } = await orderApi.workOrders.list({ ...query, page });
        found.push(...items);
        if (items.length === 0 || found.length >= total) break;
      }
      return found;
    },
    search: (title: string): void => change({ title }, SEARCH_PAUSE_MS),
    change,
    clear: (): void => change(ALL),
    more: (state: WorkOrderState): void => {
      limits.set(state, Math.min(COLUMN_MAX, (limits.get(state) ?? COLUMN_ORDERS) + COLUMN_ORDERS));
      void columns[state].load();
    },
  };
});

export type Orders = InstanceType<typeof OrdersModel>;
