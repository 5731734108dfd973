import { Hono } from 'hono';
import * as v from 'valibot';
import { productAttributeToWire, productModelToWire, type ProductModelRepository } from './repository.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import { integer, optionalQueryFlag, pathParameter, readQuery } from '../../platform/http/input.ts';
import { notFound } from '../../platform/http/problem.ts';

export const attributesSchema = v.object({
  // Enabled ones unless asked otherwise (specification, section 9).
  state: v.optional(integer(0, 9), 1),
  attributeType: v.optional(v.picklist(['', '0', '1', '3'])),
  alarmUse: optionalQueryFlag,
});

export const allSchema = v.object({
  attributeType: v.optional(v.picklist(['', '0', '1', '3'])),
  linkageUse: optionalQueryFlag,
});

const organisationOf = (c: AppContext): string => c.get('principal').organisationId;

export function productModelRoutes(products: ProductModelRepository): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get('/', async (c) => okList(c, (await products.list()).map(productModelToWire)));

  // Every enabled attribute can stand in a linkage: measured and reported ones in its conditions, services in
  // its actions.
  app.get('/attributes', async (c) => {
    const { attributeType, linkageUse } = readQuery(c, allSchema);
    const attributes = linkageUse === false ? [] : await products.allAttributes(organisationOf(c));
    return okList(
      c,
      attributes
        .filter(({ type }) => !attributeType || type === attributeType)
        .map((attribute) => ({
          ...productAttributeToWire(attribute),
          productModel: attribute.product_model_id,
          productModelCode: attribute.code,
          productModelName: attribute.model_name,
        })),
    );
  });

  app.get('/:id', async (c) => {
    const model = await products.get(pathParameter(c, 'id'));
    if (!model) throw notFound();
    return ok(c, productModelToWire(model));
  });

  app.get('/:id/attributes', async (c) => {
    const { state, attributeType, alarmUse } = readQuery(c, attributesSchema);
    const model = await products.get(pathParameter(c, 'id'));
    if (!model) throw notFound();
    const attributes = await products.attributes(model.id, {
      state,
      alarmUse,
      type: attributeType || undefined,
      organisationId: organisationOf(c),
    });
    return okList(
      c,
      attributes.map((attribute) => productAttributeToWire(attribute)),
    );
  });

  return app;
}
