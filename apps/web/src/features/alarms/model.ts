import { batch, computed, createModel, effect, signal, untracked } from '@preact/signals-react';
import {
  alarmHandling,
  groups as groupCalls,
  users as userCalls,
  type Alarm,
  type AlarmSeverity,
} from '@farm3d/api';
import type { Bulk } from '../../components/bulk/bulk-work.ts';
import { createQuestion } from '../../kit/actions.ts';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { readingLines, type ReadingLine } from '../../platform/readings.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import {
  EMPTY_FILTER,
  SEVERITIES,
  callQuery,
  formatFilter,
  isFiltered,
  isScoped,
  matches,
  parseFilter,
  within,
  type AlarmFilter,
} from './alarm-filter.ts';
import { PAGE_ALARMS, createAlarmStore } from './alarm-store.ts';
import { rowsOf, worstOf, type AlarmRow } from './storms.ts';
import { t } from './zh-CN.ts';

/** Debounce of the search, milliseconds. */
const SEARCH_PAUSE_MS = 250;
/** New alarms are fetched together, with what the stream does not say about them, milliseconds. */
const FETCH_PAUSE_MS = 500;
/** Pages that are hidden draw no frames, milliseconds. */
const HIDDEN_FLUSH_MS = 250;
/** Scenes of one call: the largest page. */
const SCENES = 200;
/** The last alarms, to see when the last one ended. */
const LAST_ALARMS = 50;

const onceAFrame = (flush: () => void): void => {
  if (document.hidden) setTimeout(flush, HIDDEN_FLUSH_MS);
  else requestAnimationFrame(flush);
};
const later = (fetch: () => void): (() => void) => {
  const timer = setTimeout(fetch, FETCH_PAUSE_MS);
  return () => clearTimeout(timer);
};

/** A place where a device stands. */
interface ScenePlace {
  readonly id: string;
  readonly name: string;
}

/** Records that name what an alarm refers to by its id or key. */
function createNames({ api, clientOf, session }: Services) {
  const calls = clientOf({ groups: groupCalls, users: userCalls });
  const scenes = loadable(
    async (abort) => (await api.scenes.list({ pageSize: SCENES }, { signal: abort })).items,
  );
  const groups = loadable(async (abort) => (await calls.groups.list({}, { signal: abort })).items);
  // Whoever sees by rules alone learns no names of people.
  const people = loadable(async (abort) =>
    session.hasRight('read') ? (await calls.users.list({ pageSize: SCENES }, { signal: abort })).items : [],
  );
  const keys = loadable<ReadonlyMap<string, ReadingLine>>(async (abort) => {
    const { items } = await api.productModels.dictionaries({}, { signal: abort });
    return new Map(readingLines(items).map((line) => [line.key, line]));
  });
  const places = computed(() => {
    const byDevice = new Map<string, ScenePlace[]>();
    for (const { id, name, layout } of scenes.value.value ?? [])
      for (const { id: deviceId } of layout.equipment)
        byDevice.set(deviceId, [...(byDevice.get(deviceId) ?? []), { id, name }]);
    return byDevice;
  });
  return {
    scenes,
    groups,
    people,
    keys,
    /** Scenes of each device. */
    places,
    load: (): void => {
      for (const list of [scenes, groups, people, keys]) void list.load();
    },
  };
}

/** Selected alarms by their id; a row of many selects all of them. */
function createSelection(alarms: { readonly value: ReadonlyMap<string, Alarm> }) {
  const ids = signal<ReadonlySet<string>>(new Set());
  return {
    ids,
    /** Those that are still listed. */
    alarms: computed(() => [...ids.value].flatMap((id) => alarms.value.get(id) ?? [])),
    toggle: (list: readonly Alarm[]): void => {
      const next = new Set(ids.peek());
      const isOn = list.every(({ id }) => next.has(id));
      for (const { id } of list) {
        if (isOn) next.delete(id);
        else next.add(id);
      }
      ids.value = next;
    },
    keep: (kept: readonly Alarm[]): void => {
      ids.value = new Set(kept.map(({ id }) => id));
    },
    clear: (): void => {
      if (ids.peek().size > 0) ids.value = new Set();
    },
  };
}

