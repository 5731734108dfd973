import * as v from 'valibot';
import { alarmSettingRequests } from './alarm-settings.ts';
import { isMessageKey, message, type Locale } from '../validation/messages.ts';
import { integer, requiredText } from './inputs.ts';

/** Most attributes, services and states of a product model, and parameters of one of them. */
const ATTRIBUTES_MAX = 200;
const PARAMETERS_MAX = 64;
/** Most product models of one import. */
const IMPORT_MAX = 100;
/** Longest reporting interval, seconds: a week. */
const INTERVAL_MAX_S = 604_800;

/** Code of a product model, such as 'TQ-3L'; unique in an organisation, and none of the built-in ones. */
const productModelCode = v.pipe(
  v.string('productModel.code.required'),
  v.trim(),
  v.nonEmpty('productModel.code.required'),
  v.maxLength(64, 'field.tooLong'),
  v.regex(/^[A-Za-z0-9][\w.-]*$/, 'productModel.code.invalid'),
);
const name = v.pipe(
  v.string('productModel.name.required'),
  v.trim(),
  v.nonEmpty('productModel.name.required'),
  v.maxLength(64, 'field.tooLong'),
);
const shortText = (most: number) =>
  v.optional(v.pipe(v.string(), v.trim(), v.maxLength(most, 'field.tooLong')), '');
/** A telemetry key or a method, as devices name it. */
const key = v.pipe(
  v.string('productModel.key.required'),
  v.nonEmpty('productModel.key.required'),
  v.maxLength(64, 'field.tooLong'),
  v.regex(/^[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u, 'productModel.key.invalid'),
);
const bound = v.optional(
  v.nullable(v.pipe(v.number('productModel.bound'), v.finite('productModel.bound'))),
  null,
);
const interval = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,16}$/))], 'productModel.interval'),
  v.transform(Number),
  v.integer('productModel.interval'),
  v.minValue(1, 'productModel.interval'),
  v.maxValue(INTERVAL_MAX_S, 'productModel.interval'),
);

const parameter = v.pipe(
  v.object({
    parameterEnName: key,
    parameterName: shortText(64),
    /** Label in English. */
    labelEn: shortText(64),
    parameterType: v.picklist(['NUMERIC', 'BOOLEAN', 'STRING'], 'productModel.type.invalid'),
    unit: shortText(32),
    /** Range, both included; null: no bound. */
    min: bound,
    max: bound,
    /** Of a service: a command may leave it out. */
    optional: v.optional(v.boolean(), false),
  }),
  v.forward(
    v.check(({ min, max }) => min === null || max === null || min <= max, 'productModel.range'),
    ['max'],
  ),
);

const attribute = v.object({
  identify: key,
  name,
  /** Label in English. */
  nameEn: shortText(64),
  /** '0' attribute, '1' service, '3' state. */
  type: v.pipe(
    v.union([v.string(), v.number()]),
    v.transform(String),
    v.picklist(['0', '1', '3'], 'productModel.attributeType'),
  ),
  /** 1: enabled. */
  state: v.optional(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.picklist([0, 1])), 1),
  parameters: v.optional(v.pipe(v.array(parameter), v.maxLength(PARAMETERS_MAX, 'field.tooLong')), []),
  /** Identifies of the states that a service changes. */
  associationStates: v.optional(
    v.pipe(v.array(v.object({ identify: key })), v.maxLength(PARAMETERS_MAX, 'field.tooLong')),
    [],
  ),
});

type Attribute = v.InferOutput<typeof attribute>;

/** Index of the first attribute whose type and name another one before it has. */
function firstTwice(list: readonly Attribute[]): number {
  const seen = new Set<string>();
  return list.findIndex(({ type, identify }) => {
    const one = `${type} ${identify}`;
    return seen.size === seen.add(one).size;
  });
}

/** Index of the first service that changes a state which the model does not have. */
function firstWithoutState(list: readonly Attribute[]): number {
  const states = new Set(list.filter(({ type }) => type !== '1').map(({ identify }) => identify));
  return list.findIndex(({ associationStates }) =>
    associationStates.some(({ identify }) => !states.has(identify)),
  );
}

const attributes = v.pipe(
  v.array(attribute),
  v.maxLength(ATTRIBUTES_MAX, 'field.tooLong'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const list = dataset.value;
    const issue = (index: number, member: 'identify' | 'associationStates', message: string): void => {
      if (index < 0) return;
      const value = list[index];
      addIssue({
        message,
        path: [
          { type: 'array', origin: 'value', input: list, key: index, value },
          { type: 'object', origin: 'value', input: value as never, key: member, value: value?.[member] },
        ],
      });
    };
    issue(firstTwice(list), 'identify', 'attribute.taken');
    issue(firstWithoutState(list), 'associationStates', 'productModel.state.unknown');
  }),
);

const address = v.optional(
  v.pipe(
    v.nullable(v.pipe(v.string(), v.maxLength(2048, 'field.tooLong'))),
    v.transform((text) => (text === '' ? null : text)),
  ),
  null,
);

const entries = {
  productModelCode,
  name,
  /** Label in English. */
  nameEn: shortText(64),
  /** 'SP' is a video camera. */
  productTypeCode: v.pipe(v.string(), v.trim(), v.regex(/^[A-Z][A-Z0-9]{0,15}$/, 'productModel.productType')),
  /** Icon: an uploaded image, or one of the product's own. */
  productModelPic: address,
  /** 3D model: an uploaded GLB or FBX, or one of the product's own, '/models/soil-probe.glb'. */
  scene3dModelSnape: address,
  /** 'draft' accepts whatever is reported; 'retired' is chosen for no new device. */
  state: v.optional(v.picklist(['draft', 'active', 'retired']), 'active'),
  /** How often its devices report, seconds; null: unknown. One that is silent three times as long is offline. */
  reportingInterval: v.optional(v.nullable(interval), null),
  /** Methods and parameters that are not declared are left to the device. Default: they are refused. */
  undeclaredCommands: v.optional(v.boolean(), false),
  attributes: v.optional(attributes, []),
};

/** A product model as written by a client. */
export const productModelDraft = v.object(entries);
export const productModelUpdate = v.object({ ...entries, version: v.optional(integer(0, 2_147_483_647)) });

/** A product model as exported: without ids, with the alarm settings that its devices inherit. */
const portableProductModel = v.object({
  ...entries,
  alarmTemplates: v.optional(alarmSettingRequests, []),
});
export const productModelImport = v.object({
  /** Marks the file as one of product models. */
  format: v.literal('farm3d.product-models', 'productModel.format'),
  models: v.pipe(v.array(portableProductModel), v.minLength(1), v.maxLength(IMPORT_MAX, 'field.tooLong')),
});

export const productModelCopy = v.object({ productModelCode, name: v.optional(requiredText(64)) });

export type ProductModelDraft = v.InferInput<typeof productModelDraft>;

/** The product model of an export in the form of a write call; null when the text is no export. */
export function readProductModel(value: unknown): v.InferOutput<typeof productModelDraft> | null {
  const result = v.safeParse(productModelDraft, value);
  return result.success ? result.output : null;
}

/**
 * Errors for which the server would refuse a product model.
 * @returns texts by the path of their field, such as 'attributes.0.parameters.0.max'
 */
export function productModelProblems(draft: ProductModelDraft, locale: Locale): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const issue of v.safeParse(productModelDraft, draft).issues ?? []) {
    const path = v.getDotPath(issue) ?? '';
    problems[path] ??= message(isMessageKey(issue.message) ? issue.message : 'field.invalid', locale);
  }
  return problems;
}
