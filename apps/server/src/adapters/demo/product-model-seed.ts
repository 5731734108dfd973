import { modelPath, picturePath, PRODUCT_DEVICES } from '@farm3d/models';
import type { Transaction } from 'kysely';
import type { Database } from '../../platform/storage/schema.ts';
import type { BuiltInProductModel } from './product-model-kit.ts';
import { BUILT_IN_PRODUCT_MODELS } from './product-models.ts';

/** Device model of a product; every built-in one has its own. */
const deviceModel = (code: string) => PRODUCT_DEVICES[code] ?? 'device-default';

/**
 * Inserts the missing built-in product models, and sets the image of those without one. Returns the id of each by its
 * code. What an organisation added or changed stays.
 */
export async function ensureProductModels(transaction: Transaction<Database>): Promise<Map<string, string>> {
  const known = await transaction
    .selectFrom('product_model')
    .select(['id', 'code', 'picture'])
    .where('organisation_id', 'is', null)
    .execute();
  const ids = new Map(known.map(({ id, code }) => [code, id]));
  const bare = new Set(known.filter(({ picture }) => picture === null).map(({ code }) => code));
  for (const model of BUILT_IN_PRODUCT_MODELS) {
    if (!ids.has(model.code)) ids.set(model.code, await insert(transaction, model));
    else if (bare.has(model.code))
      await transaction
        .updateTable('product_model')
        .set({ picture: picturePath(deviceModel(model.code)) })
        .where('code', '=', model.code)
        .where('organisation_id', 'is', null)
        .execute();
  }
  return ids;
}

async function insert(transaction: Transaction<Database>, model: BuiltInProductModel): Promise<string> {
  const stand = deviceModel(model.code);
  const { id } = await transaction
    .insertInto('product_model')
    .values({
      code: model.code,
      name: model.name,
      product_type_code: model.productTypeCode,
      model_path: modelPath(stand),
      picture: picturePath(stand),
      ...(model.detail ? { detail: JSON.stringify(model.detail) } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('product_attribute')
    .values(
      model.attributes.map((attribute, position) => ({
        product_model_id: id,
        identify: attribute.identify,
        name: attribute.name,
        type: attribute.type,
        parameters: JSON.stringify(attribute.parameters),
        association_states: JSON.stringify(attribute.associationStates),
        position,
      })),
    )
    .execute();
  return id;
}
