import { Hono } from 'hono';
import * as v from 'valibot';
import {
  productAttributeToWire,
  productModelToWire,
  type ProductModelRepository,
} from '../../domain/product-models/product-model-repository.ts';
import type { AppEnv } from '../context.ts';
import { ok, okList } from '../envelope.ts';
import { integer, pathParameter, readQuery } from '../input.ts';
import { notFound } from '../problem.ts';

const attributesSchema = v.object({
  // Enabled ones unless asked otherwise (specification, section 9).
  state: v.optional(integer(0, 9), 1),
  attributeType: v.optional(v.picklist(['', '0', '1', '3'])),
});

export function productModelRoutes(products: ProductModelRepository): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get('/', async (c) => okList(c, (await products.list()).map(productModelToWire)));

  // A call of the specification that is not answered yet: no model has this name for an id.
  app.get('/attributes', (c) => c.notFound());

  app.get('/:id', async (c) => {
    const model = await products.get(pathParameter(c, 'id'));
    if (!model) throw notFound();
    return ok(c, productModelToWire(model));
  });

  app.get('/:id/attributes', async (c) => {
    const { state, attributeType } = readQuery(c, attributesSchema);
    const model = await products.get(pathParameter(c, 'id'));
    if (!model) throw notFound();
    const attributes = await products.attributes(model.id, { state, type: attributeType || undefined });
    return okList(
      c,
      attributes.map((attribute) => productAttributeToWire(attribute)),
    );
  });

  return app;
}
