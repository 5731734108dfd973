import { DEVICE_SORTS, type DeviceQuery } from '@farm3d/api';

/** How long a device has been silent. */
export const SILENCES = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;
export type Silence = keyof typeof SILENCES;
/** Columns beside the name. */
export const COLUMNS = ['product', 'code', 'state', 'activity', 'thirdId', 'id'] as const;
export type Column = (typeof COLUMNS)[number];
const DEFAULT_COLUMNS: readonly Column[] = ['product', 'code', 'state', 'activity'];

/** Filters, order and columns of a list of devices; in its address and in saved views. */
export interface ListQuery {
  readonly name: string;
  /** Empty: all. */
  readonly model: string;
  readonly group: string;
  /** An area of a region map: its code, and that of the area whose map it is on. */
  readonly area: string;
  readonly map: string;
  readonly state: '' | 'online' | 'offline';
  readonly silence: '' | Silence;
  readonly sort: (typeof DEVICE_SORTS)[number];
  readonly isDescending: boolean;
  readonly columns: readonly Column[];
  /** All devices with a place on a map, instead of the list. */
  readonly isOnMap: boolean;
}

export const EMPTY_QUERY: ListQuery = {
  name: '',
  model: '',
  group: '',
  area: '',
  map: '',
  state: '',
  silence: '',
  sort: 'name',
  isDescending: false,
  columns: DEFAULT_COLUMNS,
  isOnMap: false,
};

/** The parts that are any text. */
const TEXTS = ['name', 'model', 'group', 'area', 'map'] as const;

const oneOf = <T extends string>(list: readonly T[], text: string | null): T | undefined =>
  list.find((one) => one === text);

/** The query that an address names; unknown parts are left out. */
export function parseQuery(search: string): ListQuery {
  const given = new URLSearchParams(search);
  const columns = given.get('columns')?.split(',');
  const texts = Object.fromEntries(TEXTS.map((name) => [name, given.get(name) ?? '']));
  return {
    ...(texts as Pick<ListQuery, (typeof TEXTS)[number]>),
    state: oneOf(['online', 'offline'], given.get('state')) ?? '',
    silence: oneOf(Object.keys(SILENCES) as Silence[], given.get('silent')) ?? '',
    sort: oneOf(DEVICE_SORTS, given.get('sort')) ?? 'name',
    isDescending: given.get('order') === 'desc',
    columns: columns ? COLUMNS.filter((column) => columns.includes(column)) : DEFAULT_COLUMNS,
    isOnMap: given.get('view') === 'map',
  };
}

/** The search part of the address of a query; empty for the default. */
export function formatQuery(query: ListQuery): string {
  const given = new URLSearchParams();
  const write = (name: string, value: string, standard = ''): void => {
    if (value !== standard) given.set(name, value);
  };
  for (const name of TEXTS) write(name, query[name]);
  write('state', query.state);
  write('silent', query.silence);
  write('sort', query.sort, 'name');
  write('order', query.isDescending ? 'desc' : '');
  write('columns', query.columns.join(','), DEFAULT_COLUMNS.join(','));
  write('view', query.isOnMap ? 'map' : '');
  return given.toString();
}

/** Whether fewer than all devices are shown. */
export const isFiltered = (query: ListQuery): boolean =>
  [query.name.trim(), query.model, query.group, query.area, query.state, query.silence].some(
    (part) => part !== '',
  );

/** The query as the call takes it. */
export function callQuery(query: ListQuery, now: number): DeviceQuery {
  const name = query.name.trim();
  return {
    ...(name === '' ? {} : { name }),
    ...(query.model === '' ? {} : { productModelCode: query.model }),
    ...(query.group === '' ? {} : { groupId: query.group }),
    ...(query.area === '' ? {} : { areaCode: query.area, mapCode: query.map }),
    ...(query.state === '' ? {} : { online: query.state === 'online' }),
    ...(query.silence === '' ? {} : { inactiveSince: now - SILENCES[query.silence] }),
    sortProperty: query.sort,
    sortOrder: query.isDescending ? 'DESC' : 'ASC',
  };
}
