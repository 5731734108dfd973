import { createClientOf, groups, statistics } from '@farm3d/api';
import { clientOptions } from '../../platform/services.ts';

/** Calls of statistics and of the names in them: other pages do not load their schemas. */
export const statisticsApi = createClientOf({ groups, statistics }, clientOptions);
