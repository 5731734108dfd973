import { batch, computed, createModel, effect, signal } from '@preact/signals-react';
import {
  groups as groupCalls,
  regions,
  statistics,
  type DeviceGroup,
  type DeviceStatistics,
  type ProductModel,
} from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { type AreaName, areaText, fetchAreaNames } from '../../platform/region-areas.ts';
import { productTypeName } from '../../platform/names.ts';
import type { Services } from '../../platform/services.ts';
import { partsOf, statisticsSheet } from './numbers.ts';
import { t } from './zh-CN.ts';

/** Days that can be chosen. */
export const RANGES = [7, 30, 90] as const;
export const PARTITIONS = ['all', 'type', 'group', 'area'] as const;
type Partition = (typeof PARTITIONS)[number];
/** Parts that the charts show at once: more lines cannot be told apart. */
export const MOST_SHOWN = 6;
/** Numbers of a page that stays open are fetched again after this time, milliseconds. */
const REFRESH_MS = 300_000;

interface Answer extends DeviceStatistics {
  readonly by: Partition;
  /** Days that were asked for. */
  readonly range: number;
}

/** Devices and messages by day, of all or by parts. @param search of the address */
export const StatisticsModel = createModel(({ api, clientOf, live }: Services, search: string) => {
  const calls = clientOf({ groups: groupCalls, regions, statistics });
  const given = new URLSearchParams(search);
  const by = signal<Partition>(PARTITIONS.find((one) => one === given.get('by')) ?? 'all');
  const days = signal<number>(RANGES.find((one) => String(one) === given.get('days')) ?? 30);
  /** Ids of the parts in the charts; null: those with the most devices. */
  const chosen = signal<readonly string[] | null>(null);
  const answer = loadable<Answer>(async (abort) => {
    const asked = { by: by.peek(), days: days.peek() };
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return {
      ...(await calls.statistics.devices({ ...asked, timeZone }, { signal: abort })),
      by: asked.by,
      range: asked.days,
    };
  });
  const products = loadable<readonly ProductModel[]>(
    async (abort) => (await api.productModels.list({ signal: abort })).items,
  );
  const groups = loadable<readonly DeviceGroup[]>(
    async (abort) => (await calls.groups.list({}, { signal: abort })).items,
  );
  /** Names of the areas of the map of the whole; null: there is no map. */
  const areas = loadable<ReadonlyMap<string, AreaName> | null>(async (abort) => {
    const { items } = await calls.regions.maps({ signal: abort });
    const map = items.find(({ parentCode }) => parentCode === '');
    return map ? fetchAreaNames(map, abort) : null;
  });
  /** How many devices of each type are online at this moment, by the type's code. */
  const online = loadable(async (abort) => {
    const { items } = await api.devices.typeCount({ signal: abort });
    return new Map(items.map(({ productTypeCode, online: count }) => [productTypeCode, count]));
  });
  const refresh = (): void => {
    void answer.load();
    if (by.peek() === 'type') void online.load();
  };
  const reload = (): void => {
    refresh();
    void { all: null, type: products, group: groups, area: areas }[by.peek()]?.load();
  };
  effect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) refresh();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  });
  // Connected again: what the page missed is fetched.
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'subscribed' && (event.resumed || answer.error.peek() !== null)) reload();
    }),
  );
  reload();

  /** The answer to what is chosen now; null: it has not come yet. */
  const shown = computed(() => {
    const last = answer.value.value;
    return last?.by === by.value && last.range === days.value ? last : null;
  });
  const parts = computed(() => (shown.value ? partsOf(shown.value) : []));
  const inCharts = computed(() => {
    const ids = parts.value.map(({ id }) => id);
    return chosen.value?.filter((id) => ids.includes(id)) ?? ids.slice(0, MOST_SHOWN);
  });
  const nameOfType = (id: string): string => productTypeName(products.value.value ?? [], id);
  const nameOfGroup = (id: string): string =>
    id === ''
      ? t('statistics.group.none')
      : (groups.value.value?.find((group) => group.id === id)?.name ?? id);
  const nameOfArea = (id: string): string => {
    if (id === '') return t('statistics.area.none');
    const area = areas.value.value?.get(id);
    return area ? areaText(area) : id;
  };
  /** Names of the parts by id: computed, because reads inside a model's function are not tracked. */
  const names = computed(() => {
    const nameOf = { all: () => t('statistics.all'), type: nameOfType, group: nameOfGroup, area: nameOfArea };
    return new Map(parts.value.map(({ id }) => [id, nameOf[by.value](id)]));
  });
  return {
    by,
    days,
    answer,
    shown,
    parts,
    inCharts,
    names,
    /** Null: the parts are not types, or it is not known yet. */
    online: computed(() => (by.value === 'type' ? online.value.value : null)),
    /** Whether areas can be named: there is a map. */
    hasMap: computed(() => !areas.hasLoaded.value || areas.value.value !== null),
    /** The search part of the address. */
    address: computed(() => {
      const search = new URLSearchParams();
      if (by.value !== 'all') search.set('by', by.value);
      if (days.value !== 30) search.set('days', String(days.value));
      return search.toString();
    }),
    reload,
    setBy: (next: Partition): void => {
      batch(() => {
        by.value = next;
        chosen.value = null;
      });
      reload();
    },
    setDays: (next: number): void => {
      days.value = next;
      refresh();
    },
    /** Shows a part in the charts, or no longer. */
    toggle: (id: string): void => {
      const now = inCharts.peek();
      if (now.includes(id)) chosen.value = now.filter((one) => one !== id);
      else if (now.length < MOST_SHOWN) chosen.value = [...now, id];
    },
    /** All numbers of the chosen range, of all parts. */
    sheet: (): Blob =>
      new Blob([statisticsSheet(shown.peek()?.days ?? [], parts.peek(), names.peek())], { type: 'text/csv' }),
  };
});

export type Statistics = InstanceType<typeof StatisticsModel>;
