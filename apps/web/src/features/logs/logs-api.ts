import { audit, createClientOf, organisation } from '@farm3d/api';
import { clientOptions } from '../../platform/services.ts';

/** Calls that only the page of the logs makes. */
export const logsApi = createClientOf({ audit, organisation }, clientOptions);
