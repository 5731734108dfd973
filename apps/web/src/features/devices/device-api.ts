import {
  alarmSettings,
  alarmTrials,
  createClientOf,
  dataReports,
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
  {
    alarmSettings,
    alarmTrials,
    dataReports,
    deviceGroups,
    deviceImports,
    deviceLink,
    groups,
    relay,
    sharing,
    workOrders,
  },
  clientOptions,
);
