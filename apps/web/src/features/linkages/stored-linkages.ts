import { computed, signal } from '@preact/signals-react';
import {
  linkages,
  type AutomationSwitchState,
  type Linkage,
  type LinkageRun,
  type ListedLinkage,
} from '@farm3d/api';
import { allPages } from '../../kit/list-model.ts';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { createCatalogue, type Catalogue } from './catalogue.ts';
import { t } from './zh-CN.ts';

/** Scenes of one call: the largest page. */
const SCENES = 200;
/** Characters of a name that a copy keeps: its own mark must fit into 64. */
const KEPT_NAME = 48;

/** The stored linkages: their calls, what they can name, and the switch for all of them. Created inside a model. */
export function storedLinkages({ api, clientOf }: Services) {
  const { linkages: calls } = clientOf({ linkages });
  const state = loadable<AutomationSwitchState>((abort) => calls.switch({ signal: abort }));
  const busy = signal(false);
  return {
    calls,
    /** All linkages of the organisation, the newest first. */
    readAll: (abort: AbortSignal): Promise<readonly ListedLinkage[]> =>
      allPages((page) => calls.list(page, { signal: abort })),
    /** Everything that a linkage can name: devices, what they measure and do, and scenes. */
    readCatalogue: async (abort: AbortSignal): Promise<Catalogue> => {
      const [devices, attributes, scenes] = await Promise.all([
        api.devices.simple({ signal: abort }),
        api.productModels.linkageAttributes({}, { signal: abort }),
        api.scenes.list({ pageSize: SCENES }, { signal: abort }),
      ]);
      return createCatalogue(devices.items, attributes.items, scenes.items);
    },
    /** Makes a linkage like this one. It is off: two of the same would act twice. */
    copy: ({ name, triggers, condition, once, actions }: Linkage): Promise<Linkage> => {
      const kept = Array.from(name).slice(0, KEPT_NAME).join('');
      return calls.create({
        name: t('linkages.copyName', { name: kept }),
        enabled: false,
        triggers,
        condition,
        once,
        actions,
      });
    },
    automations: {
      state,
      busy,
      /** Who switched them off, and when; null: they are on, or it is not known yet. */
      off: computed(() => {
        const known = state.value.value;
        return known && !known.enabled ? known : null;
      }),
      set: async (on: boolean): Promise<void> => {
        busy.value = true;
        try {
          state.set(await calls.setSwitch(on));
        } catch (error) {
          showToast('error', problemText(error), 'linkages.switch');
        } finally {
          busy.value = false;
        }
      },
    },
  };
}

export type LinkageCalls = ReturnType<typeof storedLinkages>['calls'];
export type AutomationSwitch = ReturnType<typeof storedLinkages>['automations'];

/** The result of a run on request, in a sentence. */
export function showRun(name: string, { state, reason }: LinkageRun): void {
  const tone = state === 'successful' ? 'success' : state === 'failed' ? 'error' : 'info';
  showToast(
    tone,
    t(reason === 'switchedOff' ? 'linkages.ran.switchedOff' : `linkages.ran.${state}`, { name }),
    'linkages.run',
  );
}
