import type { AttributeParameter } from '../../platform/storage/schema.ts';

/** A product model that every farm3d knows from the first start. */
export interface BuiltInProductModel {
  readonly code: string;
  readonly name: string;
  /**
   * Facts of the product that its devices start with, such as the dots of a screen; `onlineTimeoutS`: how long it may
   * be silent and still counts as online, seconds, 600 unless given.
   */
  readonly detail?: Readonly<Record<string, number>>;
  /** 'SP' = video camera (specification, section 3). */
  readonly productTypeCode: string;
  readonly attributes: readonly BuiltInAttribute[];
}

export interface BuiltInAttribute {
  readonly identify: string;
  readonly name: string;
  /** '0' attribute, '1' service, '3' status (specification, section 3). */
  readonly type: '0' | '1' | '3';
  readonly parameters: readonly AttributeParameter[];
  /** Statuses that a service changes. */
  readonly associationStates: readonly { identify: string }[];
}

export const numeric = (
  identify: string,
  name: string,
  unit: string,
  min: number,
  max: number,
): AttributeParameter => ({
  parameterEnName: identify,
  parameterName: name,
  parameterType: 'NUMERIC',
  unit,
  min,
  max,
});

export const plain = (identify: string, name: string, type: 'BOOLEAN' | 'STRING'): AttributeParameter => ({
  parameterEnName: identify,
  parameterName: name,
  parameterType: type,
  unit: '',
  min: null,
  max: null,
});

/** A measured value with its accepted range, both ends included. */
export const measured = (
  identify: string,
  name: string,
  unit: string,
  min: number,
  max: number,
): BuiltInAttribute => ({
  identify,
  name,
  type: '0',
  parameters: [numeric(identify, name, unit, min, max)],
  associationStates: [],
});

/** A yes-or-no state. */
export const status = (identify: string, name: string): BuiltInAttribute => ({
  identify,
  name,
  type: '3',
  parameters: [plain(identify, name, 'BOOLEAN')],
  associationStates: [],
});

/** A command, with the statuses it changes. */
export const service = (
  identify: string,
  name: string,
  parameters: readonly AttributeParameter[],
  states: readonly string[] = [],
): BuiltInAttribute => ({
  identify,
  name,
  type: '1',
  parameters,
  associationStates: states.map((state) => ({ identify: state })),
});

/** A measured text, such as the name of a species. */
export const noted = (identify: string, name: string): BuiltInAttribute => ({
  identify,
  name,
  type: '0',
  parameters: [plain(identify, name, 'STRING')],
  associationStates: [],
});

/** A state that is a word or a number. */
export const condition = (
  identify: string,
  name: string,
  parameter?: AttributeParameter,
): BuiltInAttribute => ({
  identify,
  name,
  type: '3',
  parameters: [parameter ?? plain(identify, name, 'STRING')],
  associationStates: [],
});
