import * as v from 'valibot';
import { codeSchema, optionalNumberSchema, optionalTextSchema, textSchema } from '../wire/codes.ts';
import { latestValueSchema } from '../wire/telemetry.ts';
import { call, listOf, nothing } from './call.ts';
import { integer, optionalQueryFlag, optionalQueryText, uuid } from './inputs.ts';
import {
  productModelCopy,
  productModelDraft,
  productModelImport,
  productModelUpdate,
  type ProductModelDraft,
} from './product-model-drafts.ts';

/** Largest bodies, bytes. */
const MODEL_MAX_BYTES = 512 * 1024;
const IMPORT_MAX_BYTES = 4 * 1024 * 1024;

const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** 'attribute' is measured, 'service' is called, 'status' is reported. */
export type AttributeType = 'attribute' | 'service' | 'status';

const TYPE_CODES = { attribute: '0', service: '1', status: '3' } as const;
const TYPES: Readonly<Record<'0' | '1' | '3', AttributeType>> = {
  '0': 'attribute',
  '1': 'service',
  '3': 'status',
};

export function encodeAttributeType(type: AttributeType): '0' | '1' | '3' {
  return TYPE_CODES[type];
}

const typeCode = v.pipe(codeSchema, v.picklist(['0', '1', '3']));

const productModel = v.pipe(
  v.object({
    id,
    /** Such as 'TQ-3L'. */
    productModelCode: v.string(),
    name: v.string(),
    /** The same as `name`. */
    productModelName: textSchema,
    /** 'SP' is a video camera. */
    productTypeCode: textSchema,
    productModelPic: optionalTextSchema,
    /** Name of its 3D model, such as 'soil-probe', and the path of the file. */
    scene3dModel: optionalTextSchema,
    scene3dModelSnape: optionalTextSchema,
    detail: v.optional(v.record(v.string(), v.unknown()), {}),
    productModelNameEn: textSchema,
    state: v.optional(v.picklist(['draft', 'active', 'retired']), 'active'),
    /** Every organisation has it, and none changes it. */
    builtIn: v.optional(v.boolean(), true),
    reportingInterval: optionalNumberSchema,
    undeclaredCommands: v.optional(v.boolean(), false),
    version: v.optional(v.number(), 1),
  }),
  v.transform((model) => ({
    id: model.id,
    /** Such as 'TQ-3L'. */
    code: model.productModelCode,
    name: model.name,
    /** 'SP' is a video camera. */
    productTypeCode: model.productTypeCode,
    picture: model.productModelPic,
    modelPath: model.scene3dModelSnape,
    detail: model.detail,
    /** Name in English; '' without one. */
    nameEn: model.productModelNameEn,
    /** 'draft' accepts whatever is reported; 'retired' is chosen for no new device. */
    state: model.state,
    /** Every organisation has it, and none changes it. */
    builtIn: model.builtIn,
    /** How often its devices report, seconds; null: unknown. */
    reportingInterval: model.reportingInterval,
    /** Methods and parameters that are not declared are left to the device. */
    undeclaredCommands: model.undeclaredCommands,
    version: model.version,
  })),
);

const parameterType = v.picklist(['NUMERIC', 'BOOLEAN', 'STRING']);

/** One parameter of an attribute, service or status (specification, section 3). */
export const parameterEntries = {
  parameterEnName: v.string(),
  parameterName: textSchema,
  parameterType,
  unit: textSchema,
  min: optionalNumberSchema,
  max: optionalNumberSchema,
  /** Of a service: a command may leave it out. */
  optional: v.optional(v.boolean()),
  /** Label in English. */
  labelEn: v.optional(v.string()),
};
const parameter = v.object(parameterEntries);

export function toParameter({
  parameterEnName,
  parameterName,
  parameterType: type,
  ...same
}: v.InferOutput<typeof parameter>) {
  return {
    ...same,
    /** Key of the value in telemetry or in an rpc's params. */
    key: parameterEnName,
    name: parameterName,
    type,
  };
}

/** Identifies of the states that a service changes. */
export const associationStates = v.optional(v.array(v.object({ identify: v.string() })), []);

const attributeEntries = {
  identify: v.string(),
  name: textSchema,
  /** Label in English. */
  nameEn: textSchema,
  type: typeCode,
  /** 1: enabled. */
  state: v.optional(codeSchema, '1'),
  parameters: v.optional(v.array(parameter), []),
  associationStates,
  // The latest value is the first of its series (readings 7); an element and a list are accepted.
  timeSeriesFirst: v.nullish(
    v.union([
      latestValueSchema,
      v.pipe(
        v.array(latestValueSchema),
        v.transform((list) => list[0] ?? null),
      ),
    ]),
  ),
};
const attributeObject = v.object(attributeEntries);

const toAttribute = (attribute: v.InferOutput<typeof attributeObject>) => ({
  identify: attribute.identify,
  name: attribute.name,
  /** Label in English; '' without one. */
  nameEn: attribute.nameEn,
  type: TYPES[attribute.type],
  enabled: attribute.state === '1',
  parameters: attribute.parameters.map(toParameter),
  /** Identifies of the states that a service changes. */
  associatedStates: attribute.associationStates.map(({ identify }) => identify),
  /** The latest value, in calls about one device. */
  latest: attribute.timeSeriesFirst ?? null,
});

