import { createModel, signal } from '@preact/signals-react';
import type { CreatedIntegration, Integration, ProductModel } from '@farm3d/api';
import { createFormModel, type FormValues } from '@farm3d/ui';
import { formProblem } from '../../../kit/forms/form-services.ts';
import { loadable } from '../../../platform/loadable.ts';
import { locale, term } from '../../../platform/locale.ts';
import { problemText } from '../../../platform/problem.ts';
import { api } from '../../../platform/services.ts';
import { showToast } from '../../../platform/toasts.ts';
import { deviceApi } from '../device-api.ts';
import { t } from './zh-CN.ts';

const NAME_MAX = 64;
const KINDS = ['chirpstack', 'ttn', 'provision'] as const satisfies readonly Integration['kind'][];

/** Network servers that bring their devices along, and keys by which devices register themselves. */
export const NetworksModel = createModel(() => {
  const list = loadable<readonly Integration[]>(
    async (abort) => (await deviceApi.integrations.list({ signal: abort })).items,
  );
  const products = loadable<readonly ProductModel[]>(
    async (abort) => (await api.productModels.list({ signal: abort })).items,
  );
  const created = signal<CreatedIntegration | null>(null);
  const removing = signal<Integration | null>(null);
  const busy = signal(false);
  const form = createFormModel({
    fields: () => [
      {
        key: 'kind',
        type: 'select',
        label: t('adding.networks.kind'),
        required: true,
        options: KINDS.map((value) => ({ value, label: t(`adding.networks.kind.${value}`) })),
      },
      { key: 'name', type: 'text', label: t('adding.networks.name'), required: true, maxLength: NAME_MAX },
      {
        key: 'productModelCode',
        type: 'select',
        label: t('adding.networks.product'),
        hint: t('adding.networks.product.hint'),
        required: true,
        options: (products.value.value ?? []).map(({ code, name }) => ({
          value: code,
          label: term(code, name),
          note: code,
        })),
      },
    ],
    locale,
    initial: { kind: 'chirpstack' },
    problemOf: formProblem(),
  });
  void list.load();
  void products.load();
  return {
    list,
    form,
    /** The last one that was made here, with its key. */
    created,
    removing,
    busy,
    send: async (values: FormValues): Promise<void> => {
      created.value = await deviceApi.integrations.create({
        kind: values['kind'] as Integration['kind'],
        name: (values['name'] as string).trim(),
        productModelCode: values['productModelCode'] as string,
      });
      form.reset();
      void list.load();
    },
    ask: (one: Integration | null): void => {
      removing.value = one;
    },
    remove: async ({ id, name }: Integration): Promise<void> => {
      busy.value = true;
      try {
        await deviceApi.integrations.remove(id);
        if (created.peek()?.id === id) created.value = null;
        showToast('success', t('adding.networks.removed', { name }));
      } catch (error) {
        showToast('error', problemText(error));
      } finally {
        busy.value = false;
        removing.value = null;
        void list.load();
      }
    },
  };
});

export type Networks = InstanceType<typeof NetworksModel>;
