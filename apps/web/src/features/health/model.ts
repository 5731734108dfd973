import { computed, createModel, effect } from '@preact/signals-react';
import { createClientOf, system, type SystemHealth } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { clientOptions } from '../../platform/services.ts';
import { user } from '../../platform/session.ts';
import { presentTime } from '../../platform/time-text.ts';
import { partsOf, worstOf } from './parts.ts';

/** The page asks again after this time, milliseconds. */
const REFRESH_MS = 15_000;

const healthApi = createClientOf({ system }, clientOptions);

/** How the installation is now, for its operators. */
export const HealthModel = createModel(() => {
  const health = loadable<SystemHealth>((abort) => healthApi.system.report({ signal: abort }));
  const mayOperate = computed(() => user.value?.isInstallationOperator ?? false);
  const refresh = (): void => void health.load();
  effect(() => {
    if (!mayOperate.value) return undefined;
    refresh();
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  });
  const parts = computed(() => (health.value.value ? partsOf(health.value.value, presentTime()) : null));
  return {
    health,
    mayOperate,
    parts,
    worst: computed(() => (parts.value ? worstOf(parts.value) : null)),
    refresh,
  };
});

export type Health = InstanceType<typeof HealthModel>;
