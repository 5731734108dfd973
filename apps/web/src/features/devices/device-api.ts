import {
  alarmSettings,
  alarmTrials,
  createClientOf,
  deviceGroups,
  deviceImports,
  deviceLink,
  groups,
  relay,
  sharing,
  workOrders,
} from '@farm3d/api';
import { clientOptions } from '../../platform/services.ts';

/** Calls that only the pages about devices make: other pages do not load their schemas. */
export const deviceApi = createClientOf(
  { alarmSettings, alarmTrials, deviceGroups, deviceImports, deviceLink, groups, relay, sharing, workOrders },
  clientOptions,
);
