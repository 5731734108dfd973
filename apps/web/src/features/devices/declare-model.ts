import { createModel } from '@preact/signals-react';
import type { DeviceDetail, ParameterType } from '@farm3d/api';
import { createFormModel, type FormField, type FormValues } from '@farm3d/ui';
import { formProblem } from '../../kit/forms/form-services.ts';
import { locale } from '../../platform/locale.ts';
import { api, live } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

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
  { key: 'name', type: 'text', label: t('device.declare.name'), required: true, maxLength: NAME_MAX },
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
export const DeclareModel = createModel(
  (device: DeviceDetail, keys: readonly string[], onDone: () => void) => {
    const form = createFormModel({
      fields: () => fields(keys),
      locale,
      initial: { identify: keys[0] ?? null },
      problemOf: formProblem({ productModel: 'identify' }),
    });
    return {
      form,
      send: async (values: FormValues): Promise<void> => {
        const key = textOf(values['identify']);
        const type = parameterTypeOf(live.device(device.id).latest(key)?.value);
        const isNumber = type === 'NUMERIC';
        const name = textOf(values['name']);
        await api.productModels.addAttribute(device.productModelId, {
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
    };
  },
);
