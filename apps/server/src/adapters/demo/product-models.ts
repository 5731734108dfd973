import type { BuiltInProductModel } from './product-model-kit.ts';
import { MACHINES } from './product-models-machines.ts';
import { SENSORS } from './product-models-sensors.ts';

/** What every farm3d knows from the first start: one product for each device model of @farm3d/models. */
export const BUILT_IN_PRODUCT_MODELS: readonly BuiltInProductModel[] = [...SENSORS, ...MACHINES];
