import * as v from 'valibot';
import type {
  AttributeType,
  DictionaryEntry,
  ModelAttribute,
  ProductAttribute,
  ProductAttributeDraft,
  ProductModel,
} from '../domain/product-model.ts';
import { codeSchema, optionalNumberSchema, optionalTextSchema, parseWire, textSchema } from './codes.ts';
import { latestValueSchema } from './telemetry.ts';

const idSchema = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

export const productModelWireSchema = v.looseObject({
  id: idSchema,
  productModelCode: v.string(),
  name: v.string(),
  productTypeCode: textSchema,
  productModelPic: optionalTextSchema,
  scene3dModelSnape: optionalTextSchema,
  detail: v.optional(v.record(v.string(), v.unknown()), {}),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeProductModel(value: unknown): ProductModel {
  const wire = parseWire(productModelWireSchema, value);
  return {
    id: wire.id,
    code: wire.productModelCode,
    name: wire.name,
    productTypeCode: wire.productTypeCode,
    picture: wire.productModelPic,
    modelPath: wire.scene3dModelSnape,
    detail: wire.detail,
  };
}

const ATTRIBUTE_TYPES: Readonly<Record<string, AttributeType>> = {
  '0': 'attribute',
  '1': 'service',
  '3': 'status',
};

export function encodeAttributeType(type: AttributeType): '0' | '1' | '3' {
  if (type === 'attribute') return '0';
  return type === 'service' ? '1' : '3';
}

export const productAttributeWireSchema = v.looseObject({
  identify: v.string(),
  name: textSchema,
  type: v.pipe(
    codeSchema,
    v.picklist(['0', '1', '3']),
    v.transform((code) => ATTRIBUTE_TYPES[code] ?? 'attribute'),
  ),
  state: v.pipe(
    v.optional(codeSchema, '1'),
    v.transform((code) => code === '1'),
  ),
  parameters: v.optional(
    v.array(
      v.looseObject({
        parameterEnName: v.string(),
        parameterName: textSchema,
        parameterType: v.picklist(['NUMERIC', 'BOOLEAN', 'STRING']),
        unit: textSchema,
        min: optionalNumberSchema,
        max: optionalNumberSchema,
      }),
    ),
    [],
  ),
  associationStates: v.optional(v.array(v.looseObject({ identify: v.string() })), []),
  // The latest value is the first of its series (readings 7); both the element and the list are read.
  timeSeriesFirst: v.nullish(
    v.union([
      latestValueSchema,
      v.pipe(
        v.array(latestValueSchema),
        v.transform((list) => list[0] ?? null),
      ),
    ]),
  ),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeProductAttribute(value: unknown): ProductAttribute {
  const wire = parseWire(productAttributeWireSchema, value);
  return {
    identify: wire.identify,
    name: wire.name,
    type: wire.type,
    enabled: wire.state,
    parameters: wire.parameters.map((parameter) => ({
      key: parameter.parameterEnName,
      name: parameter.parameterName,
      type: parameter.parameterType,
      unit: parameter.unit,
      min: parameter.min,
      max: parameter.max,
    })),
    associatedStates: wire.associationStates.map((state) => state.identify),
    latest: wire.timeSeriesFirst ?? null,
  };
}

export const ofModelSchema = v.looseObject({ productModel: v.string(), productModelCode: v.string() });

/** @throws {WireError} naming the field that does not fit. */
export function decodeModelAttribute(value: unknown): ModelAttribute {
  const { productModel, productModelCode } = parseWire(ofModelSchema, value);
  return { ...decodeProductAttribute(value), productModelId: productModel, productModelCode };
}

export const codesOfSchema = v.looseObject({ productModelCodes: v.array(v.string()) });

/** @throws {WireError} naming the field that does not fit. */
export function decodeDictionaryEntry(value: unknown): DictionaryEntry {
  const { productModelCodes } = parseWire(codesOfSchema, value);
  return { ...decodeProductAttribute(value), productModelCodes };
}

export function encodeProductAttribute(draft: ProductAttributeDraft): Record<string, unknown> {
  return {
    identify: draft.identify,
    name: draft.name,
    type: encodeAttributeType(draft.type),
    parameters: draft.parameters.map((parameter) => ({
      parameterEnName: parameter.key,
      parameterName: parameter.name,
      parameterType: parameter.type,
      unit: parameter.unit,
      min: parameter.min,
      max: parameter.max,
    })),
    associationStates: (draft.associatedStates ?? []).map((identify) => ({ identify })),
  };
}
