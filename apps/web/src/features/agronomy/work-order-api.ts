import { createClientOf, workOrders } from '@farm3d/api';
import { clientOptions } from '../../platform/services.ts';

/** Calls of work orders; loaded with the agronomy page, not with the scene page. */
export const workOrderApi = createClientOf({ workOrders }, clientOptions).workOrders;
