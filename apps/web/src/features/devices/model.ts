import { computed, createModel, effect, signal, untracked } from '@preact/signals-react';
import { ApiError, checkDeviceName, message, type CreatedDevice, type ProductModel } from '@farm3d/api';
import { undeclaredKeys } from '../../parts/readings.ts';
import { loadable } from '../../platform/loadable.ts';
import { locale, t } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import { api, live } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';

export const PAGE_SIZE = 20;
/** After the last key of a search; a person types faster than this. */
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
  // What the stream says about devices that come and go: the list and the counts ask again.
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'device-changed') refresh();
      else if (event.type === 'device-state') void counts.load();
    }),
  );
  effect(() => {
    for (const device of devices.value.value?.items ?? []) untracked(() => live.know(device.id, device));
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
    turn: (next: number): void => {
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

/** The dialog that adds a device and then shows its token, once. */
export const NewDeviceModel = createModel((onCreated: () => void) => {
  const open = signal(false);
  const name = signal('');
  const productModelCode = signal<string | null>(null);
  const nameError = signal<string | null>(null);
  const productError = signal<string | null>(null);
  const problem = signal<string | null>(null);
  const busy = signal(false);
  const created = signal<CreatedDevice | null>(null);
  const products = loadable<ProductModel[]>(
    async (abort) => (await api.productModels.list({ signal: abort })).items,
  );

  const checkName = (): boolean => {
    const wrong = checkDeviceName(name.value);
    nameError.value = wrong && message(wrong, locale.value);
    return wrong === null;
  };

  return {
    open,
    name,
    productModelCode,
    nameError,
    productError,
    problem,
    busy,
    created,
    products,
    checkName,
    begin: (): void => {
      name.value = '';
      productModelCode.value = null;
      nameError.value = productError.value = problem.value = null;
      created.value = null;
      open.value = true;
      void products.load();
    },
    close: (): void => {
      open.value = false;
    },
    typeName: (text: string): void => {
      name.value = text;
      if (nameError.peek() !== null) checkName();
    },
    chooseProduct: (code: string): void => {
      productModelCode.value = code;
      productError.value = null;
    },
    submit: async (): Promise<void> => {
      productError.value = productModelCode.value ? null : t('devices.productRequired');
      const isValid = checkName();
      const code = productModelCode.value;
      if (!isValid || !code || busy.value) return;
      busy.value = true;
      problem.value = null;
      try {
        created.value = await api.devices.create({ name: name.value.trim(), productModelCode: code });
        onCreated();
      } catch (error) {
        problem.value = problemText(error);
      } finally {
        busy.value = false;
      }
    },
  };
});

export type NewDevice = InstanceType<typeof NewDeviceModel>;

/** The drawer of one device: its facts, its live values, what it sent that was refused. */
export const DeviceDetailModel = createModel((id: string, onRemoved: () => void) => {
  const detail = loadable((abort) => api.devices.get(id, { signal: abort }));
  const attributes = loadable(async (abort) => (await api.devices.attributes(id, { signal: abort })).items);
  const asking = signal(false);
  const removing = signal(false);
  const device = live.device(id);

  effect(() =>
    live.watch({ devices: [id] }, (event) => {
      // The stream tells that something was refused; what exactly stands in the detail.
      if (event.type === 'rejection' || event.type === 'device-changed') void detail.load();
    }),
  );
  effect(() => {
    const known = detail.value.value;
    if (known) untracked(() => live.know(id, known));
  });

  void detail.load();
  void attributes.load();
  return {
    detail,
    attributes,
    asking,
    removing,
    /** Keys that the device sends and its product model does not declare. */
    undeclared: computed(() =>
      attributes.value.value ? undeclaredKeys(device.keys.value, attributes.value.value) : [],
    ),
    isMissing: computed(() => detail.error.value instanceof ApiError && detail.error.value.status === 404),
    ask: (): void => {
      asking.value = true;
    },
    dismiss: (): void => {
      asking.value = false;
    },
    remove: async (): Promise<void> => {
      removing.value = true;
      try {
        await api.devices.remove(id);
        showToast('success', t('devices.deleted'));
        onRemoved();
      } catch (error) {
        showToast('error', problemText(error));
      } finally {
        removing.value = false;
        asking.value = false;
      }
    },
  };
});

export type DeviceDetailScreen = InstanceType<typeof DeviceDetailModel>;
