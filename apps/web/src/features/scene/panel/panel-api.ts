import { createClientOf, handles, video } from '@farm3d/api';
import { clientOptions } from '../../../platform/services.ts';

/** Calls of the device panel; loaded with it, not with the scene page. */
export const panelApi = createClientOf({ handles, video }, clientOptions);
