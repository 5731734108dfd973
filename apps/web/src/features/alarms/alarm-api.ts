import { alarmHandling, createClientOf, groups, users } from '@farm3d/api';
import { clientOptions } from '../../platform/services.ts';

/** Calls that only the alarm centre makes: other pages do not load their schemas. */
export const alarmApi = createClientOf({ alarmHandling, groups, users }, clientOptions);
