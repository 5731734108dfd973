import { t } from '../../../platform/locale.ts';
import type { LiveStore } from '../../../platform/live-store.ts';
import { problemText } from '../../../platform/problem.ts';
import { showToast } from '../../../platform/toasts.ts';
import type { Api } from '../../../platform/services.ts';
import { whilePending } from './pending-commands.ts';

/** Service that opens and closes a valve, and the state that it changes. */
export const VALVE_SERVICE = 'switchValve';
export const VALVE_STATE = 'valveState';
/** Timeout of the response, milliseconds. */
const ANSWER_MS = 10_000;
/** Timeout of the reported state after the response, milliseconds. */
const FOLLOW_MS = 15_000;

/** Opens and closes valves; done when the device reports the new state. */
export function createValves(api: Api, live: LiveStore) {
  /** Resolves when the device reports the state, or after the timeout. */
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

  const command = async (id: string, open: boolean): Promise<void> => {
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
    }
  };

  return {
    toggle: async (id: string, open: boolean): Promise<void> => {
      await whilePending(id, VALVE_SERVICE, () => command(id, open));
    },
  };
}

export type Valves = ReturnType<typeof createValves>;
