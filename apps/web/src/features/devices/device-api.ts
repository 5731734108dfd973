import {
  alarmSettings,
  alarmTrials,
  createClientOf,
  dataReports,
  deviceGroups,
  deviceImports,
  deviceLink,
  files,
  groups,
  integrations,
  relay,
  sharing,
  workOrders,
} from '@farm3d/api';
import { clientOptions } from '../../platform/services.ts';

/** Calls that only the pages about devices make: other pages do not load their schemas. */
export const deviceApi = createClientOf(
  {
    alarmSettings,
    alarmTrials,
    dataReports,
    deviceGroups,
    deviceImports,
    deviceLink,
    files,
    groups,
    integrations,
    relay,
    sharing,
    workOrders,
  },
  clientOptions,
);
