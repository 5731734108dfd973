import { createClientOf, notifications } from '@farm3d/api';
import { clientOptions } from './services.ts';

/** Loaded after the page: its first frame does not wait for these schemas. */
export const unreadApi = createClientOf({ notifications }, clientOptions);
