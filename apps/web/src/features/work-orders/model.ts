import { batch, computed, createModel, effect, signal } from '@preact/signals-react';
import {
  type Person,
  type Scene,
  type WorkOrder,
  type WorkOrderState,
  type WorkOrderTemplate,
  users as userCalls,
  workOrderPlans as planCalls,
  workOrders as orderCalls,
  dataReports as reportCalls,
  type Device,
  type DataReport,
  type WorkOrderSchedule,
} from '@farm3d/api';
import { createAttempts, createOpening, createQuestion } from '../../kit/actions.ts';
import { createPages } from '../../kit/list-model.ts';
import { csvText, saveFile } from '../../platform/save-file.ts';
import { whenResumed } from '../../platform/live-store.ts';
import { loadable, type Loadable } from '../../platform/loadable.ts';
import { outboxOf } from '../../platform/outbox/outbox.ts';
import type { Services } from '../../platform/services.ts';
import { PRIORITIES, STATES, partsText } from './orders.ts';
import { t } from './zh-CN.ts';

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

interface OrderFilter {
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

/** Reports of the list at first, and with each "more". */
const REPORTS_PAGE = 50;
const DEVICES_MAX = 200;

/** Devices to choose from, by name. */
const devicesOf = ({ api }: Services) =>
  loadable<readonly Pick<Device, 'id' | 'name'>[]>(
    async (abort) => (await api.devices.list({ pageSize: DEVICES_MAX }, { signal: abort })).items,
  );

/** The filter in an address. */
const parseFilter = (search: string): OrderFilter => {
  const given = new URLSearchParams(search);
  const priority = PRIORITIES.find((one) => one === given.get('priority'));
  return { title: given.get('title') ?? '', priority: priority ?? '', assignee: given.get('assignee') ?? '' };
};

/** Work orders of the organisation by state. */
export const OrdersModel = createModel((services: Services, search: string) => {
  const { api, live } = services;
  const { users, workOrderPlans, workOrders } = services.clientOf({
    users: userCalls,
    workOrderPlans: planCalls,
    workOrders: orderCalls,
  });
  const filter = signal<OrderFilter>(parseFilter(search));
  const limits = new Map<WorkOrderState, number>();
  /** The filter as parameters of a call. */
  const given = () => {
    const { title, priority, assignee } = filter.peek();
    return { title, ...(priority === '' ? {} : { priority }), ...(assignee === '' ? {} : { assignee }) };
  };
  const columnOf = (state: WorkOrderState) =>
    loadable<Column>((abort) =>
      workOrders.list(
        {
          state,
          ...given(),
          sortProperty: state === 'closed' ? 'createTime' : 'priority',
          pageSize: limits.get(state) ?? COLUMN_ORDERS,
        },
        { signal: abort },
      ),
    );
  const columns: Record<WorkOrderState, Loadable<Column>> = {
    open: columnOf('open'),
    processing: columnOf('processing'),
    done: columnOf('done'),
    closed: columnOf('closed'),
  };
  const all = STATES.map((state) => columns[state]);
  const people = loadable<readonly Person[]>(
    async (abort) => (await users.list({ pageSize: PEOPLE_MAX }, { signal: abort })).items,
  );
  const scenes = loadable<readonly Scene[]>(
    async (abort) => (await api.scenes.list({ pageSize: SCENES_MAX }, { signal: abort })).items,
  );
  const templates = loadable<readonly WorkOrderTemplate[]>(
    async (abort) => (await workOrderPlans.templates({ signal: abort })).items,
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
  whenResumed(live, reload);
  reload();

  const change = (part: Partial<OrderFilter>, pauseMs = 0): void => {
    batch(() => {
      filter.value = { ...filter.peek(), ...part };
    });
    clearTimeout(typing);
    typing = setTimeout(refresh, pauseMs);
  };
  const exporting = createAttempts();
  /** Name of a user for people. */
  const nameOf = (id: string | null): string | null => {
    if (id === null) return null;
    const found = people.value.value?.find(({ userId }) => userId === id);
    return found ? found.displayName || found.username : null;
  };
  const every = async (): Promise<WorkOrder[]> => {
    const query = { ...given(), pageSize: EXPORT_PAGE };
    const found: WorkOrder[] = [];
    for (let page = 1; found.length < EXPORT_MAX; page += 1) {
      const { items, total } = await workOrders.list({ ...query, page });
      found.push(...items);
      if (items.length === 0 || found.length >= total) break;
    }
    return found;
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
    /** What the board is made of. */
    parts: all,
    total: computed(() => all.reduce((sum, orders) => sum + (orders.value.value?.total ?? 0), 0)),
    /** Orders that somebody has yet to do. */
    left: computed(
      () => (columns.open.value.value?.total ?? 0) + (columns.processing.value.value?.total ?? 0),
    ),
    nameOf,
    refresh,
    reload,
    isExporting: exporting.busy,
    /** Saves all orders of the filter as a table. */
    exportAll: () =>
      exporting.attempt(async () => {
        exportOrders(await every(), nameOf);
        return null;
      }),
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

const instantText = (at: number | null): string => (at === null ? '' : new Date(at).toISOString());

/** Saves orders as a table. @param nameOf name of a person by id */
function exportOrders(orders: readonly WorkOrder[], nameOf: (id: string | null) => string | null): void {
  const head = [
    t('orders.field.title'),
    t('orders.field.state'),
    t('orders.field.priority'),
    t('orders.field.assignee'),
    t('orders.field.day'),
    t('orders.field.source'),
    t('orders.field.checklist'),
    t('orders.field.parts'),
    t('orders.field.signature'),
    t('orders.field.content'),
    'id',
  ];
  const rows = orders.map((order) => [
    order.title,
    t(`orders.state.${order.state}`),
    t(`orders.priority.${order.priority}`),
    nameOf(order.assignee) ?? '',
    instantText(order.deadline),
    t(`orders.source.${order.source}`),
    `${order.checklist.filter(({ done }) => done).length}/${order.checklist.length}`,
    partsText(order.parts).replaceAll('\n', '; '),
    order.signature?.name ?? '',
    order.content,
    order.id,
  ]);
  saveFile(new Blob([csvText(head, rows)], { type: 'text/csv' }), 'work-orders.csv');
}

/** Templates and schedules of the organisation. */
export const PlansModel = createModel((services: Services, orders: Orders) => {
  const { workOrderPlans } = services.clientOf({ workOrderPlans: planCalls });
  const schedules = loadable<readonly WorkOrderSchedule[]>(
    async (abort) => (await workOrderPlans.schedules({ signal: abort })).items,
  );
  const devices = devicesOf(services);
  const reload = (): void => {
    void orders.templates.load();
    void schedules.load();
    void devices.load();
  };
  reload();
  const { busy, attempt } = createAttempts(reload);
  return {
    templates: orders.templates,
    people: orders.people,
    schedules,
    devices,
    /** The opened form: of a new template or of one. */
    editing: createOpening<WorkOrderTemplate | 'new'>(),
    /** The form of a schedule. */
    scheduling: createOpening<true>(),
    removing: createQuestion<{
      readonly kind: 'template' | 'schedule';
      readonly id: string;
      readonly name: string;
    }>(({ kind, id }) =>
      attempt(async () => {
        if (kind === 'template') await workOrderPlans.removeTemplate(id);
        else await workOrderPlans.removeSchedule(id);
        return null;
      }),
    ),
    isBusy: busy,
    reload,
    toggle: ({ id, enabled }: WorkOrderSchedule) =>
      attempt(async () => {
        await workOrderPlans.switchSchedule(id, !enabled);
        return null;
      }),
  };
});

export type Plans = InstanceType<typeof PlansModel>;

/** What people reported, the newest first. @param about device of the report whose form is open at first; null: none */
export const ReportsModel = createModel((services: Services, about: string | null) => {
  const { dataReports } = services.clientOf({ dataReports: reportCalls });
  const reports = createPages<DataReport>(REPORTS_PAGE, (page, abort) =>
    dataReports.list(page, { signal: abort }),
  );
  const devices = devicesOf(services);
  const isReporting = signal(about !== null);
  const reload = (): void => {
    void reports.load();
    void devices.load();
  };
  reload();
  const outbox = outboxOf(services);
  outbox.follow();
  let waiting = 0;
  effect(() => {
    const before = waiting;
    waiting = outbox.queuedSteps.value.filter(({ orderId }) => orderId === null).length;
    // What waited has arrived.
    if (waiting < before) void reports.load();
  });
  return {
    reports,
    devices,
    /** The device that a new report is about at first; '': none. */
    firstDevice: (): string => about ?? '',
    isReporting,
    report: (isOpen: boolean): void => {
      isReporting.value = isOpen;
    },
    reload,
    nameOf: (id: string | null): string => devices.value.value?.find((one) => one.id === id)?.name ?? '',
  };
});
export type ReportsScreen = InstanceType<typeof ReportsModel>;