/** An attribute, service or status of a product model. */
export const productAttribute = v.pipe(attributeObject, v.transform(toAttribute));

/** An attribute with its model. */
const modelAttribute = v.pipe(
  v.object({
    ...attributeEntries,
    productModel: v.string(),
    productModelCode: v.string(),
    productModelName: textSchema,
  }),
  v.transform(({ productModel: productModelId, productModelCode, productModelName, ...attribute }) => ({
    ...toAttribute(attribute),
    productModelId,
    productModelCode,
    productModelName,
  })),
);

/** An attribute with the codes of all its models. */
const dictionaryEntry = v.pipe(
  v.object({ ...attributeEntries, productModelCodes: v.array(v.string()) }),
  v.transform(({ productModelCodes, ...attribute }) => ({ ...toAttribute(attribute), productModelCodes })),
);

/** Product models by purpose. */
const productGroup = v.object({
  id: v.string(),
  name: v.string(),
  /** Product types of this group. */
  productTypeCodes: v.array(v.string()),
});

export type ProductModel = v.InferOutput<typeof productModel>;
export type ProductAttribute = v.InferOutput<typeof productAttribute>;
export type ModelAttribute = v.InferOutput<typeof modelAttribute>;
export type DictionaryEntry = v.InferOutput<typeof dictionaryEntry>;
export type ProductGroup = v.InferOutput<typeof productGroup>;
export type AttributeParameter = ProductAttribute['parameters'][number];
export type ParameterType = AttributeParameter['type'];

const identifier = v.pipe(v.string(), v.regex(/^[A-Za-z_]\w{0,63}$/));
const bound = v.optional(v.nullable(v.pipe(v.number(), v.finite())), null);
const shortText = (maximum: number) =>
  v.optional(v.pipe(v.string(), v.maxLength(maximum, 'field.tooLong')), '');

const parameterDraft = v.pipe(
  v.object({
    parameterEnName: identifier,
    parameterName: shortText(64),
    parameterType,
    unit: shortText(32),
    min: bound,
    max: bound,
  }),
  v.forward(
    v.check(({ min, max }) => min === null || max === null || min <= max, 'number.range'),
    ['max'],
  ),
);

const attributeDraft = v.object({
  productModel: uuid,
  identify: identifier,
  name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64, 'field.tooLong')),
  type: typeCode,
  parameters: v.pipe(v.array(parameterDraft), v.maxLength(32, 'field.tooLong')),
  associationStates: v.optional(
    v.pipe(v.array(v.object({ identify: identifier })), v.maxLength(32, 'field.tooLong')),
    [],
  ),
});

export type ProductAttributeDraft = Pick<ProductAttribute, 'identify' | 'name' | 'type' | 'parameters'> & {
  /** Identifies of the states that a service changes. Default none. */
  associatedStates?: readonly string[];
};

const optionalType = v.optional(v.picklist(['', '0', '1', '3']));
const encodeOptionalType = (type: AttributeType | undefined) => type && encodeAttributeType(type);