/** The alarms of the organisation: filters, rows, selection, and what the stream changes. */
export const AlarmsModel = createModel((services: Services, search: string) => {
  const { api, live } = services;
  const filter = signal<AlarmFilter>(parseFilter(search));
  const store = createAlarmStore({
    fetchPage: ({ page, ...span }, abort) =>
      api.alarms.query(
        { ...within(callQuery(filter.peek(), Date.now()), span), page, pageSize: PAGE_ALARMS },
        { signal: abort },
      ),
    matches: (alarm) => matches(filter.peek(), alarm, Date.now()),
    isScoped: () => isScoped(filter.peek()),
    schedule: onceAFrame,
    later,
  });
  const names = createNames(services);
  const selection = createSelection(store.alarms);
  const opened = signal<ReadonlySet<string>>(new Set());
  /** When the last alarm ended, epoch milliseconds; null: never. */
  const quietSince = loadable<{ at: number | null }>(async (abort) => {
    const { items } = await api.alarms.query({ active: false, pageSize: LAST_ALARMS }, { signal: abort });
    const ends = items.flatMap(({ clearedAt }) => clearedAt ?? []);
    return { at: ends.length === 0 ? null : Math.max(...ends) };
  });
  let typing: ReturnType<typeof setTimeout> | undefined;
  effect(() => () => {
    clearTimeout(typing);
    store.dispose();
  });
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'alarm') {
        store.receive(event.alarm);
        const { clearedAt } = event.alarm;
        if (clearedAt !== null) quietSince.set({ at: clearedAt });
      } else if (event.type === 'subscribed') {
        // What happened between the load and the beginning of the stream, or while it was interrupted.
        void store.reload(false);
      }
    }),
  );
  const isEmpty = computed(() => store.isComplete.value && store.alarms.value.size === 0);
  effect(() => {
    if (isEmpty.value) untracked(() => void quietSince.load());
  });
  const change = (part: Partial<AlarmFilter>, pauseMs = 0): void => {
    batch(() => {
      filter.value = { ...filter.peek(), ...part };
      selection.clear();
    });
    clearTimeout(typing);
    // Another order needs no other alarms.
    if (Object.keys(part).every((name) => name === 'sort')) return;
    if (pauseMs === 0) void store.reload(true);
    else typing = setTimeout(() => void store.reload(true), pauseMs);
  };

  void store.reload(true);
  names.load();
  return {
    filter,
    store,
    names,
    selection,
    quietSince,
    isEmpty,
    /** Rows of the list: alarms, and storms of many alarms. */
    rows: computed<readonly AlarmRow[]>(() =>
      rowsOf(store.alarms.value.values(), filter.value.sort, opened.value),
    ),
    opened,
    /** Shows the alarms of a storm, or no longer. */
    toggleStorm: (key: string): void => {
      const next = new Set(opened.peek());
      if (!next.delete(key)) next.add(key);
      opened.value = next;
    },
    /** Loaded alarms by severity. */
    counts: computed(() => {
      const counts = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0])) as Record<
        AlarmSeverity,
        number
      >;
      for (const { severity } of store.alarms.value.values()) counts[severity] += 1;
      return counts;
    }),
    /** The address of this list, without its path. */
    address: computed(() => formatFilter(filter.value)),
    isFiltered: computed(() => isFiltered(filter.value)),
    change,
    search: (text: string): void => change({ text }, SEARCH_PAUSE_MS),
    clear: (): void => change({ ...EMPTY_FILTER, sort: filter.peek().sort }),
    reload: (): void => void store.reload(false),
  };
});

