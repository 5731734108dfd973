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

/**
 * Product models with their attributes and services: the built-in ones, and those of one organisation. A foreign id finds
 * nothing.
 */
export class ProductModelRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  #visible(organisationId: string) {
    return this.#db
      .selectFrom('product_model')
      .selectAll()
      .where((where) =>
        where.or([where('organisation_id', 'is', null), where('organisation_id', '=', organisationId)]),
      );
  }

  async list(organisationId: string): Promise<ProductModelRow[]> {
    return this.#visible(organisationId).orderBy('code').execute();
  }

  async get(organisationId: string, id: string): Promise<ProductModelRow | undefined> {
    if (!isUuid(id)) return undefined;
    return this.#visible(organisationId).where('id', '=', id).executeTakeFirst();
  }

  async byCode(organisationId: string, code: string): Promise<ProductModelRow | undefined> {
    return this.#visible(organisationId).where('code', '=', code).executeTakeFirst();
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
      .where((where) =>
        where.or([
          where('product_model.organisation_id', 'is', null),
          where('product_model.organisation_id', '=', organisationId),
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
    const existing = await this.attributes(productModelId, { organisationId });
    if (existing.some(({ type, identify }) => type === draft.type && identify === draft.identify))
      return null;
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
        position: existing.length,
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

/** `show` signs the addresses of uploaded files. */
export function productModelToWire(model: ProductModelRow, show: (path: string | null) => string | null) {
  return {
    id: model.id,
    productModelCode: model.code,
    name: model.name,
    productModelName: model.name,
    productTypeCode: model.product_type_code,
    productModelPic: show(model.picture),
    scene3dModel: modelName(model.model_path),
    scene3dModelSnape: show(model.model_path),
    detail: model.detail,
    productModelNameEn: model.name_en,
    state: model.state,
    builtIn: model.organisation_id === null,
    reportingInterval: model.reporting_interval_s,
    undeclaredCommands: model.undeclared_commands,
    version: model.version,
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
    nameEn: attribute.name_en,
    type: attribute.type,
    state: attribute.state,
    parameters: attribute.parameters,
    associationStates: attribute.association_states,
    ...(latest ? { timeSeriesFirst: { ts: latest.ts, value: latest.value } } : {}),
  };
}
