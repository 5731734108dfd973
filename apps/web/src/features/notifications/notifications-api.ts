import { createClientOf, groups, notifications, users } from '@farm3d/api';
import { clientOptions } from '../../platform/services.ts';

/** Calls that only the page of notifications makes: other pages do not load their schemas. */
export const notificationsApi = createClientOf({ notifications, groups, users }, clientOptions);
