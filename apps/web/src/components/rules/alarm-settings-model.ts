import { createModel, signal } from '@preact/signals-react';
import type { AlarmSetting, AlarmSettingDraft } from '@farm3d/api';
import { createOpening, createQuestion } from '../../kit/actions.ts';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

/** Where the settings of a device or of a product model are stored. */
interface SettingStore {
  readonly list: (signal?: AbortSignal) => Promise<readonly AlarmSetting[]>;
  /** Replaces all of them. */
  readonly save: (settings: readonly AlarmSettingDraft[]) => Promise<readonly AlarmSetting[]>;
}

/** A list with one setting changed; added where it is gone meanwhile. */
export function withSetting(
  settings: readonly AlarmSetting[],
  before: AlarmSetting | null,
  draft: AlarmSettingDraft,
): readonly AlarmSettingDraft[] {
  const isThere = before !== null && settings.some(({ id }) => id === before.id);
  if (!isThere) return [...settings, draft];
  return settings.map((one) => (one.id === before.id ? { ...one, ...draft } : one));
}

/** The alarm settings of a device or of a product model. */
export const AlarmSettingsModel = createModel((store: SettingStore) => {
  const settings = loadable((abort) => store.list(abort));
  /** Id of the setting that is being stored. */
  const waiting = signal<string | null>(null);
  /** Changes the list as it is stored now: what others changed meanwhile stays. @throws what the calls throw */
  const change = async (
    apply: (now: readonly AlarmSetting[]) => readonly AlarmSettingDraft[],
  ): Promise<void> => {
    settings.set(await store.save(apply(await store.list())));
  };
  const changeOne = async ({ id }: AlarmSetting, work: () => Promise<void>): Promise<void> => {
    waiting.value = id;
    try {
      await work();
    } catch (error) {
      showToast('error', problemText(error), `alarm-setting.${id}`);
    } finally {
      waiting.value = null;
    }
  };
  void settings.load();
  return {
    settings,
    waiting,
    /** Open in the dialog. */
    editing: createOpening<AlarmSetting | 'new'>(),
    /** @throws what the calls throw */
    save: (before: AlarmSetting | null, draft: AlarmSettingDraft): Promise<void> =>
      change((now) => withSetting(now, before, draft)),
    setEnabled: (setting: AlarmSetting, enabled: boolean): Promise<void> =>
      changeOne(setting, () =>
        change((now) => now.map((one) => (one.id === setting.id ? { ...one, enabled } : one))),
      ),
    removal: createQuestion<AlarmSetting>(async (setting) => {
      // The row shows that it is being removed.
      void changeOne(setting, async () => {
        await change((now) => now.filter(({ id }) => id !== setting.id));
        showToast('success', t('rule.setting.removed'));
      });
    }),
  };
});

export type AlarmSettings = InstanceType<typeof AlarmSettingsModel>;
