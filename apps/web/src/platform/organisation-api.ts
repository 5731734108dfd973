import { createClientOf, invitations, organisations } from '@farm3d/api';
import { clientOptions } from './services.ts';

/** Calls about organisations and invitations: pages that make none of them do not load their schemas. */
export const organisationApi = createClientOf({ organisations, invitations }, clientOptions);
