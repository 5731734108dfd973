import { apiKeys, createClientOf, passkeys, sessions, twoFactors, users } from '@farm3d/api';
import { clientOptions } from '../../platform/services.ts';

/** Calls that only the page of the account makes: other pages do not load their schemas. */
export const accountApi = createClientOf({ apiKeys, passkeys, sessions, twoFactors, users }, clientOptions);
