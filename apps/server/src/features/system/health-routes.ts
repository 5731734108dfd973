import { system } from '@farm3d/api';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import { healthReport, type HealthNeeds } from './health.ts';

/** `/api/system/health`: for the operators of the installation. */
export function healthRoutes(needs: HealthNeeds): ServedCall[] {
  return [serve(system.report, () => healthReport(needs))];
}
