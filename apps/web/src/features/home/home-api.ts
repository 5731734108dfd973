import { createClientOf, workOrders } from '@farm3d/api';
import { clientOptions } from '../../platform/services.ts';

/** Calls that the other resources of the page do not have. */
export const homeApi = createClientOf({ workOrders }, clientOptions);
