import { statistics as calls } from '@farm3d/api';
import { platformNow } from '../../platform/clock.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { DeviceStatisticsService } from './service.ts';

/** `/api/statistics`: numbers by day. */
export function statisticsRoutes({
  statistics,
}: {
  readonly statistics: Pick<DeviceStatisticsService, 'byDay'>;
}): ServedCall[] {
  return [
    serve(calls.devices, ({ principal, query }) =>
      statistics.byDay(principal.organisationId, query, platformNow()),
    ),
  ];
}
