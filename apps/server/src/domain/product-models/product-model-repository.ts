import type { Kysely, Selectable } from 'kysely';
import type { Database, ProductAttributeTable, ProductModelTable } from '../../storage/schema.ts';
import { isUuid } from '../identifiers.ts';

export type ProductModelRow = Selectable<ProductModelTable>;
export type ProductAttributeRow = Selectable<ProductAttributeTable>;

/** Product models and what their devices measure and do. They belong to no organisation. */
export class ProductModelRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async list(): Promise<ProductModelRow[]> {
    return this.#db.selectFrom('product_model').selectAll().orderBy('code').execute();
  }

  async get(id: string): Promise<ProductModelRow | undefined> {
    if (!isUuid(id)) return undefined;
    return this.#db.selectFrom('product_model').selectAll().where('id', '=', id).executeTakeFirst();
  }

  async byCode(code: string): Promise<ProductModelRow | undefined> {
    return this.#db.selectFrom('product_model').selectAll().where('code', '=', code).executeTakeFirst();
  }

  /** In the order that the model gives; `state` and `type` leave out the others. */
  async attributes(
    productModelId: string,
    filter: { state?: number | undefined; type?: '0' | '1' | '3' | undefined } = {},
  ): Promise<ProductAttributeRow[]> {
    let query = this.#db
      .selectFrom('product_attribute')
      .selectAll()
      .where('product_model_id', '=', productModelId)
      .orderBy('position')
      .orderBy('id');
    if (filter.state !== undefined) query = query.where('state', '=', filter.state);
    if (filter.type !== undefined) query = query.where('type', '=', filter.type);
    return query.execute();
  }
}

/** 'soil-probe' of '/models/soil-probe.glb'. */
export function modelName(path: string | null): string | null {
  return path === null ? null : (/([^/]+?)(\.[^./]+)?$/.exec(path)?.[1] ?? null);
}

export function productModelToWire(model: ProductModelRow): Record<string, unknown> {
  return {
    id: model.id,
    productModelCode: model.code,
    name: model.name,
    productModelName: model.name,
    productTypeCode: model.product_type_code,
    productModelPic: model.picture,
    scene3dModel: modelName(model.model_path),
    scene3dModelSnape: model.model_path,
    detail: model.detail,
  };
}

/** `latest` fills `timeSeriesFirst` where the call is about one device. */
export function productAttributeToWire(
  attribute: ProductAttributeRow,
  latest?: { ts: number; value: unknown },
): Record<string, unknown> {
  return {
    identify: attribute.identify,
    name: attribute.name,
    type: attribute.type,
    state: attribute.state,
    parameters: attribute.parameters,
    associationStates: attribute.association_states,
    ...(latest ? { timeSeriesFirst: { ts: latest.ts, value: latest.value } } : {}),
  };
}
