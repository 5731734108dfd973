import { createClientOf, deviceGroups, groups } from '@farm3d/api';
import { clientOptions } from '../../platform/services.ts';

/** Calls of groups and of what is in them: other pages do not load their schemas. */
export const groupApi = createClientOf({ deviceGroups, groups }, clientOptions);
