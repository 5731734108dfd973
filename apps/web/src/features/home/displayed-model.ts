import { computed, createModel, effect, signal } from '@preact/signals-react';
import { loadable, createPace } from '../../platform/loadable.ts';
import { mainReading } from '../../platform/readings.ts';
import type { Services } from '../../platform/services.ts';

/** Devices in sight; the next ones follow after a time, milliseconds. */
const IN_SIGHT = 8;
const TURN_MS = 12_000;
/** Changes of devices that come at once make one call, milliseconds. */
const PAUSE_MS = 3000;

/** Devices that display screens show, some at a time, each with its main reading. */
export const DisplayedModel = createModel(({ api, live }: Services) => {
  const devices = loadable(async (abort) => (await api.devices.displayed(true, { signal: abort })).items);
  const attributes = loadable(
    async (abort) => (await api.productModels.linkageAttributes({}, { signal: abort })).items,
  );
  const first = signal(0);
  const isHeld = signal(false);
  const pace = createPace(() => void devices.load(), PAUSE_MS);
  const shown = computed(() => (devices.value.value ?? []).slice(first.value, first.value + IN_SIGHT));
  const next = (): void => {
    const total = devices.value.peek()?.length ?? 0;
    first.value = first.peek() + IN_SIGHT < total ? first.peek() + IN_SIGHT : 0;
  };
  effect(() => {
    const timer = setInterval(() => {
      if (!isHeld.peek() && !document.hidden) next();
    }, TURN_MS);
    return () => {
      clearInterval(timer);
      pace.dispose();
    };
  });
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'device-changed') pace.ask();
      else if (event.type === 'subscribed' && (event.resumed || devices.error.peek() !== null)) {
        void devices.load();
        void attributes.load();
      }
    }),
  );
  // The readings of those in sight.
  effect(() => {
    const list = shown.value;
    if (list.length === 0) return undefined;
    for (const { id, online } of list) live.setState(id, { online, lastActivityAt: null });
    return live.watch({ devices: list.map(({ id }) => id) });
  });
  void devices.load();
  void attributes.load();
  return {
    devices,
    shown,
    first: computed(() => first.value),
    next,
    /** Whether there are more than those in sight. */
    hasMore: computed(() => (devices.value.value?.length ?? 0) > IN_SIGHT),
    /** While somebody looks closer they stay. */
    hold: (held: boolean): void => {
      isHeld.value = held;
    },
    /** The main reading of each product model, by its code. */
    mains: computed(() => {
      const byCode = Map.groupBy(attributes.value.value ?? [], ({ productModelCode }) => productModelCode);
      return new Map([...byCode].map(([code, list]) => [code, mainReading(list)]));
    }),
  };
});
