import { createClientOf, embedTokens } from '@farm3d/api';
import { clientOptions } from '../../platform/services.ts';

/** Calls of the pages that show embed tokens: other pages do not load their schemas. */
export const embeddingApi = createClientOf({ embedTokens }, clientOptions);
