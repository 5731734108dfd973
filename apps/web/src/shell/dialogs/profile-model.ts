import { batch, createModel, effect, signal } from '@preact/signals-react';
import type { Area } from '@farm3d/api';
import { isAborted, problemText } from '../../platform/problem.ts';
import { profile } from '../../platform/dialogs.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

/** Areas have five levels (Spec §9). */
const MAX_LEVEL = 5;

/** The areas of one level below the selected parent. */
export interface AreaChoice {
  readonly areas: readonly Area[];
  readonly chosen: string | null;
}

/** The user's region, selected level by level; each level is fetched when it is needed. */
export const ProfileModel = createModel(({ api, session }: Services) => {
  const lifetime = new AbortController();
  effect(() => () => lifetime.abort());
  const options = { signal: lifetime.signal };
  const choices = signal<readonly AreaChoice[]>([]);
  const saving = signal(false);
  /** Whether saving was tried without a region. */
  const isRequired = signal(false);
  /** Incremented with every selection: responses for an earlier one are ignored. */
  let request = 0;

  /** Child areas; empty when they cannot be fetched (Spec §8: 'Area fetch failure gives an empty list'). */
  const childrenOf = async (code: string | undefined): Promise<readonly Area[]> => {
    try {
      return (await api.areas.children(code, options)).items;
    } catch {
      return [];
    }
  };

  const choose = async (at: number, code: string): Promise<void> => {
    request += 1;
    const current = request;
    const kept = choices.peek().slice(0, at + 1);
    const area = kept[at]?.areas.find((one) => one.code === code);
    if (!area) return;
    const chosen = kept.map((choice, index) => (index === at ? { ...choice, chosen: code } : choice));
    choices.value = chosen;
    if (area.leaf || area.level >= MAX_LEVEL) return;
    const areas = await childrenOf(code);
    if (current === request && areas.length > 0) choices.value = [...chosen, { areas, chosen: null }];
  };

  /** The areas of the stored region, from the province down. */
  const pathOf = async (code: string): Promise<Area[]> => {
    const path: Area[] = [];
    for (let next = code; path.length < MAX_LEVEL;) {
      const area = await api.areas.get(next, options);
      path.unshift(area);
      if (area.parentCode === '0') break;
      next = area.parentCode;
    }
    return path;
  };

  const load = async (): Promise<void> => {
    const areaCode = session.user.peek()?.areaCode;
    const current = request;
    const path = areaCode ? await pathOf(areaCode).catch(() => []) : [];
    const parents = [undefined, ...path.filter(({ leaf, level }) => !leaf && level < MAX_LEVEL)];
    const lists = await Promise.all(parents.map((parent) => childrenOf(parent?.code)));
    if (current !== request || lifetime.signal.aborted) return;
    choices.value = lists.map((areas, at) => ({ areas, chosen: path[at]?.code ?? null }));
  };

  return {
    choices,
    saving,
    isRequired,
    load,
    choose,
    save: async (): Promise<void> => {
      const areaCode = choices.peek().findLast(({ chosen }) => chosen !== null)?.chosen ?? null;
      isRequired.value = areaCode === null;
      if (areaCode === null) return;
      saving.value = true;
      try {
        const { areaCode: stored } = await api.auth.updateMe({ areaCode }, options);
        batch(() => {
          session.changeUser({ areaCode: stored });
          profile.close();
        });
        showToast('success', t('profile.saved'), 'profile');
      } catch (error) {
        if (!isAborted(error)) {
          showToast('error', t('profile.failed', { reason: problemText(error) }), 'profile');
        }
      } finally {
        saving.value = false;
      }
    },
  };
});
