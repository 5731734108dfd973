import { workOrderPlans as calls } from '@farm3d/api';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import type { SceneRepository } from '../scenes/repository.ts';
import type { UserRepository } from '../users/repository.ts';
import type { WorkOrderPlanRepository } from './plan-repository.ts';
import { checkReferences } from './routes.ts';

interface Dependencies {
  readonly plans: WorkOrderPlanRepository;
  readonly devices: Pick<DeviceRepository, 'get'>;
  readonly scenes: Pick<SceneRepository, 'get'>;
  readonly users: Pick<UserRepository, 'get'>;
}

/** `/api/workorders`: templates of work orders and the schedules that make orders of them. */
export function workOrderPlanRoutes(needs: Dependencies): ServedCall[] {
  const { plans } = needs;
  return [
    serve(calls.templates, async ({ principal }) => {
      const { items, total } = await plans.templates(principal.organisationId);
      return { items, total };
    }),
    serve(calls.addTemplate, ({ principal, body }) => plans.addTemplate(principal.organisationId, body)),
    serve(calls.setTemplate, async ({ principal, path, body }) => {
      const row = await plans.setTemplate(principal.organisationId, path.id, body);
      if (!row) throw notFound();
      return row;
    }),
    serve(calls.removeTemplate, async ({ principal, path }) => {
      if (!(await plans.removeTemplate(principal.organisationId, path.id))) throw notFound();
      return null;
    }),
    serve(calls.schedules, ({ principal }) => plans.schedules(principal.organisationId)),
    serve(calls.addSchedule, async ({ principal, body }) => {
      const { organisationId } = principal;
      await checkReferences(needs, principal, body);
      if (!(await plans.template(organisationId, body.templateId))) throw notFound();
      let hours: number | null = null;
      if (body.rule.kind === 'hours') {
        if (body.deviceId === null) throw new HttpProblem(400, 'workOrder.device', { field: 'deviceId' });
        hours = await plans.hoursRun(organisationId, body.deviceId, body.rule.key);
        if (hours === null) throw new HttpProblem(400, 'workOrder.hours', { field: 'rule.key' });
      }
      return plans.addSchedule(organisationId, body, hours);
    }),
    serve(calls.switchSchedule, async ({ principal, path, body }) => {
      const row = await plans.switchSchedule(principal.organisationId, path.id, body.enabled);
      if (!row) throw notFound();
      return row;
    }),
    serve(calls.removeSchedule, async ({ principal, path }) => {
      if (!(await plans.removeSchedule(principal.organisationId, path.id))) throw notFound();
      return null;
    }),
  ];
}
