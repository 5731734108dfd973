import { articles, createClientOf, feedback, openApi } from '@farm3d/api';
import { clientOptions } from '../../platform/services.ts';

/** Calls that only the page with help makes: other pages do not load their schemas. */
export const helpApi = createClientOf({ articles, feedback, openApi }, clientOptions);
