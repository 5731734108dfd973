import { integrations as calls } from '@farm3d/api';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import type { IntegrationRepository } from './repository.ts';

interface IntegrationDependencies {
  readonly integrations: Pick<IntegrationRepository, 'list' | 'create' | 'remove'>;
  readonly products: Pick<ProductModelRepository, 'byCode'>;
}

/** `/api/integrations`: network servers with access to the webhooks. */
export function integrationRoutes({ integrations, products }: IntegrationDependencies): ServedCall[] {
  return [
    serve(calls.list, async ({ principal }) => {
      const all = await integrations.list(principal.organisationId);
      const items = all.map(({ id, kind, name, productModelCode }) => ({ id, kind, name, productModelCode }));
      return { items, total: items.length };
    }),
    serve(calls.create, async ({ principal, body: { kind, name, productModelCode } }) => {
      const model = await products.byCode(principal.organisationId, productModelCode);
      if (!model) throw new HttpProblem(400, 'device.productModel.unknown', { field: 'productModelCode' });
      const values = { kind, name, productModelId: model.id };
      const { id, key } = await integrations.create(principal.organisationId, values);
      // The address contains the key and is returned only here: its hash is stored.
      const created = { id, kind, name, productModelCode };
      return kind === 'provision'
        ? { ...created, path: '/api/v1/provision', provisionDeviceKey: id, provisionDeviceSecret: key }
        : { ...created, path: `/integrations/${kind}/${key}` };
    }),
    serve(calls.remove, async ({ principal, path }) => {
      if (!(await integrations.remove(principal.organisationId, path.id))) throw notFound();
      return null;
    }),
  ];
}
