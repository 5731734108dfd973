import type { AttributeParameter } from './product-model.ts';
import type { TelemetryValue } from './telemetry.ts';

/** How a parameter is set by hand. */
export type HandleComponent = 'switch' | 'slider' | 'number' | 'text';

export interface HandleParameter extends AttributeParameter {
  component: HandleComponent;
}

/** How a service of a product model is worked; without parameters it is a button. */
export interface HandleStyle {
  identify: string;
  name: string;
  parameters: HandleParameter[];
}

/** A handle of one device, with the states that it changes. */
export interface DeviceHandle extends HandleStyle {
  states: { identify: string; value: TelemetryValue | null }[];
}

/** Product models by what they are for. */
export interface ProductGroup {
  id: string;
  name: string;
  productTypeCodes: string[];
}
