import {
  encodeAttributeType,
  readProductModel,
  type DictionaryEntry,
  type ParameterType,
  type ProductModel,
  type ProductModelDraft,
} from '@farm3d/api';
import type { Api } from '../../platform/services.ts';

/** '0' measured, '3' reported state, '1' service. */
export type PartKind = '0' | '1' | '3';

/** A parameter in the editor: numbers are texts while they are typed. */
export interface ParameterForm {
  readonly key: string;
  readonly name: string;
  readonly nameEn: string;
  readonly type: ParameterType;
  readonly unit: string;
  readonly min: string;
  readonly max: string;
  readonly optional: boolean;
}

/** An attribute, state or service in the editor. */
export interface PartForm {
  readonly identify: string;
  readonly name: string;
  readonly nameEn: string;
  readonly kind: PartKind;
  readonly enabled: boolean;
  readonly parameters: readonly ParameterForm[];
  /** Of a service: identifiers of the states that it changes. */
  readonly states: readonly string[];
}

/** A product model in the editor. */
export interface ModelForm {
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  readonly productTypeCode: string;
  readonly state: ProductModel['state'];
  readonly reportingInterval: string;
  readonly undeclaredCommands: boolean;
  /** Address of the icon and of the 3D model; null: none. */
  readonly picture: string | null;
  readonly modelPath: string | null;
  readonly parts: readonly PartForm[];
}

export const EMPTY_PARAMETER: ParameterForm = {
  key: '',
  name: '',
  nameEn: '',
  type: 'NUMERIC',
  unit: '',
  min: '',
  max: '',
  optional: false,
};

/** A new part. An attribute or a state begins with the value of its own name. */
export const emptyPart = (kind: PartKind): PartForm => ({
  identify: '',
  name: '',
  nameEn: '',
  kind,
  enabled: true,
  parameters: kind === '1' ? [] : [{ ...EMPTY_PARAMETER, type: kind === '0' ? 'NUMERIC' : 'BOOLEAN' }],
  states: [],
});

export const EMPTY_MODEL: ModelForm = {
  code: '',
  name: '',
  nameEn: '',
  productTypeCode: '',
  state: 'active',
  reportingInterval: '',
  undeclaredCommands: false,
  picture: null,
  modelPath: null,
  parts: [],
};

/** Whether the part has one value with the same name, which is then not shown a second time. */
export const isSingle = ({ kind, identify, parameters }: PartForm): boolean =>
  kind !== '1' && parameters.length === 1 && parameters[0]?.key === identify;

const numberText = (value: number | null): string => (value === null ? '' : String(value));
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** An attribute or state of other product models as a part of this one. */
export const partOf = ({ identify, name, nameEn, type, parameters }: DictionaryEntry): PartForm => ({
  ...emptyPart(encodeAttributeType(type)),
  identify,
  name,
  nameEn,
  parameters: parameters.map((parameter) => ({
    ...EMPTY_PARAMETER,
    key: parameter.key,
    name: parameter.name,
    nameEn: parameter.labelEn ?? '',
    type: parameter.type,
    unit: parameter.unit,
    min: numberText(parameter.min),
    max: numberText(parameter.max),
  })),
});

/** The exported model, with the addresses of its files, in the editor. */
export function formOf(
  exported: NonNullable<ReturnType<typeof readProductModel>>,
  { picture, modelPath }: Pick<ProductModel, 'picture' | 'modelPath'>,
): ModelForm {
  return {
    code: exported.productModelCode,
    name: exported.name,
    nameEn: exported.nameEn,
    productTypeCode: exported.productTypeCode,
    state: exported.state,
    reportingInterval: numberText(exported.reportingInterval),
    undeclaredCommands: exported.undeclaredCommands,
    picture,
    modelPath,
    parts: exported.attributes.map(({ type, state, parameters, associationStates, ...names }) => ({
      ...names,
      kind: type,
      enabled: state === 1,
      parameters: parameters.map((parameter) => ({
        key: parameter.parameterEnName,
        name: parameter.parameterName,
        nameEn: parameter.labelEn,
        type: parameter.parameterType,
        unit: parameter.unit,
        min: numberText(parameter.min),
        max: numberText(parameter.max),
        optional: parameter.optional,
      })),
      states: associationStates.map(({ identify }) => identify),
    })),
  };
}

/** The product model with everything that the editor changes. */
export async function readForm(
  { productModels }: Pick<Api, 'productModels'>,
  model: ProductModel,
  signal?: AbortSignal,
): Promise<ModelForm> {
  const { models } = await productModels.export(model.id, signal ? { signal } : {});
  const exported = readProductModel(models[0]);
  if (!exported) throw new TypeError('the export holds no product model');
  return formOf(exported, model);
}

/** The model of the editor as the body of a call. The order of its parts is that of the editor. */
export function bodyOf(form: ModelForm): ProductModelDraft {
  return {
    productModelCode: form.code,
    name: form.name,
    nameEn: form.nameEn,
    productTypeCode: form.productTypeCode,
    state: form.state,
    reportingInterval: numberOf(form.reportingInterval),
    undeclaredCommands: form.undeclaredCommands,
    productModelPic: form.picture,
    scene3dModelSnape: form.modelPath,
    attributes: form.parts.map(({ kind, enabled, parameters, states, ...names }) => ({
      ...names,
      type: kind,
      state: enabled ? 1 : 0,
      parameters: parameters.map((parameter) => ({
        parameterEnName: parameter.key,
        parameterName: parameter.name,
        labelEn: parameter.nameEn,
        parameterType: parameter.type,
        unit: parameter.unit,
        min: numberOf(parameter.min),
        max: numberOf(parameter.max),
        optional: parameter.optional,
      })),
      associationStates: states.map((identify) => ({ identify })),
    })),
  };
}

/** The part with new names; a single value that had the same names is renamed with it. */
export function renamed(
  part: PartForm,
  names: Partial<Pick<PartForm, 'identify' | 'name' | 'nameEn'>>,
): PartForm {
  const next = { ...part, ...names };
  const [value] = part.parameters;
  if (!value || !isSingle(part)) return next;
  const follow = {
    key: next.identify,
    name: value.name === part.name ? next.name : value.name,
    nameEn: value.nameEn === part.nameEn ? next.nameEn : value.nameEn,
  };
  return { ...next, parameters: [{ ...value, ...follow }] };
}
