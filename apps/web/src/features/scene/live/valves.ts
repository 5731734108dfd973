import { signal } from '@preact/signals-react';
import { t } from '../../../platform/locale.ts';
import type { LiveStore } from '../../../platform/live-store.ts';
import { problemText } from '../../../platform/problem.ts';
import { showToast } from '../../../platform/toasts.ts';
import type { Api } from '../../../platform/services.ts';

/** Service that opens and closes a valve, and the state that it changes. */
export const VALVE_SERVICE = 'switchValve';
export const VALVE_STATE = 'valveState';
/** A device that has not answered by then is taken as silent, milliseconds. */
const ANSWER_MS = 10_000;
/** How long after the answer the reported state may take to follow, milliseconds. */
const FOLLOW_MS = 15_000;

/** Opening and closing valves: asks the device, and shows the new state when the device itself reports it. */
export function createValves(api: Api, live: LiveStore) {
  /** Valves that were asked and have not reported yet. */
  const waiting = signal<ReadonlySet<string>>(new Set());
  const setWaiting = (id: string, isWaiting: boolean): void => {
    const next = new Set(waiting.peek());
    if (isWaiting) next.add(id);
    else next.delete(id);
    waiting.value = next;
  };

  /** Resolves when the device reports the state, or when it has had its time. */
  const reported = (id: string, open: boolean): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        // `subscribe` calls back at once, before `stop` is there.
        queueMicrotask(() => stop());
        resolve();
      };
      const timer = setTimeout(done, FOLLOW_MS);
      const stop = live
        .device(id)
        .reading(VALVE_STATE)
        .subscribe((latest) => {
          if (latest?.value === open) done();
        });
    });

  return {
    waiting,
    toggle: async (id: string, open: boolean): Promise<void> => {
      if (waiting.peek().has(id)) return;
      setWaiting(id, true);
      try {
        const answer = await api.rpc.twoway(id, {
          method: VALVE_SERVICE,
          params: { open },
          timeout: ANSWER_MS,
        });
        if (answer.status !== 'success') throw new Error(answer.status);
        await reported(id, open);
        showToast('success', t(open ? 'valve.opened' : 'valve.closed'), `valve.${id}`);
      } catch (error) {
        showToast('error', t('valve.failed', { reason: problemText(error) }), `valve.${id}`);
      } finally {
        setWaiting(id, false);
      }
    },
  };
}

export type Valves = ReturnType<typeof createValves>;