export const productModels = {
  list: call({
    method: 'GET',
    path: '/api/product/models',
    reach: 'any',
    summary: { zh: '产品型号列表', en: 'Lists product models' },
    answer: listOf(productModel),
  }),
  get: call({
    method: 'GET',
    path: '/api/product/models/{id}',
    reach: 'any',
    summary: { zh: '产品型号详情', en: 'A product model' },
    answer: productModel,
  }),
  /** Enabled attributes unless `enabled` is false (Spec §9: state filter 1). */
  attributes: call({
    method: 'GET',
    path: '/api/product/models/{id}/attributes',
    reach: 'any',
    summary: { zh: '产品型号的属性、服务和状态', en: 'Attributes, services and states of a product model' },
    query: v.object({
      // Default: enabled ones (specification, section 9).
      state: v.optional(integer(0, 9), 1),
      attributeType: optionalType,
      alarmUse: optionalQueryFlag,
    }),
    answer: listOf(productAttribute),
    send: (id: string, query?: { type?: AttributeType; enabled?: boolean; forAlarms?: boolean }) => ({
      path: { id },
      query: {
        state: query?.enabled === false ? 0 : 1,
        alarmUse: query?.forAlarms ? 1 : undefined,
        attributeType: encodeOptionalType(query?.type),
      },
    }),
  }),
  /** Attributes for linkages, of all models. */
  linkageAttributes: call({
    method: 'GET',
    path: '/api/product/models/attributes',
    reach: 'any',
    summary: { zh: '可用于联动的属性，含所有型号', en: 'Attributes of all models that linkages may use' },
    query: v.object({
      attributeType: optionalType,
      linkageUse: optionalQueryFlag,
      /** Ids of product models, separated by commas: only theirs. */
      productModels: v.optional(v.pipe(v.string(), v.maxLength(4000, 'field.tooLong'))),
    }),
    answer: listOf(modelAttribute),
    send: (query?: { type?: AttributeType; models?: readonly string[] }) => ({
      query: {
        linkageUse: 1,
        attributeType: encodeOptionalType(query?.type),
        productModels: query?.models?.join(','),
      },
    }),
  }),
  /** All attributes of all models, each once. */
  dictionaries: call({
    method: 'GET',
    path: '/api/attribute/dictionaries',
    reach: 'any',
    service: 'base',
    summary: { zh: '属性字典', en: 'Every attribute once, with the models that have it' },
    query: v.object({ name: optionalQueryText }),
    answer: listOf(dictionaryEntry),
  }),
  /**
   * Adds an attribute for the caller's organisation.
   * @throws {ApiError} 409 when the model has it already
   */
  addAttribute: call({
    method: 'POST',
    path: '/api/attributes',
    service: 'base',
    right: 'devices',
    audit: 'create',
    summary: { zh: '为产品型号新增属性', en: 'Adds an attribute to a product model' },
    body: attributeDraft,
    answer: productAttribute,
    send: (
      productModelId: string,
      { identify, name, type, parameters, associatedStates }: ProductAttributeDraft,
    ) => ({
      body: {
        productModel: productModelId,
        identify,
        name,
        type: encodeAttributeType(type),
        parameters: parameters.map(({ key, name: label, type: kind, ...same }) => ({
          ...same,
          parameterEnName: key,
          parameterName: label,
          parameterType: kind,
        })),
        associationStates: (associatedStates ?? []).map((state) => ({ identify: state })),
      },
    }),
  }),
  /**
   * Makes a product model of the caller's organisation.
   * @throws {ApiError} 409 when it has one with this code, or a built-in one has it
   */
  create: call({
    method: 'POST',
    path: '/api/product/models',
    right: 'devices',
    audit: 'create',
    origin: 'own',
    maxBody: MODEL_MAX_BYTES,
    summary: { zh: '新建产品型号', en: 'Makes a product model' },
    body: productModelDraft,
    answer: productModel,
    send: (draft: ProductModelDraft) => ({ body: draft }),
  }),
  /**
   * Replaces a product model of the caller's organisation, all of its attributes with it.
   * @throws {ApiError} 403 for a built-in one; 409 when `version` is stale
   */
  update: call({
    method: 'PUT',
    path: '/api/product/models/{id}',
    right: 'devices',
    audit: 'update',
    origin: 'own',
    maxBody: MODEL_MAX_BYTES,
    summary: { zh: '修改产品型号', en: 'Changes a product model' },
    body: productModelUpdate,
    answer: productModel,
    send: (id: string, draft: ProductModelDraft & { version?: number }) => ({ path: { id }, body: draft }),
  }),
  /**
   * Removes a product model of the caller's organisation.
   * @throws {ApiError} 403 for a built-in one; 409 while devices have it
   */
  remove: call({
    method: 'DELETE',
    path: '/api/product/models/{id}',
    right: 'devices',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '删除产品型号', en: 'Removes a product model that no device has' },
    answer: nothing,
  }),
  /** Makes a product model like this one, a built-in one too, with its alarm settings. */
  copy: call({
    method: 'POST',
    path: '/api/product/models/{id}/copy',
    right: 'devices',
    audit: 'create',
    origin: 'own',
    summary: { zh: '复制产品型号', en: 'Copies a product model' },
    body: productModelCopy,
    answer: productModel,
    send: (id: string, code: string, name?: string) => ({
      path: { id },
      body: { productModelCode: code, ...(name === undefined ? {} : { name }) },
    }),
  }),
  /** The product model as a file for `import`, with the alarm settings that its devices inherit. */
  export: call({
    method: 'GET',
    path: '/api/product/models/{id}/export',
    origin: 'own',
    summary: { zh: '导出产品型号（JSON）', en: 'A product model as JSON for an import' },
    answer: v.looseObject({ format: v.string(), models: v.array(v.record(v.string(), v.unknown())) }),
  }),
  /** Makes the product models of a file, all of them or none. */
  import: call({
    method: 'POST',
    path: '/api/product/models/import',
    right: 'devices',
    audit: 'create',
    origin: 'own',
    maxBody: IMPORT_MAX_BYTES,
    summary: { zh: '导入产品型号（JSON）', en: 'Makes the product models of a JSON file, all or none' },
    body: productModelImport,
    answer: listOf(productModel),
    send: (file: unknown) => ({ body: file }),
  }),
  groups: call({
    method: 'GET',
    path: '/product/model/group/list',
    reach: 'any',
    summary: { zh: '产品分组列表', en: 'Lists the groups of product models' },
    answer: listOf(productGroup),
  }),
  ofGroup: call({
    method: 'GET',
    path: '/product/model/group/{a}/{b}',
    reach: 'any',
    summary: { zh: '某分组、某产品类型的型号', en: 'Product models of a group and a product type' },
    answer: listOf(productModel),
  }),
};
