import type { AttributeParameter } from '../../platform/storage/schema.ts';

/** A product model that every farm3d has from its first start. */
export interface BuiltInProductModel {
  readonly code: string;
  readonly name: string;
  /**
   * Details that the devices of the product get, such as the pixels of a screen. `onlineTimeoutS`: silence after
   * which a device counts as offline, seconds; default 600.
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

/** A parameter that a command may leave out. */
export const optional = (parameter: AttributeParameter): AttributeParameter => ({
  ...parameter,
  optional: true,
});

export const plain = (identify: string, name: string, type: 'BOOLEAN' | 'STRING'): AttributeParameter => ({
  parameterEnName: identify,
  parameterName: name,
  parameterType: type,
  unit: '',
  min: null,
  max: null,
});

/** A numeric measurement with its valid range, both ends included. */
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

/** A boolean status. */
export const status = (identify: string, name: string): BuiltInAttribute => ({
  identify,
  name,
  type: '3',
  parameters: [plain(identify, name, 'BOOLEAN')],
  associationStates: [],
});

/** A service (command) with the statuses that it changes. */
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

/** A status that is a text or a number. */
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
