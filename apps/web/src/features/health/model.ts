import { computed, createModel, effect, signal } from '@preact/signals-react';
import { createClientOf, system, type SystemHealth } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { clientOptions } from '../../platform/services.ts';
import { user } from '../../platform/session.ts';
import { presentTime } from '../../platform/time-text.ts';
import { showToast } from '../../platform/toasts.ts';
import { partsOf, worstOf } from './parts.ts';

/** The page asks again after this time, milliseconds. */
const REFRESH_MS = 15_000;
/** And after this one while a backup is being proved. */
const PROOF_MS = 1_000;

const healthApi = createClientOf({ system }, clientOptions);

/** How the installation is now, for its operators. */
export const HealthModel = createModel(() => {
  const health = loadable<SystemHealth>((abort) => healthApi.system.report({ signal: abort }));
  const mayOperate = computed(() => user.value?.isInstallationOperator ?? false);
  const refresh = (): void => void health.load();
  const isProving = computed(() => health.value.value?.proof?.state === 'running');
  /** Whether a proof is being begun or cancelled. */
  const busy = signal(false);
  effect(() => {
    if (mayOperate.value) refresh();
  });
  effect(() => {
    if (!mayOperate.value) return undefined;
    const timer = setInterval(refresh, isProving.value ? PROOF_MS : REFRESH_MS);
    return () => clearInterval(timer);
  });
  const change = async (work: () => Promise<unknown>): Promise<void> => {
    if (busy.peek()) return;
    busy.value = true;
    try {
      await work();
    } catch (error) {
      showToast('error', problemText(error));
    }
    await health.load();
    busy.value = false;
  };
  const parts = computed(() => (health.value.value ? partsOf(health.value.value, presentTime()) : null));
  return {
    health,
    mayOperate,
    parts,
    worst: computed(() => (parts.value ? worstOf(parts.value) : null)),
    busy,
    isProving,
    refresh,
    /** Begins the proof of the last backup. */
    prove: () => change(() => healthApi.system.proveBackup()),
    cancelProof: () => change(() => healthApi.system.cancelProof()),
  };
});

export type Health = InstanceType<typeof HealthModel>;
