import type { BodyOf, productModels } from '@farm3d/api';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../platform/storage/schema.ts';
import { isUniqueViolation } from '../../platform/storage/unique-violation.ts';
import type { ProductAttributeRow, ProductModelRow } from '../product-models/repository.ts';

/** A product model as written by a client, its addresses as stored. */
export type ProductModelValues = BodyOf<typeof productModels.create>;

/** Silences of one reporting interval after which a device counts as offline. */
const MISSED_REPORTS = 3;

/** Why a product model was not written. */
export type WriteRefusal = 'taken' | 'missing' | 'builtIn' | 'stale' | 'inUse';

/** Writes the product models of organisations; the built-in ones are never changed. */
export class ProductModelWriter {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Makes product models, all or none; 'taken' with the index of the one whose code exists. */
  async create(
    organisationId: string,
    models: readonly ProductModelValues[],
  ): Promise<ProductModelRow[] | { refused: 'taken'; index: number }> {
    let index = 0;
    try {
      return await this.#db.transaction().execute(async (transaction) => {
        const made: ProductModelRow[] = [];
        for (const model of models) {
          const row = await insertModel(transaction, organisationId, model);
          if (!row) throw new TakenError();
          made.push(row);
          index += 1;
        }
        return made;
      });
    } catch (error) {
      if (error instanceof TakenError || isUniqueViolation(error)) return { refused: 'taken', index };
      throw error;
    }
  }

  /** Replaces a product model with its attributes. */
  async update(
    organisationId: string,
    id: string,
    model: ProductModelValues,
    version: number | undefined,
  ): Promise<ProductModelRow | WriteRefusal> {
    try {
      return await this.#db.transaction().execute(async (transaction) => {
        const before = await ownModel(transaction, organisationId, id);
        if (typeof before === 'string') return before;
        if (version !== undefined && version !== before.version) return 'stale';
        if (await isBuiltInCode(transaction, model.productModelCode)) return 'taken';
        const row = await transaction
          .updateTable('product_model')
          .set({ ...columns(model, before.detail), version: before.version + 1 })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await transaction.deleteFrom('product_attribute').where('product_model_id', '=', id).execute();
        await insertAttributes(transaction, organisationId, id, model.attributes);
        return row;
      });
    } catch (error) {
      if (isUniqueViolation(error)) return 'taken';
      throw error;
    }
  }

  /** Removes a product model that no device has. */
  async remove(organisationId: string, id: string): Promise<WriteRefusal | null> {
    return this.#db.transaction().execute(async (transaction) => {
      const before = await ownModel(transaction, organisationId, id);
      if (typeof before === 'string') return before;
      const { rows } = await sql<{ used: boolean }>`
        select exists (select from device where product_model_id = ${id})
          or exists (select from integration where product_model_id = ${id}) as used`.execute(transaction);
      if (rows[0]?.used) return 'inUse';
      await transaction.deleteFrom('product_model').where('id', '=', id).execute();
      return null;
    });
  }
}

class TakenError extends Error {
  override readonly name = 'TakenError';
}

/** Locked against other writers. */
async function ownModel(
  transaction: Transaction<Database>,
  organisationId: string,
  id: string,
): Promise<ProductModelRow | 'missing' | 'builtIn'> {
  const row = await transaction
    .selectFrom('product_model')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row?.organisation_id === null) return 'builtIn';
  return row?.organisation_id === organisationId ? row : 'missing';
}

async function isBuiltInCode(transaction: Transaction<Database>, code: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('product_model')
    .select('id')
    .where('code', '=', code)
    .where('organisation_id', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

function columns(model: ProductModelValues, detail: ProductModelRow['detail']) {
  const { reportingInterval } = model;
  const { onlineTimeoutS: _, ...rest } = detail;
  const silence =
    reportingInterval === null ? {} : { onlineTimeoutS: Math.max(60, MISSED_REPORTS * reportingInterval) };
  return {
    code: model.productModelCode,
    name: model.name,
    name_en: model.nameEn,
    product_type_code: model.productTypeCode,
    picture: model.productModelPic,
    model_path: model.scene3dModelSnape,
    state: model.state,
    reporting_interval_s: reportingInterval,
    undeclared_commands: model.undeclaredCommands,
    detail: JSON.stringify({ ...rest, ...silence }),
  };
}

async function insertModel(
  transaction: Transaction<Database>,
  organisationId: string,
  model: ProductModelValues,
): Promise<ProductModelRow | null> {
  if (await isBuiltInCode(transaction, model.productModelCode)) return null;
  const row = await transaction
    .insertInto('product_model')
    .values({ ...columns(model, {}), organisation_id: organisationId })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertAttributes(transaction, organisationId, row.id, model.attributes);
  return row;
}

async function insertAttributes(
  transaction: Transaction<Database>,
  organisationId: string,
  modelId: string,
  attributes: ProductModelValues['attributes'],
): Promise<void> {
  if (attributes.length === 0) return;
  await transaction
    .insertInto('product_attribute')
    .values(
      attributes.map((attribute, position) => ({
        product_model_id: modelId,
        organisation_id: organisationId,
        identify: attribute.identify,
        name: attribute.name,
        name_en: attribute.nameEn,
        type: attribute.type,
        state: attribute.state,
        parameters: JSON.stringify(attribute.parameters),
        association_states: JSON.stringify(attribute.associationStates),
        position,
      })),
    )
    .execute();
}

/** A stored product model in the form in which it is written. */
export function toDraft(
  model: ProductModelRow,
  attributes: readonly ProductAttributeRow[],
): Omit<ProductModelValues, 'productModelPic' | 'scene3dModelSnape'> & {
  productModelPic: string | null;
  scene3dModelSnape: string | null;
} {
  return {
    productModelCode: model.code,
    name: model.name,
    nameEn: model.name_en,
    productTypeCode: model.product_type_code,
    productModelPic: model.picture,
    scene3dModelSnape: model.model_path,
    state: model.state,
    reportingInterval: model.reporting_interval_s,
    undeclaredCommands: model.undeclared_commands,
    attributes: attributes.map((attribute) => ({
      identify: attribute.identify,
      name: attribute.name,
      nameEn: attribute.name_en,
      type: attribute.type,
      state: attribute.state === 1 ? (1 as const) : (0 as const),
      parameters: attribute.parameters.map(({ labelEn = '', optional = false, ...same }) => ({
        ...same,
        labelEn,
        optional,
      })),
      associationStates: attribute.association_states,
    })),
  };
}
