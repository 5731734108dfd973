import { createClientOf, files } from '@farm3d/api';
import { clientOptions } from '../../platform/services.ts';

/** Calls about files: pages that make none of them do not load their schemas. */
export const fileApi = createClientOf({ files }, clientOptions);
