import { computed, createModel, effect } from '@preact/signals-react';
import { system, type SystemHealth } from '@farm3d/api';
import { createAttempts, createQuestion } from '../../kit/actions.ts';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { presentTime } from '../../platform/time-text.ts';
import { partsOf, worstOf } from './parts.ts';

/** The page asks again after this time, milliseconds. */
const REFRESH_MS = 15_000;
/** And after this one while a backup is being proved. */
const PROOF_MS = 1_000;

export type ClockStep = NonNullable<SystemHealth['clock']>;

/** How the installation is now, for its operators. */
export const HealthModel = createModel(({ clientOf, session }: Services) => {
  const calls = clientOf({ system }).system;
  const health = loadable<SystemHealth>((abort) => calls.report({ signal: abort }));
  const mayOperate = computed(() => session.user.value?.isInstallationOperator ?? false);
  const refresh = (): void => void health.load();
  const isProving = computed(() => health.value.value?.proof?.state === 'running');
  /** Whether a proof is being begun or cancelled. */
  const { busy, attempt } = createAttempts();
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
    await attempt(async () => {
      try {
        await work();
      } finally {
        await health.load();
      }
      return null;
    });
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
    prove: () => change(() => calls.proveBackup()),
    /** The machine's clock is right after its step. */
    confirming: createQuestion(({ sizeMs }: ClockStep) => change(() => calls.confirmClock({ sizeMs }))),
    cancelProof: () => change(() => calls.cancelProof()),
  };
});

export type Health = InstanceType<typeof HealthModel>;
