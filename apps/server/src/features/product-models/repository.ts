import type { Kysely, Selectable } from 'kysely';
import type {
  AttributeParameter,
  Database,
  ProductAttributeTable,
  ProductModelTable,
} from '../../platform/storage/schema.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';

export type ProductModelRow = Selectable<ProductModelTable>;
export type ProductAttributeRow = Selectable<ProductAttributeTable>;

/** Product models with their attributes and services. They belong to no organisation. */
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

  /** In the order of the model; filtered. Built-in ones, and the organisation's own. */
  async attributes(
    productModelId: string,
    filter: {
      state?: number | undefined;
      type?: '0' | '1' | '3' | undefined;
      organisationId: string;
      alarmUse?: boolean | undefined;
    },
  ): Promise<ProductAttributeRow[]> {
    let query = this.#db
      .selectFrom('product_attribute')
      .selectAll()
      .where('product_model_id', '=', productModelId)
      .where((where) =>
        where.or([
          where('organisation_id', 'is', null),
          where('organisation_id', '=', filter.organisationId),
        ]),
      )
      .orderBy('position')
      .orderBy('id');
    if (filter.state !== undefined) query = query.where('state', '=', filter.state);
    if (filter.type !== undefined) query = query.where('type', '=', filter.type);
    const rows = await query.execute();
    return filter.alarmUse ? rows.filter(canRaiseAlarm) : rows;
  }

  /** The enabled attributes of every model, with the model's code and name. */
  async allAttributes(
    organisationId: string,
  ): Promise<(ProductAttributeRow & { code: string; model_name: string })[]> {
    return this.#db
      .selectFrom('product_attribute')
      .innerJoin('product_model', 'product_model.id', 'product_attribute.product_model_id')
      .selectAll('product_attribute')
      .select(['product_model.code', 'product_model.name as model_name'])
      .where((where) =>
        where.or([
          where('product_attribute.organisation_id', 'is', null),
          where('product_attribute.organisation_id', '=', organisationId),
        ]),
      )
      .where('product_attribute.state', '=', 1)
      .orderBy('product_model.code')
      .orderBy('product_attribute.position')
      .orderBy('product_attribute.id')
      .execute();
  }

  /** Adds an attribute for one organisation; null when the model has one of this name already. */
  async addAttribute(
    organisationId: string,
    productModelId: string,
    draft: {
      identify: string;
      name: string;
      type: '0' | '1' | '3';
      parameters: readonly AttributeParameter[];
      associationStates: readonly { identify: string }[];
    },
  ): Promise<ProductAttributeRow | null> {
    const known = await this.attributes(productModelId, { organisationId });
    if (known.some(({ type, identify }) => type === draft.type && identify === draft.identify)) return null;
    const row = await this.#db
      .insertInto('product_attribute')
      .values({
        product_model_id: productModelId,
        organisation_id: organisationId,
        identify: draft.identify,
        name: draft.name,
        type: draft.type,
        parameters: JSON.stringify(draft.parameters),
        association_states: JSON.stringify(draft.associationStates),
        position: known.length,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    return row ?? null;
  }
}

/** Alarms compare numbers and booleans; services cannot be compared. */
function canRaiseAlarm({ type, parameters }: ProductAttributeRow): boolean {
  return type !== '1' && parameters.some(({ parameterType }) => parameterType !== 'STRING');
}

/** 'soil-probe' of '/models/soil-probe.glb'. */
export function modelName(path: string | null): string | null {
  return path === null ? null : (/([^/]+?)(\.[^./]+)?$/.exec(path)?.[1] ?? null);
}

export function productModelToWire(model: ProductModelRow) {
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

/** `latest` fills `timeSeriesFirst` in calls about one device. */
export function productAttributeToWire(
  attribute: ProductAttributeRow,
  latest?: { ts: number; value: JsonValue },
) {
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
