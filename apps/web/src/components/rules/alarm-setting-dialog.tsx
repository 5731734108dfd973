import { useEffect, type ComponentType } from 'react';
import { batch, computed, createModel, effect, signal, type ReadonlySignal } from '@preact/signals-react';
import { ApiError, type AlarmSetting, type AlarmSettingDraft, type AlarmTrialDraft } from '@farm3d/api';
import { Button, GenericForm, classes, createFormModel, type FormValues } from '@farm3d/ui';
import { DialogButtons, PageDialog } from '../../kit/dialog.tsx';
import { useFormServices } from '../../kit/forms/form-services.ts';
import { useModelOf } from '../../kit/services.tsx';
import { locale } from '../../platform/locale.ts';
import { problemText } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { PARTS, operatorOf, operatorsOf, partField, shownParts } from './alarm-condition-values.ts';
import { alarmSettingFields, canBeTried, settingField } from './alarm-setting-fields.ts';
import { followingText, settingText } from './alarm-setting-text.ts';
import {
  alarmTemplates,
  draftOf,
  valuesOf,
  type AlarmTemplate,
  type WatchedKey,
} from './alarm-setting-values.ts';
import { conditionText, type NameKey } from './condition-text.ts';
import { t } from './zh-CN.ts';

interface AlarmSettingOptions {
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
const AlarmSettingModel = createModel(
  ({ draftOf: draftStoreOf }: Services, { owner, setting, keys, save }: AlarmSettingOptions) => {
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
      draft: draftStoreOf(`alarmSetting.${owner}.${setting?.id ?? 'new'}`),
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
  },
);

const FORM = 'alarm-setting-form';

export interface AlarmTrialProps {
  /** Id of the device or of the product model. */
  owner: string;
  /** Null while the setting is incomplete. */
  tried: ReadonlySignal<AlarmTrialDraft | null>;
  nameKey: NameKey;
}

export interface AlarmSettingDialogProps extends AlarmSettingOptions {
  nameKey: NameKey;
  /** Shows beside the form what the setting would have done. Default: nothing. */
  Trial?: ComponentType<AlarmTrialProps> | undefined;
  onClose: () => void;
}

/** Adds or changes an alarm setting of a device or of a product model. */
export default function AlarmSettingDialog({ nameKey, Trial, onClose, ...options }: AlarmSettingDialogProps) {
  const model = useModelOf(AlarmSettingModel, options);
  const services = useFormServices();
  const { keys } = options;
  useEffect(() => model.name(keys), [model, keys]);
  const { setting } = options;
  const combined = model.combined.value;
  const written = model.written.value;
  return (
    <PageDialog
      placement={Trial ? 'wide' : 'centre'}
      onClose={onClose}
      title={setting ? t('rule.setting.edit', { name: setting.name }) : t('rule.setting.add')}
      testId="alarm-setting-dialog"
      actions={
        <DialogButtons
          onCancel={onClose}
          label={t('rule.setting.save')}
          form={FORM}
          busy={model.form.busy.value}
          testId="alarm-setting-save"
        />
      }
    >
      <div className={classes(Trial && 'grid items-start gap-6 lg:grid-cols-2')}>
        <div className="min-w-0">
          <Templates model={model} />
          {combined && (
            <p className="mb-3 rounded-control bg-water-soft px-3 py-2 text-note text-water">
              {t('rule.setting.combined', { condition: conditionText(combined, nameKey) })}
            </p>
          )}
          <GenericForm
            id={FORM}
            testId={FORM}
            model={model.form}
            services={services}
            send={model.send}
            onSent={() => {
              showToast('success', t('rule.setting.saved'));
              onClose();
            }}
          />
          {written && (
            <output
              data-testid="alarm-setting-sentence"
              className="mt-4 block rounded-control bg-leaf-soft px-3 py-2 text-body text-leaf-ink"
            >
              {[settingText(written, nameKey), followingText(written)]
                .filter((text) => text !== '')
                .join(t('rule.sentence.join'))}
            </output>
          )}
        </div>
        {Trial && (
          <div className="min-w-0 lg:sticky lg:top-0">
            <Trial owner={options.owner} tried={model.tried} nameKey={nameKey} />
          </div>
        )}
      </div>
    </PageDialog>
  );
}

/** Usual settings, each of which fills in the form. */
function Templates({ model }: { model: InstanceType<typeof AlarmSettingModel> }) {
  const templates = model.templates.value;
  if (templates.length === 0) return null;
  return (
    <fieldset className="mb-4" data-testid="alarm-templates">
      <legend className="mb-1 text-note text-ink-2">{t('rule.template')}</legend>
      <div className="flex flex-wrap gap-2">
        {templates.map((template) => (
          <Button
            key={template.id}
            size="sm"
            data-testid={`alarm-template-${template.id}`}
            onClick={() => model.use(template)}
          >
            {template.setting.name}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
