import { Hono } from 'hono';
import * as v from 'valibot';
import { handleStyles } from './handles.ts';
import { productGroupOf, productGroups } from './product-groups.ts';
import { productAttributeToWire, productModelToWire, type ProductModelRepository } from './repository.ts';
import type { AppEnv } from '../../platform/http/context.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import { optionalQueryText, pathParameter, readBody, readQuery, uuid } from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';

const identifier = v.pipe(v.string(), v.regex(/^[A-Za-z_]\w{0,63}$/));
const bound = v.optional(v.nullable(v.pipe(v.number(), v.finite())), null);

const parameterSchema = v.pipe(
  v.object({
    parameterEnName: identifier,
    parameterName: v.optional(v.pipe(v.string(), v.maxLength(64, 'field.tooLong')), ''),
    parameterType: v.picklist(['NUMERIC', 'BOOLEAN', 'STRING']),
    unit: v.optional(v.pipe(v.string(), v.maxLength(32, 'field.tooLong')), ''),
    min: bound,
    max: bound,
  }),
  v.forward(
    v.check(({ min, max }) => min === null || max === null || min <= max, 'number.range'),
    ['max'],
  ),
);

export const createSchema = v.object({
  productModel: uuid,
  identify: identifier,
  name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64, 'field.tooLong')),
  type: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.picklist(['0', '1', '3'])),
  parameters: v.pipe(v.array(parameterSchema), v.maxLength(32, 'field.tooLong')),
  associationStates: v.optional(
    v.pipe(v.array(v.object({ identify: identifier })), v.maxLength(32, 'field.tooLong')),
    [],
  ),
});

export const dictionarySchema = v.object({ name: optionalQueryText });

/** `/api/attributes`: what an organisation adds to a product model. */
export function attributeRoutes(products: ProductModelRepository, changed: () => void): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.post('/', async (c) => {
    const { productModel, ...attribute } = await readBody(c, createSchema);
    if (!(await products.get(productModel))) throw notFound();
    const row = await products.addAttribute(c.get('principal').organisationId, productModel, attribute);
    if (!row) throw new HttpProblem(409, 'attribute.taken', { field: 'identify' });
    changed();
    return ok(c, productAttributeToWire(row));
  });

  return app;
}

/** `/api/attribute`: everything that some product model measures, does or reports, each once. */
export function dictionaryRoutes(products: ProductModelRepository): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get('/dictionaries', async (c) => {
    const { name } = readQuery(c, dictionarySchema);
    const byKey = new Map<string, Record<string, unknown>>();
    for (const attribute of await products.allAttributes(c.get('principal').organisationId)) {
      const text = `${attribute.identify} ${attribute.name}`.toLowerCase();
      if (name !== undefined && !text.includes(name.toLowerCase())) continue;
      const key = `${attribute.type} ${attribute.identify}`;
      const known = byKey.get(key);
      const productModelCodes = [...((known?.['productModelCodes'] as string[]) ?? []), attribute.code];
      byKey.set(key, { ...productAttributeToWire(attribute), ...known, productModelCodes });
    }
    return okList(c, [...byKey.values()]);
  });

  return app;
}

/** `/product/model`: how models are grouped and how their services are worked. */
export function productGroupRoutes(products: ProductModelRepository): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get('/handle/:id/style', async (c) => {
    const model = await products.get(pathParameter(c, 'id'));
    if (!model) throw notFound();
    const { organisationId } = c.get('principal');
    return okList(
      c,
      handleStyles(await products.attributes(model.id, { state: 1, type: '1', organisationId })),
    );
  });

  app.get('/group/list', async (c) => {
    const models = await products.list();
    return okList(c, productGroups(models.map((model) => model.product_type_code)));
  });

  // The first is a group's id, the second a product type's code (readings 25).
  app.get('/group/:group/:type', async (c) => {
    const group = pathParameter(c, 'group');
    const type = pathParameter(c, 'type');
    const models = (await products.list()).filter((model) => model.product_type_code === type);
    if (models.length === 0 || productGroupOf(type) !== group) throw notFound();
    return okList(c, models.map(productModelToWire));
  });

  return app;
}
