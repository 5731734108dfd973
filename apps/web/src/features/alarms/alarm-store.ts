import { batch, signal, type ReadonlySignal } from '@preact/signals-react';
import type { Alarm } from '@farm3d/api';

/** Alarms of one call. */
export const PAGE_ALARMS = 200;
/** Alarms that are loaded at once; older ones when the list is scrolled to its end. */
const FIRST_ALARMS = 1_000;

interface AlarmPage {
  readonly items: readonly Alarm[];
  readonly total: number;
}

/** Part of the history: raised before `endTs` (exclusive), at or after `startTs`; `page` from 1. */
export interface AlarmSpan {
  readonly startTs?: number;
  readonly endTs?: number;
  readonly page: number;
}

export interface AlarmStoreOptions {
  /** The newest first. */
  readonly fetchPage: (span: AlarmSpan, signal: AbortSignal) => Promise<AlarmPage>;
  /** Whether an alarm belongs to the list, as far as the alarm says. */
  readonly matches: (alarm: Alarm) => boolean;
  /** Whether only the server knows if a new alarm belongs to the list. */
  readonly isScoped: () => boolean;
  /** Calls a function once for all changes until then: once a frame. */
  readonly schedule: (flush: () => void) => void;
  /** Calls a function later: new alarms of that time are fetched together. */
  readonly later: (fetch: () => void) => () => void;
}

const NOTHING = (): void => {};

/** An alarm with what only lists say about it. */
const withListed = (alarm: Alarm, { groups, assignee }: Alarm): Alarm => ({
  ...alarm,
  groups: alarm.groups ?? groups,
  assignee: alarm.assignee === undefined ? assignee : alarm.assignee,
});

