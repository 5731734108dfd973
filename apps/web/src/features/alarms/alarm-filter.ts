import type { Alarm, AlarmQuery, AlarmSeverity } from '@farm3d/api';

/** From the most to the least severe. */
export const SEVERITIES = [
  'CRITICAL',
  'MAJOR',
  'MINOR',
  'WARNING',
] as const satisfies readonly AlarmSeverity[];
/**
 * Which alarms: 'open' active and not shelved; 'active' with the shelved ones; 'new' open and not acknowledged;
 * 'acknowledged' open and acknowledged; 'shelved' active and shelved; 'cleared' ended; 'all'.
 */
export const STATES = ['open', 'new', 'acknowledged', 'shelved', 'active', 'cleared', 'all'] as const;
type AlarmStateFilter = (typeof STATES)[number];
export const SORTS = ['newest', 'oldest', 'severity'] as const;
export type AlarmSort = (typeof SORTS)[number];

const HOUR_MS = 3_600_000;
/** Since when: raised within the last hour, day or week, or longer than a day ago. */
export const AGES = ['hour', 'day', 'week', 'older'] as const;
type AlarmAge = (typeof AGES)[number];
const AGE_MS: Record<AlarmAge, number> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  older: 24 * HOUR_MS,
};

/** Filters and order of the alarm centre; all of it is in its address. */
export interface AlarmFilter {
  readonly state: AlarmStateFilter;
  /** Empty: all. */
  readonly severity: '' | AlarmSeverity;
  /** Empty: all. */
  readonly age: '' | AlarmAge;
  /** Part of the name of the alarm or of its device. */
  readonly text: string;
  /** Ids. */
  readonly scene: string;
  readonly group: string;
  readonly device: string;
  /** Code of an area of the map of the area `map`. */
  readonly area: string;
  readonly map: string;
  readonly sort: AlarmSort;
}

export const EMPTY_FILTER: AlarmFilter = {
  state: 'open',
  severity: '',
  age: '',
  text: '',
  scene: '',
  group: '',
  device: '',
  area: '',
  map: '',
  sort: 'newest',
};

const oneOf = <T extends string>(list: readonly T[], text: string | null): T | undefined =>
  list.find((one) => one === text);

/** The filter that an address names; unknown parts are left out. */
export function parseFilter(search: string): AlarmFilter {
  const given = new URLSearchParams(search);
  const text = (name: keyof AlarmFilter): string => given.get(name) ?? '';
  return {
    state: oneOf(STATES, given.get('state')) ?? EMPTY_FILTER.state,
    severity: oneOf(SEVERITIES, given.get('severity')) ?? '',
    age: oneOf(AGES, given.get('age')) ?? '',
    text: text('text'),
    scene: text('scene'),
    group: text('group'),
    device: text('device'),
    area: text('area'),
    map: text('map'),
    sort: oneOf(SORTS, given.get('sort')) ?? EMPTY_FILTER.sort,
  };
}

/** The search part of the address of a filter; empty for the default. */
export function formatFilter(filter: AlarmFilter): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(filter) as [keyof AlarmFilter, string][])
    if (value !== EMPTY_FILTER[name]) given.set(name, value);
  return given.toString();
}

/** Whether other alarms than those of the default are shown. */
export const isFiltered = (filter: AlarmFilter): boolean =>
  formatFilter({ ...filter, text: filter.text.trim(), sort: EMPTY_FILTER.sort }) !== '';

/** Whether only the server knows which alarms belong to it: an alarm does not say where its device stands. */
export const isScoped = ({ scene, group, area }: AlarmFilter): boolean =>
  scene !== '' || group !== '' || area !== '';

const BY_STATE: Record<AlarmStateFilter, Pick<AlarmQuery, 'active' | 'acknowledged' | 'shelved'>> = {
  open: { active: true, shelved: false },
  new: { active: true, shelved: false, acknowledged: false },
  acknowledged: { active: true, shelved: false, acknowledged: true },
  shelved: { active: true, shelved: true },
  active: { active: true },
  cleared: { active: false },
  all: {},
};

/** Part of time, epoch milliseconds. */
interface Span {
  readonly startTs?: number;
  readonly endTs?: number;
}
type SpanQuery = Omit<AlarmQuery, keyof Span> & Span;

/** When the alarms of an age were raised. */
function spanOf(age: '' | AlarmAge, now: number): Span {
  if (age === '') return {};
  return age === 'older' ? { endTs: now - AGE_MS.older } : { startTs: now - AGE_MS[age] };
}

/** A query of a part of the time of another one. */
export function within(query: SpanQuery, { startTs, endTs }: Span): SpanQuery {
  const starts = [query.startTs, startTs].filter((at) => at !== undefined);
  const ends = [query.endTs, endTs].filter((at) => at !== undefined);
  return {
    ...query,
    ...(starts.length > 0 && { startTs: Math.max(...starts) }),
    ...(ends.length > 0 && { endTs: Math.min(...ends) }),
  };
}

/** The filter as the call takes it; `now` in epoch milliseconds. */
export function callQuery(filter: AlarmFilter, now: number): SpanQuery {
  const { severity, scene, group, device, area, map } = filter;
  const text = filter.text.trim();
  return {
    ...BY_STATE[filter.state],
    ...spanOf(filter.age, now),
    ...(severity === '' ? {} : { severity }),
    ...(text === '' ? {} : { text }),
    ...(scene === '' ? {} : { sceneId: scene }),
    ...(group === '' ? {} : { groupId: group }),
    ...(device === '' ? {} : { deviceId: device }),
    ...(area === '' ? {} : { areaCode: area, ...(map === '' ? {} : { mapCode: map }) }),
  };
}

/** Whether an alarm of the stream belongs to the filter, as far as the alarm says; `now` in epoch milliseconds. */
export function matches(filter: AlarmFilter, alarm: Alarm, now: number): boolean {
  const wanted = BY_STATE[filter.state];
  const isShelved = alarm.shelvedUntil !== null && alarm.shelvedUntil > now;
  const text = filter.text.trim().toLocaleLowerCase();
  const { startTs = -Infinity, endTs = Infinity } = spanOf(filter.age, now);
  return (
    alarm.raisedAt >= startTs &&
    alarm.raisedAt < endTs &&
    (wanted.active ?? alarm.active) === alarm.active &&
    (wanted.acknowledged ?? alarm.acknowledged) === alarm.acknowledged &&
    (wanted.shelved ?? isShelved) === isShelved &&
    (filter.severity === '' || filter.severity === alarm.severity) &&
    (filter.device === '' || filter.device === alarm.deviceId) &&
    `${alarm.name}\n${alarm.deviceName}`.toLocaleLowerCase().includes(text)
  );
}