export type Alarms = InstanceType<typeof AlarmsModel>;

/** The alarms of a row. */
export const alarmsOf = (row: AlarmRow): readonly Alarm[] =>
  row.kind === 'alarm' ? [row.alarm] : row.alarms;
/** The alarm that a row shows. */
export const shownOf = (row: AlarmRow): Alarm => (row.kind === 'alarm' ? row.alarm : worstOf(row));

/** Choices of the time for which alarms are shelved, minutes. */
export const SHELVE_MINUTES = [15, 60, 480, 1_440, 10_080] as const;

/** What can be done with alarms. */
export type AlarmAction =
  | { readonly kind: 'acknowledge' | 'clear' }
  /** For so many minutes; 0: no longer. */
  | { readonly kind: 'shelve'; readonly minutes: number }
  /** Id of the user; null: nobody. */
  | { readonly kind: 'assign'; readonly userId: string | null }
  | { readonly kind: 'comment'; readonly text: string };

/** Whether an action changes an alarm in its present state. */
export function isUseful({ kind }: AlarmAction, alarm: Alarm): boolean {
  if (kind === 'acknowledge') return !alarm.acknowledged;
  return kind === 'assign' || kind === 'comment' || alarm.active;
}

/** Actions on one alarm or on many, with their results in the list. */
export function createAlarmActions({ api, clientOf }: Services, model: Alarms, bulk: Bulk) {
  const handling = clientOf({ alarmHandling }).alarmHandling;
  /** Answers the alarm as it is afterwards; null: it says nothing of the action. */
  const perform = async (alarm: Alarm, action: AlarmAction, signal?: AbortSignal): Promise<Alarm | null> => {
    const options = signal ? { signal } : {};
    switch (action.kind) {
      case 'shelve':
        return api.alarms.shelve(alarm.id, action.minutes, options);
      case 'assign': {
        const assigned = await handling.assign(alarm.id, action.userId, options);
        // The answer does not name an assignee that there is none of.
        return { ...assigned, assignee: assigned.assignee ?? null };
      }
      case 'comment':
        await handling.comment(alarm.id, action.text, options);
        return null;
      default:
        return api.alarms[action.kind](alarm.id, options);
    }
  };
  const work = async (alarm: Alarm, action: AlarmAction, signal?: AbortSignal): Promise<void> => {
    const changed = await perform(alarm, action, signal);
    if (changed) model.store.receive(changed);
  };
  const one = async (alarm: Alarm, action: AlarmAction): Promise<void> => {
    try {
      await work(alarm, action);
      if (action.kind === 'comment') showToast('success', t('alarmList.comment.sent'), `alarm.${alarm.id}`);
    } catch (error) {
      showToast('error', problemText(error), `alarm.${alarm.id}`);
    }
  };
  /** One alarm at once; many with their progress, and each failure by its name. */
  const many = async (alarms: readonly Alarm[], action: AlarmAction): Promise<void> => {
    const useful = alarms.filter((alarm) => isUseful(action, alarm));
    const [first] = useful;
    if (!first) return;
    if (useful.length === 1) return one(first, action);
    const failed: Alarm[] = [];
    await bulk.run({
      title: t(`alarmList.bulk.${action.kind}`),
      items: useful,
      nameOf: ({ name, deviceName }) => `${deviceName} · ${name}`,
      work: async (alarm, signal) => {
        try {
          await work(alarm, action, signal);
        } catch (error) {
          failed.push(alarm);
          throw error;
        }
      },
      // What failed stays selected, to be tried again.
      onEnd: () => model.selection.keep(failed),
    });
  };
  return {
    one,
    many,
    /** Asks before the selected alarms are cleared. */
    clearing: createQuestion<true>(async () => {
      void many(model.selection.alarms.peek(), { kind: 'clear' });
    }),
  };
}

export type AlarmActions = ReturnType<typeof createAlarmActions>;
