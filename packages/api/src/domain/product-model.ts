import type { LatestValue } from './telemetry.ts';

export interface ProductModel {
  id: string;
  /** Such as 'TQ-3L'. */
  code: string;
  name: string;
  /** 'SP' is a video camera. */
  productTypeCode: string;
  picture: string | null;
  modelPath: string | null;
  detail: Record<string, unknown>;
}

export type ParameterType = 'NUMERIC' | 'BOOLEAN' | 'STRING';

export interface AttributeParameter {
  /** Key of the value in telemetry or in an rpc's params. */
  key: string;
  name: string;
  type: ParameterType;
  unit: string;
  min: number | null;
  max: number | null;
}

/** 'attribute' is measured, 'service' is called, 'status' is reported. */
export type AttributeType = 'attribute' | 'service' | 'status';

export interface ProductAttribute {
  identify: string;
  name: string;
  type: AttributeType;
  enabled: boolean;
  parameters: AttributeParameter[];
  /** Identifies of the states that a service changes. */
  associatedStates: string[];
  /** The latest value, where the call is about one device. */
  latest: LatestValue | null;
}

/** An attribute with the model that has it. */
export interface ModelAttribute extends ProductAttribute {
  productModelId: string;
  productModelCode: string;
}

/** An attribute with the codes of all models that have it. */
export interface DictionaryEntry extends ProductAttribute {
  productModelCodes: string[];
}

export interface ProductAttributeDraft {
  identify: string;
  name: string;
  type: AttributeType;
  parameters: AttributeParameter[];
  /** Identifies of the states that a service changes. */
  associatedStates?: readonly string[];
}
