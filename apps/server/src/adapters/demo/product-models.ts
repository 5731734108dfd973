import type { BuiltInProductModel } from './product-model-kit.ts';
import { MACHINES } from './product-models-machines.ts';
import { SENSORS } from './product-models-sensors.ts';

/** Products of every farm3d from its first start: one for each device model of @farm3d/models. */
export const BUILT_IN_PRODUCT_MODELS: readonly BuiltInProductModel[] = [...SENSORS, ...MACHINES];
