import { computed, signal } from '@preact/signals-react';
import type { AutomationSwitchState } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { showToast } from '../../platform/toasts.ts';
import { linkageApi } from './linkage-api.ts';

/** The switch for all linkages of the organisation. Created inside a model. */
export function createAutomationSwitch() {
  const state = loadable<AutomationSwitchState>((abort) => linkageApi.switch({ signal: abort }));
  const busy = signal(false);
  return {
    busy,
    load: state.load,
    /** Who switched them off, and when; null: they are on, or it is not known yet. */
    off: computed(() => {
      const known = state.value.value;
      return known && !known.enabled ? known : null;
    }),
    set: async (on: boolean): Promise<void> => {
      busy.value = true;
      try {
        state.set(await linkageApi.setSwitch(on));
      } catch (error) {
        showToast('error', problemText(error), 'linkages.switch');
      } finally {
        busy.value = false;
      }
    },
  };
}

export type AutomationSwitch = ReturnType<typeof createAutomationSwitch>;
