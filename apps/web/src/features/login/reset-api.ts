import { createClientOf, passwordReset } from '@farm3d/api';
import { clientOptions } from '../../platform/services.ts';

/** Calls for a new password by e-mail. */
export const resetApi = createClientOf({ passwordReset }, clientOptions);
