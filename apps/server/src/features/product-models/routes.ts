import { handles, productModels, type AnswerOf } from '@farm3d/api';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import type { ServerEvents } from '../../platform/events.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { ImageReferences } from '../files/image-references.ts';
import { handleStyles } from './handles.ts';
import { productGroupOf, productGroups } from './product-groups.ts';
import {
  productAttributeToWire,
  productModelToWire,
  type ProductModelRepository,
  type ProductModelRow,
} from './repository.ts';

interface ProductModelDependencies {
  readonly products: ProductModelRepository;
  readonly events: Pick<ServerEvents, 'emit'>;
  readonly photos: Pick<ImageReferences, 'shownTo'>;
}

/** `/api/product/models`, `/api/attributes` and `/product/model`: product models with attributes and services. */
export function productModelRoutes(needs: ProductModelDependencies): ServedCall[] {
  return [...modelRoutes(needs), ...attributeRoutes(needs)];
}

const listed = <Item>(items: Item[]) => ({ items, total: items.length });

/**
 * A product model that the organisation sees.
 * @throws {HttpProblem} 404 when there is none
 */
export async function findModel(
  products: Pick<ProductModelRepository, 'get'>,
  organisationId: string,
  id: string,
): Promise<ProductModelRow> {
  const model = await products.get(organisationId, id);
  if (!model) throw notFound();
  return model;
}

function modelRoutes({ products, photos }: ProductModelDependencies): ServedCall[] {
  const toWire = (principal: Principal) => {
    const { show } = photos.shownTo(principal);
    return (model: ProductModelRow) => productModelToWire(model, show);
  };
  return [
    serve(productModels.list, async ({ principal }) =>
      listed((await products.list(principal.organisationId)).map(toWire(principal))),
    ),
    serve(productModels.get, async ({ principal, path }) =>
      toWire(principal)(await findModel(products, principal.organisationId, path.id)),
    ),
    serve(productModels.groups, async ({ principal }) =>
      listed(
        productGroups(
          (await products.list(principal.organisationId)).map((model) => model.product_type_code),
        ),
      ),
    ),
    // The first is a group's id, the second a product type's code (readings 25).
    serve(productModels.ofGroup, async ({ principal, path: { a: group, b: type } }) => {
      const models = (await products.list(principal.organisationId)).filter(
        (model) => model.product_type_code === type,
      );
      if (models.length === 0 || productGroupOf(type) !== group) throw notFound();
      return listed(models.map(toWire(principal)));
    }),
    serve(handles.style, async ({ principal: { organisationId }, path }) => {
      const { id } = await findModel(products, organisationId, path.id);
      return listed(handleStyles(await products.attributes(id, { state: 1, type: '1', organisationId })));
    }),
  ];
}

type DictionaryEntry = AnswerOf<typeof productModels.dictionaries>['items'][number];

function attributeRoutes({ products, events }: ProductModelDependencies): ServedCall[] {
  return [
    serve(productModels.attributes, async ({ principal: { organisationId }, path, query }) => {
      const { state, attributeType, alarmUse } = query;
      const { id } = await findModel(products, organisationId, path.id);
      const filter = { state, alarmUse, type: attributeType || undefined, organisationId };
      return listed((await products.attributes(id, filter)).map((one) => productAttributeToWire(one)));
    }),
    // Enabled attributes for linkages: measured values and statuses in conditions, services in actions.
    serve(productModels.linkageAttributes, async ({ principal, query }) => {
      const { attributeType, linkageUse } = query;
      const models = query.productModels?.split(',');
      const all = linkageUse === false ? [] : await products.allAttributes(principal.organisationId);
      const selected = all.filter(
        ({ type, product_model_id: model }) =>
          (!attributeType || type === attributeType) && (models?.includes(model) ?? true),
      );
      return listed(
        selected.map((attribute) => ({
          ...productAttributeToWire(attribute),
          productModel: attribute.product_model_id,
          productModelCode: attribute.code,
          productModelName: attribute.model_name,
        })),
      );
    }),
    serve(productModels.dictionaries, async ({ principal, query: { name } }) => {
      const byKey = new Map<string, DictionaryEntry>();
      for (const attribute of await products.allAttributes(principal.organisationId)) {
        const text = `${attribute.identify} ${attribute.name}`.toLowerCase();
        if (name !== undefined && !text.includes(name.toLowerCase())) continue;
        const key = `${attribute.type} ${attribute.identify}`;
        const existing = byKey.get(key);
        const productModelCodes = [...(existing?.productModelCodes ?? []), attribute.code];
        byKey.set(key, { ...productAttributeToWire(attribute), ...existing, productModelCodes });
      }
      return listed([...byKey.values()]);
    }),
    serve(productModels.addAttribute, async ({ principal, body: { productModel, ...attribute } }) => {
      const { id } = await findModel(products, principal.organisationId, productModel);
      const row = await products.addAttribute(principal.organisationId, id, attribute);
      if (!row) throw new HttpProblem(409, 'attribute.taken', { field: 'identify' });
      events.emit('product-model-changed', { productModelId: id });
      return productAttributeToWire(row);
    }),
  ];
}
