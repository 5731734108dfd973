import { createModel, effect, signal } from '@preact/signals-react';
import type { DayValues, LatestValue } from '@farm3d/api';
import { loadable } from '../../../platform/loadable.ts';
import type { Services } from '../../../platform/services.ts';

const DAY_MS = 24 * 3_600_000;
/** Readings at first, and with each "more". */
const PAGE_READINGS = 100;

interface Stored {
  /** Messages of the last day. */
  readonly count: number;
  readonly latest: Readonly<Record<string, LatestValue>>;
}

/** What is stored of a device: the latest value of each key, the readings of one key, and its days. */
export const ReadingsModel = createModel(({ api, live }: Services, deviceId: string) => {
  /** The chosen key; null: the first. */
  const key = signal<string | null>(null);
  const limit = signal(PAGE_READINGS);
  const stored = loadable<Stored>(async (abort) => {
    const options = { signal: abort };
    const [latest, count] = await Promise.all([
      api.telemetry.latest(deviceId, undefined, undefined, options),
      api.telemetry.count(deviceId, { startTs: Date.now() - DAY_MS }, options),
    ]);
    return { latest, count };
  });
  const readings = loadable<readonly LatestValue[]>(async (abort) => {
    const chosen = key.peek();
    if (chosen === null) return [];
    const query = { keys: [chosen], limit: limit.peek(), orderBy: 'DESC' };
    return (await api.telemetry.history(deviceId, query, { signal: abort }))[chosen] ?? [];
  });
  const days = loadable<readonly DayValues[]>(async (abort) => {
    const chosen = key.peek();
    if (chosen === null) return [];
    const values = await api.telemetry.daily(deviceId, { keys: [chosen] }, { signal: abort });
    return (values[chosen] ?? []).toReversed();
  });
  const loadKey = (): void => {
    void readings.load();
    void days.load();
  };
  const choose = (next: string): void => {
    key.value = next;
    limit.value = PAGE_READINGS;
    loadKey();
  };
  // The first key is chosen when the keys are known.
  effect(() => {
    const [first] = Object.keys(stored.value.value?.latest ?? {});
    if (first !== undefined && key.peek() === null) choose(first);
  });
  const refresh = (): void => {
    void stored.load();
    if (key.peek() !== null) loadKey();
  };
  // Connected again: what the page missed is fetched.
  effect(() =>
    live.watch({ devices: [deviceId] }, (event) => {
      if (event.type === 'subscribed' && event.resumed) refresh();
    }),
  );
  void stored.load();
  return {
    key,
    stored,
    readings,
    days,
    limit,
    choose,
    refresh,
    more: (): void => {
      limit.value += PAGE_READINGS;
      void readings.load();
    },
  };
});

export type Readings = InstanceType<typeof ReadingsModel>;
