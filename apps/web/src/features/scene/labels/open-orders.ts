import { createModel, effect, signal } from '@preact/signals-react';
import { workOrders as orderCalls } from '@farm3d/api';
import type { Services } from '../../../platform/services.ts';

/** Work orders are not in the stream: they are asked for again after this time. */
const REFRESH_MS = 60_000;
/** After an alarm, which may make an order a moment later; a storm of them asks once. */
const ALARM_DELAY_MS = 2_000;
const ORDERS_MAX = 200;

/** How many unfinished work orders each device has; none where the user may not see them. */
export const OpenOrdersModel = createModel(({ clientOf, live, session }: Services) => {
  const { workOrders } = clientOf({ workOrders: orderCalls });
  const byDevice = signal<ReadonlyMap<string, number>>(new Map());
  const abort = new AbortController();
  const load = async (): Promise<void> => {
    try {
      const query = { unfinished: true, pageSize: ORDERS_MAX };
      const { items } = await workOrders.list(query, { signal: abort.signal });
      const counts = new Map<string, number>();
      for (const { deviceId } of items)
        if (deviceId !== null) counts.set(deviceId, (counts.get(deviceId) ?? 0) + 1);
      byDevice.value = counts;
    } catch {
      // The last marks stay; the next question follows.
    }
  };
  effect(() => {
    // Orders are of the whole organisation.
    if (session.seesByRules.peek()) return undefined;
    void load();
    const timer = setInterval(() => {
      if (!document.hidden) void load();
    }, REFRESH_MS);
    let soon: ReturnType<typeof setTimeout> | undefined;
    const unwatch = live.watch({ organisation: true }, (event) => {
      if (event.type !== 'alarm') return;
      soon ??= setTimeout(() => {
        soon = undefined;
        void load();
      }, ALARM_DELAY_MS);
    });
    return () => {
      clearInterval(timer);
      clearTimeout(soon);
      unwatch();
      abort.abort();
    };
  });
  return { byDevice };
});
