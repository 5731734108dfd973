import type { Linkage, LinkageRun } from '@farm3d/api';
import { showToast } from '../../platform/toasts.ts';
import { linkageApi } from './linkage-api.ts';
import { t } from './zh-CN.ts';

/** Characters of a name that a copy keeps: its own mark must fit into 64. */
const KEPT_NAME = 48;

/** Makes a linkage like this one. It is off: two of the same would act twice. */
export function copyLinkage({ name, triggers, condition, once, actions }: Linkage): Promise<Linkage> {
  const kept = Array.from(name).slice(0, KEPT_NAME).join('');
  return linkageApi.create({
    name: t('linkages.copyName', { name: kept }),
    enabled: false,
    triggers,
    condition,
    once,
    actions,
  });
}

/** The result of a run on request, in a sentence. */
export function showRun(name: string, { state, reason }: LinkageRun): void {
  const tone = state === 'successful' ? 'success' : state === 'failed' ? 'error' : 'info';
  showToast(
    tone,
    t(reason === 'switchedOff' ? 'linkages.ran.switchedOff' : `linkages.ran.${state}`, { name }),
    'linkages.run',
  );
}