/** Loaded alarms by their id: whatever the stream and the calls deliver twice is in the list once. */
export function createAlarmStore(options: AlarmStoreOptions) {
  const alarms = signal<ReadonlyMap<string, Alarm>>(new Map());
  const total = signal<number | null>(null);
  const error = signal<unknown>(null);
  const isLoading = signal(false);
  const isComplete = signal(false);
  let abort = new AbortController();
  let received: Alarm[] = [];
  /** Number of batches of the stream. */
  let step = 0;
  /** Step of the last batch that changed an alarm. */
  const changedAt = new Map<string, number>();
  /** The earliest raise of the alarms that are to be fetched. */
  let unknownSince: number | null = null;
  let cancelFetch = NOTHING;

  /** Alarms of the stream, the newest state of each. */
  const takeReceived = (list: readonly Alarm[]): void => {
    step += 1;
    const next = new Map(alarms.peek());
    for (const alarm of list) {
      const known = next.get(alarm.id);
      if (!known && alarm.active) fetchSince(alarm.raisedAt);
      // Only the server knows where its device stands: it is fetched.
      if (!known && options.isScoped()) continue;
      changedAt.set(alarm.id, step);
      if (!options.matches(alarm)) next.delete(alarm.id);
      else next.set(alarm.id, known ? withListed(alarm, known) : alarm);
    }
    alarms.value = next;
  };

  /** Alarms of a call that began at a step: what the stream changed since then is newer. */
  const takeFetched = (list: readonly Alarm[], since: number): void => {
    const next = new Map(alarms.peek());
    for (const alarm of list) {
      const known = next.get(alarm.id);
      if ((changedAt.get(alarm.id) ?? 0) <= since) next.set(alarm.id, alarm);
      else if (known) next.set(alarm.id, withListed(known, alarm));
    }
    alarms.value = next;
  };

  /** Every alarm of a span, page by page; `isEnough` ends it early. Answers whether there are no more. */
  const load = async (
    { signal: aborted }: AbortController,
    span: Omit<AlarmSpan, 'page'>,
    onPage: (items: readonly Alarm[]) => void,
    isEnough: () => boolean,
  ): Promise<boolean> => {
    const since = step;
    // Pages end at an instant: alarms that are raised meanwhile do not move them.
    let { endTs } = span;
    for (let page = 1; ;) {
      const end = endTs === undefined ? {} : { endTs };
      const answer = await options.fetchPage({ ...span, ...end, page }, aborted);
      if (aborted.aborted) return false;
      batch(() => {
        if (total.peek() === null) total.value = answer.total;
        takeFetched(answer.items, since);
        onPage(answer.items);
      });
      const last = answer.items.at(-1);
      if (!last || answer.items.length < PAGE_ALARMS) return true;
      if (isEnough()) return false;
      // More than a page may have been raised in one millisecond.
      page = last.raisedAt + 1 === endTs ? page + 1 : 1;
      endTs = last.raisedAt + 1;
    }
  };

  const run = async (work: () => Promise<void>): Promise<void> => {
    const mine = abort;
    isLoading.value = true;
    try {
      await work();
      if (!mine.signal.aborted) error.value = null;
    } catch (problem) {
      if (!mine.signal.aborted) error.value = problem;
    } finally {
      if (abort === mine) isLoading.value = false;
    }
  };

  function fetchSince(raisedAt: number): void {
    if (unknownSince === null)
      cancelFetch = options.later(() => {
        const startTs = unknownSince ?? raisedAt;
        unknownSince = null;
        // After a failure the next load brings them.
        load(abort, { startTs }, NOTHING, () => false).catch(NOTHING);
      });
    unknownSince = Math.min(unknownSince ?? raisedAt, raisedAt);
  }

  return {
    alarms: alarms as ReadonlySignal<ReadonlyMap<string, Alarm>>,
    /** Of the server when the list was loaded; null before. */
    total: total as ReadonlySignal<number | null>,
    error: error as ReadonlySignal<unknown>,
    isLoading: isLoading as ReadonlySignal<boolean>,
    /** Whether every alarm of the list is loaded. */
    isComplete: isComplete as ReadonlySignal<boolean>,
    /** Loads the list again. @param isOther it is another list: nothing of the old one is kept */
    reload: (isOther: boolean): Promise<void> => {
      abort.abort();
      abort = new AbortController();
      const mine = abort;
      const since = step;
      cancelFetch();
      unknownSince = null;
      batch(() => {
        isComplete.value = false;
        total.value = null;
        if (isOther) alarms.value = new Map();
      });
      return run(async () => {
        const listed = new Map<string, Alarm>();
        const onPage = (items: readonly Alarm[]): void => {
          for (const alarm of items) listed.set(alarm.id, alarm);
        };
        const isEnd = await load(mine, {}, onPage, () => listed.size >= FIRST_ALARMS);
        if (mine.signal.aborted) return;
        batch(() => {
          isComplete.value = isEnd;
          dropMissing(listed, isEnd, since);
        });
      });
    },
    /** Loads older alarms. */
    more: (): Promise<void> => {
      if (isLoading.peek() || isComplete.peek()) return Promise.resolve();
      const mine = abort;
      const oldest = Math.min(...[...alarms.peek().values()].map(({ raisedAt }) => raisedAt));
      const wanted = alarms.peek().size + PAGE_ALARMS;
      const span = Number.isFinite(oldest) ? { endTs: oldest + 1 } : {};
      return run(async () => {
        const isEnd = await load(mine, span, NOTHING, () => alarms.peek().size >= wanted);
        if (!mine.signal.aborted) isComplete.value = isEnd;
      });
    },
    /** Takes over an alarm of the stream, or of a call about one alarm. */
    receive: (alarm: Alarm): void => {
      received.push(alarm);
      if (received.length > 1) return;
      options.schedule(() => {
        const list = received;
        received = [];
        takeReceived(list);
      });
    },
    dispose: (): void => {
      abort.abort();
      cancelFetch();
    },
  };

  /** Alarms that the server no longer lists are gone: they changed while the stream was interrupted. */
  function dropMissing(listed: ReadonlyMap<string, Alarm>, isEnd: boolean, since: number): void {
    const oldest = isEnd ? -Infinity : Math.min(...[...listed.values()].map(({ raisedAt }) => raisedAt));
    const next = new Map(alarms.peek());
    for (const [id, { raisedAt }] of next)
      if (!listed.has(id) && raisedAt > oldest && (changedAt.get(id) ?? 0) <= since) next.delete(id);
    if (next.size < alarms.peek().size) alarms.value = next;
  }
}
