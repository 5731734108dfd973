import { createClientOf, users } from '@farm3d/api';
import { clientOptions } from '../../platform/services.ts';

/** Calls that only the page about users makes: other pages do not load their schemas. */
export const userApi = createClientOf({ users }, clientOptions);
