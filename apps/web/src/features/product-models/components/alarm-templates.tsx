import { useModel } from '@preact/signals-react';
import type { ProductModel } from '@farm3d/api';
import { AlarmSettingList } from '../../../components/rules/alarm-setting-list.tsx';
import type { WatchedKey } from '../../../components/rules/alarm-setting-values.ts';
import { AlarmSettingsModel } from '../../../components/rules/alarm-settings-model.ts';
import { modelApi } from '../product-model-api.ts';
import type { PartForm } from '../product-model-draft.ts';
import { labelOf, t } from '../texts.ts';
import { Section } from '../../../components/section.tsx';

/** The values of attributes and states; one without a name of its own has that of its part. */
const keysOf = (parts: readonly PartForm[]): WatchedKey[] =>
  parts.flatMap((part) =>
    part.kind === '1'
      ? []
      : part.parameters.map(({ key, name, nameEn, unit, type }) => ({
          key,
          name: labelOf({ code: key, name: name || part.name, nameEn: nameEn || part.nameEn }),
          unit,
          type,
        })),
  );

/** The alarm settings that every device of the product model inherits; they are stored at once. */
export function AlarmTemplates({ product, parts }: { product: ProductModel; parts: readonly PartForm[] }) {
  const model = useModel(
    () =>
      new AlarmSettingsModel({
        list: async (abort) =>
          (await modelApi.alarmSettings.ofProduct(product.id, abort ? { signal: abort } : {})).items,
        save: async (list) => (await modelApi.alarmSettings.saveProduct(product.id, list)).items,
      }),
  );
  const keys = keysOf(parts);
  return (
    <Section title={t('models.alarms')} hint={t('models.alarms.hint')}>
      <AlarmSettingList
        model={model}
        owner={product.id}
        keys={keys}
        nameKey={(key) => keys.find((one) => one.key === key) ?? { name: key, unit: '' }}
        none={t('models.alarms.none')}
      />
    </Section>
  );
}
