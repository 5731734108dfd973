import { useEffect, type ComponentType } from 'react';
import { useModel, type ReadonlySignal } from '@preact/signals-react';
import type { AlarmTrialDraft } from '@farm3d/api';
import { Button, classes, Dialog, GenericForm } from '@farm3d/ui';
import { showToast } from '../../platform/toasts.ts';
import { formServices } from '../../kit/forms/form-services.ts';
import { AlarmSettingModel, type AlarmSettingOptions } from './alarm-setting-model.ts';
import { followingText, settingText } from './alarm-setting-text.ts';
import { conditionText, type NameKey } from './condition-text.ts';
import { t } from './zh-CN.ts';

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
  const model = useModel(() => new AlarmSettingModel(options));
  const { keys } = options;
  useEffect(() => model.name(keys), [model, keys]);
  const { setting } = options;
  const combined = model.combined.value;
  const written = model.written.value;
  return (
    <Dialog
      open
      placement={Trial ? 'wide' : 'centre'}
      onClose={onClose}
      title={setting ? t('rule.setting.edit', { name: setting.name }) : t('rule.setting.add')}
      closeLabel={t('common.close')}
      testId="alarm-setting-dialog"
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            busy={model.form.busy.value}
            data-testid="alarm-setting-save"
          >
            {t('rule.setting.save')}
          </Button>
        </>
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
            services={formServices()}
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
    </Dialog>
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
