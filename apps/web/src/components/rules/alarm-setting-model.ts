import { batch, computed, createModel, effect, signal } from '@preact/signals-react';
import { ApiError, type AlarmSetting, type AlarmSettingDraft, type AlarmTrialDraft } from '@farm3d/api';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formDraft } from '../../kit/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import { alarmSettingFields, canBeTried, settingField } from './alarm-setting-fields.ts';
import { operatorOf, operatorsOf, partField, PARTS, shownParts } from './alarm-condition-values.ts';
import { draftOf, valuesOf, type WatchedKey } from './alarm-setting-values.ts';
import { alarmTemplates, type AlarmTemplate } from './alarm-templates.ts';

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
  const isCombined = setting !== null && shownParts(setting.condition) === null;
  const named = signal(keys);
  const initial = valuesOf(setting, keys[0]?.key ?? null);
  const keysOf = (values: FormValues) => PARTS.map((at) => values[partField('key', at)]);
  const chosenKeys = signal(keysOf(initial));
  const chosen = computed(() =>
    chosenKeys.value.map((wanted) => named.value.find(({ key }) => key === wanted)),
  );
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
    const values = form.values.value;
    const next = keysOf(values);
    if (next.some((key, at) => key !== chosenKeys.peek()[at])) chosenKeys.value = next;
    for (const at of PARTS) {
      const type = chosen.value[at]?.type;
      // A switch is not above or below anything.
      if (type && operatorsOf(type).every((one) => one !== operatorOf(values, at)))
        form.set(partField('op', at), '==');
    }
  });
  const draft = (values: FormValues, keysOfParts: typeof chosen.value) =>
    draftOf(values, { before: setting, types: keysOfParts.map((key) => key?.type ?? 'NUMERIC') });
  const isWrong = computed(() => Object.keys(form.errors.value).length > 0);
  return {
    form,
    /** Usual settings to begin a new one with. */
    templates: computed(() => (setting === null ? alarmTemplates(named.value) : [])),
    /** Fills in the whole form; everything can still be changed. */
    use: ({ setting: template }: AlarmTemplate): void =>
      batch(() => {
        for (const [key, value] of Object.entries(valuesOf(template, null))) form.set(key, value);
      }),
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
