import { computed, createModel, effect, signal } from '@preact/signals-react';
import { ApiError, type AlarmSetting, type AlarmSettingDraft, type AlarmTrialDraft } from '@farm3d/api';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formDraft } from '../forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import { alarmSettingFields, canBeTried, settingField } from './alarm-setting-fields.ts';
import { draftOf, isSimple, operatorsOf, valuesOf, type WatchedKey } from './alarm-setting-values.ts';

export interface AlarmSettingOptions {
  /** Id of the device or product model: names the draft. */
  readonly owner: string;
  /** Null: a new one. */
  readonly setting: AlarmSetting | null;
  /** In the present language. */
  readonly keys: readonly WatchedKey[];
  /** Stores the setting; a rejection keeps what was typed. */
  readonly save: (draft: AlarmSettingDraft) => Promise<void>;
}

/** The form of one alarm setting. Unsaved values survive a failed save, a reload and a lost login. */
export const AlarmSettingModel = createModel(({ owner, setting, keys, save }: AlarmSettingOptions) => {
  const isCombined = setting !== null && !isSimple(setting.condition);
  const named = signal(keys);
  const initial = valuesOf(setting, keys[0]?.key ?? null);
  const chosenKey = signal(initial['key']);
  const chosen = computed(() => named.value.find(({ key }) => key === chosenKey.value));
  const form = createFormModel({
    fields: () => alarmSettingFields({ keys: named.value, chosen: chosen.value, isCombined }),
    locale,
    initial,
    draft: formDraft(`alarmSetting.${owner}.${setting?.id ?? 'new'}`),
    problemOf: (error) => ({
      text: problemText(error),
      field: error instanceof ApiError ? settingField(error.field) : undefined,
    }),
  });
  effect(() => {
    const { key, op } = form.values.value;
    chosenKey.value = key;
    const next = chosen.value;
    // A switch is not above or below anything.
    if (next && operatorsOf(next.type).every((one) => one !== op)) form.set('op', '==');
  });
  const draft = (values: FormValues, key: WatchedKey | undefined) =>
    draftOf(values, { before: setting, type: key?.type ?? 'NUMERIC' });
  const isWrong = computed(() => Object.keys(form.errors.value).length > 0);
  return {
    form,
    /** The keys with their names in another language. */
    name: (next: readonly WatchedKey[]): void => {
      named.value = next;
    },
    /** The setting as it would be saved; null while it is incomplete. */
    written: computed(() => (isWrong.value ? null : draft(form.values.value, chosen.value))),
    combined: computed(() => (isCombined ? (setting?.condition ?? null) : null)),
    /** What decides when an alarm is active; null while that is incomplete. */
    tried: computed<AlarmTrialDraft | null>(() => {
      if (!canBeTried(form.errors.value)) return null;
      const whole = draft(form.values.value, chosen.value);
      const { condition, durationMs, repeat, clearDurationMs, schedule } = whole;
      return { condition, durationMs, repeat, clearDurationMs, schedule };
    }),
    send: async (): Promise<void> => save(draft(form.values.peek(), chosen.peek())),
  };
});
