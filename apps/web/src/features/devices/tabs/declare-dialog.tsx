import { createModel } from '@preact/signals-react';
import type { DeviceDetail, ParameterType } from '@farm3d/api';
import type { FormField } from '@farm3d/ui';
import { createForm } from '../../../kit/forms/create-form.ts';
import { FormDialog } from '../../../kit/forms/form-dialog.tsx';
import { useServices } from '../../../kit/services.tsx';
import type { Services } from '../../../platform/services.ts';
import { showToast } from '../../../platform/toasts.ts';
import { t } from '../zh-CN.ts';
import type { TabProps } from './tab-parts.tsx';

const NAME_MAX = 64;
const UNIT_MAX = 32;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const numberOf = (value: unknown): number | null => (textOf(value) === '' ? null : Number(textOf(value)));

const fields = (keys: readonly string[]): readonly FormField[] => [
  {
    key: 'identify',
    type: 'select',
    label: t('device.declare.key'),
    required: true,
    options: keys.map((key) => ({ value: key, label: key })),
  },
  { key: 'name', type: 'text', label: t('devices.column.name'), required: true, maxLength: NAME_MAX },
  { key: 'unit', type: 'text', label: t('device.declare.unit'), maxLength: UNIT_MAX },
  ...(['min', 'max'] as const).map((key): FormField => ({
    key,
    type: 'text',
    label: t(`device.declare.${key}`),
    hint: t('device.declare.range.hint'),
    isHalf: true,
    check: (value) =>
      textOf(value) === '' || Number.isFinite(numberOf(value)) ? null : t('device.declare.number'),
  })),
];

/** The type of a parameter that has this value. */
const parameterTypeOf = (value: unknown): ParameterType =>
  typeof value === 'number' ? 'NUMERIC' : typeof value === 'boolean' ? 'BOOLEAN' : 'STRING';

/** Adds one of the keys of a device to its product model, for this organisation. */
const DeclareModel = createModel(
  (services: Services, device: DeviceDetail, keys: readonly string[], onDone: () => void) =>
    createForm(services, {
      fields: () => fields(keys),
      initial: { identify: keys[0] ?? null },
      bodyFields: { productModel: 'identify' },
      send: async (values) => {
        const key = textOf(values['identify']);
        const type = parameterTypeOf(services.live.device(device.id).latest(key)?.value);
        const isNumber = type === 'NUMERIC';
        const name = textOf(values['name']);
        await services.api.productModels.addAttribute(device.productModelId, {
          identify: key,
          name,
          type: 'attribute',
          parameters: [
            {
              key,
              name,
              type,
              unit: textOf(values['unit']),
              min: isNumber ? numberOf(values['min']) : null,
              max: isNumber ? numberOf(values['max']) : null,
            },
          ],
        });
        showToast('success', t('device.declare.done', { name }));
        onDone();
      },
    }),
);

/** Declares a value that the device sends and its product model does not know: as its attribute it has a name, a unit and a range. */
export function DeclareDialog({ model, device, onClose }: TabProps & { onClose: () => void }) {
  const services = useServices();
  return (
    <FormDialog
      id="declare"
      title={t('device.declare.title', { product: device.productModelCode })}
      submitLabel={t('device.declare.submit')}
      model={() =>
        new DeclareModel(services, device, model.undeclared.peek(), () => {
          void model.attributes.load();
          onClose();
        })
      }
      onClose={onClose}
    />
  );
}
