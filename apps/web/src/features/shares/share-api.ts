import { createClientOf, sharing } from '@farm3d/api';
import { clientOptions } from '../../platform/services.ts';

/** Calls that only pages about sharing make: other pages do not load their schemas. */
export const shareApi = createClientOf({ sharing }, clientOptions);
