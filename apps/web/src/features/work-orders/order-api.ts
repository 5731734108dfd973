import { createClientOf, dataReports, users, workOrderPlans, workOrders } from '@farm3d/api';
import { clientOptions } from '../../platform/services.ts';

/** Calls that only the page about work orders makes: other pages do not load their schemas. */
export const orderApi = createClientOf({ dataReports, users, workOrderPlans, workOrders }, clientOptions);
