import { createClientOf, regions } from '@farm3d/api';
import { clientOptions } from './services.ts';

/** Calls of the region map; loaded by the pages that show it, not with the scene page. */
export const regionApi = createClientOf({ regions }, clientOptions).regions;
