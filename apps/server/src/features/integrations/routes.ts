import { Hono } from 'hono';
import * as v from 'valibot';
import { IntegrationRepository } from './repository.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import type { ServerDeps } from '../../composition/deps.ts';
import type { AppEnv } from '../../platform/http/context.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import { pathParameter, readBody } from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';

export const createSchema = v.object({
  kind: v.picklist(['chirpstack', 'ttn', 'provision']),
  name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64, 'field.tooLong')),
  productModelCode: v.pipe(v.string('device.productModel.required'), v.maxLength(64)),
});

/** `/api/integrations`: network servers that may send for their devices. */
export function integrationRoutes({ pool }: ServerDeps, products: ProductModelRepository): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const repository = new IntegrationRepository(pool);

  app.get('/', async (c) => {
    const items = await repository.list(c.get('principal').organisationId);
    return okList(
      c,
      items.map(({ id, kind, name, productModelCode }) => ({ id, kind, name, productModelCode })),
    );
  });

  app.post('/', async (c) => {
    const { kind, name, productModelCode } = await readBody(c, createSchema);
    const model = await products.byCode(productModelCode);
    if (!model) throw new HttpProblem(400, 'device.productModel.unknown', { field: 'productModelCode' });
    const values = { kind, name, productModelId: model.id };
    const { id, key } = await repository.create(c.get('principal').organisationId, values);
    // The address holds the key and is shown this once: only its hash is kept.
    const made = { id, kind, name, productModelCode };
    if (kind === 'provision') {
      return ok(c, {
        ...made,
        path: '/api/v1/provision',
        provisionDeviceKey: id,
        provisionDeviceSecret: key,
      });
    }
    return ok(c, { ...made, path: `/integrations/${kind}/${key}` });
  });

  app.delete('/:id', async (c) => {
    const done = await repository.remove(c.get('principal').organisationId, pathParameter(c, 'id'));
    if (!done) throw notFound();
    return ok(c);
  });

  return app;
}
