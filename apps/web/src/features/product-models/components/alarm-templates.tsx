import { useEffect } from 'react';
import { createModel, useModel } from '@preact/signals-react';
import type { ProductAttribute, ProductModel } from '@farm3d/api';
import { Button } from '@farm3d/ui';
import type { AlarmTrialProps } from '../../../components/rules/alarm-setting-dialog.tsx';
import { AlarmSettingList } from '../../../components/rules/alarm-setting-list.tsx';
import { AlarmSettingsModel } from '../../../components/rules/alarm-settings-model.ts';
import { watchedKeys } from '../../../components/rules/watched-keys.ts';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { loadable } from '../../../platform/loadable.ts';
import { withTexts } from '../../../platform/locale.ts';
import { problemText } from '../../../platform/problem.ts';
import { api } from '../../../platform/services.ts';
import { modelApi } from '../product-model-api.ts';
import type { PartForm } from '../product-model-draft.ts';
import { labelOf } from '../../../platform/product-name.ts';
import { t } from '../zh-CN.ts';
import { Section } from '../../../components/section.tsx';

// With the form.
const ProductTrial = lazyComponent<AlarmTrialProps>(() => withTexts(import('./product-trial.tsx')));

/** Name and unit of a value of the edited model, also of one that alarms may not use. */
function nameIn(parts: readonly PartForm[], wanted: string): { name: string; unit: string } {
  for (const part of parts)
    for (const { key, name, nameEn, unit } of part.kind === '1' ? [] : part.parameters)
      if (key === wanted)
        return { name: labelOf({ code: key, name: name || part.name, nameEn: nameEn || part.nameEn }), unit };
  return { name: wanted, unit: '' };
}

const TemplatesModel = createModel((productId: string) => {
  /** Attributes that alarms may use (attributeType 0, alarmUse 1), as they are stored. */
  const attributes = loadable<readonly ProductAttribute[]>(
    async (abort) =>
      (
        await api.productModels.attributes(
          productId,
          { type: 'attribute', forAlarms: true },
          { signal: abort },
        )
      ).items,
  );
  let shown: number | null = null;
  return {
    settings: new AlarmSettingsModel({
      list: async (abort) =>
        (await modelApi.alarmSettings.ofProduct(productId, abort ? { signal: abort } : {})).items,
      save: async (list) => (await modelApi.alarmSettings.saveProduct(productId, list)).items,
    }),
    attributes,
    /** A version of the product model: a save may add attributes. */
    show: (version: number): void => {
      if (version === shown) return;
      shown = version;
      void attributes.load();
    },
  };
});

/**
 * The alarm settings that every device of the product model inherits; they are stored at once, each tried on the past
 * of these devices before.
 */
export function AlarmTemplates({ product, parts }: { product: ProductModel; parts: readonly PartForm[] }) {
  const model = useModel(() => new TemplatesModel(product.id));
  const { version } = product;
  useEffect(() => model.show(version), [model, version]);
  const usable = model.attributes.value.value;
  const error = model.attributes.error.value;
  const keys = usable && watchedKeys(usable);
  return (
    <Section title={t('models.alarms')} hint={t('models.alarms.hint')}>
      {!usable && error !== null && (
        <p role="alert" className="flex items-center gap-2 text-note text-alarm">
          <span className="min-w-0 flex-1">{problemText(error)}</span>
          <Button size="sm" onClick={() => void model.attributes.load()}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      <AlarmSettingList
        model={model.settings}
        owner={product.id}
        keys={keys}
        nameKey={(key) => keys?.find((one) => one.key === key) ?? nameIn(parts, key)}
        none={t('models.alarms.none')}
        Trial={ProductTrial}
      />
    </Section>
  );
}
