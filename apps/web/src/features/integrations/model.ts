import { computed, createModel } from '@preact/signals-react';
import {
  integrations as integrationCalls,
  type CreatedIntegration,
  type Integration,
  type ProductModel,
} from '@farm3d/api';
import { createAttempts, createOpening, createQuestion } from '../../kit/actions.ts';
import { createForm } from '../../kit/forms/create-form.ts';
import { createList } from '../../kit/list-model.ts';
import { loadable } from '../../platform/loadable.ts';
import { term } from '../../platform/locale.ts';
import type { Services } from '../../platform/services.ts';
import { t } from './zh-CN.ts';

const NAME_MAX = 64;
const KINDS = ['chirpstack', 'ttn', 'provision'] as const satisfies readonly Integration['kind'][];

/** Network servers that bring their devices along, and keys by which devices register themselves. */
export const IntegrationsModel = createModel((services: Services, search = '') => {
  const calls = services.clientOf({ integrations: integrationCalls }).integrations;
  const products = loadable<readonly ProductModel[]>(
    async (abort) => (await services.api.productModels.list({ signal: abort })).items,
  );
  const names = computed(
    () => new Map((products.value.value ?? []).map(({ code, name }) => [code, term(code, name)])),
  );
  const productName = (code: string): string => names.value.get(code) ?? code;
  const list = createList<Integration>(services, {
    fetch: async (abort) => (await calls.list({ signal: abort })).items,
    textsOf: ({ name, productModelCode: code }) => [name, code, productName(code)],
    given: search,
    // An integration is shown with the name of its product model.
    beside: [products],
  });
  /** The form of a new one. */
  const adding = createOpening<true>();
  /** A new one, whose key is shown once. */
  const made = createOpening<CreatedIntegration>();
  const { attempt } = createAttempts(list.refresh);
  return {
    list,
    products,
    adding,
    made,
    productName,
    mayChange: (): boolean => services.session.hasRight('devices'),
    saved: (integration: CreatedIntegration): void => {
      adding.close();
      made.open(integration);
      list.refresh();
    },
    removing: createQuestion<Integration>(({ id, name }) =>
      attempt(async () => {
        await calls.remove(id);
        return t('integrations.removed', { name });
      }),
    ),
  };
});

export type Integrations = InstanceType<typeof IntegrationsModel>;

export const IntegrationFormModel = createModel(
  (
    services: Services,
    products: readonly ProductModel[],
    onMade: (integration: CreatedIntegration) => void,
  ) =>
    createForm(services, {
      fields: () => [
        {
          key: 'kind',
          type: 'select',
          label: t('integrations.kind'),
          required: true,
          options: KINDS.map((value) => ({ value, label: t(`integrations.kind.${value}`) })),
        },
        { key: 'name', type: 'text', label: t('integrations.name'), required: true, maxLength: NAME_MAX },
        {
          key: 'productModelCode',
          type: 'select',
          label: t('integrations.product'),
          hint: t('integrations.product.hint'),
          required: true,
          options: products.map(({ code, name }) => ({ value: code, label: term(code, name), note: code })),
        },
      ],
      initial: { kind: 'chirpstack' },
      send: async (values) =>
        onMade(
          await services.clientOf({ integrations: integrationCalls }).integrations.create({
            kind: values['kind'] as Integration['kind'],
            name: (values['name'] as string).trim(),
            productModelCode: values['productModelCode'] as string,
          }),
        ),
    }),
);
