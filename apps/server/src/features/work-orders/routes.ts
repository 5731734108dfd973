import { pageOf, workOrders, type BodyOf } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import type { ImageReferences } from '../files/image-references.ts';
import type { SceneRepository } from '../scenes/repository.ts';
import type { UserRepository } from '../users/repository.ts';
import type { WorkOrderRepository } from './repository.ts';

type Body = Omit<BodyOf<typeof workOrders.update>, 'id'>;

/** Dependencies of the work order calls. */
interface Dependencies {
  readonly orders: WorkOrderRepository;
  readonly devices: Pick<DeviceRepository, 'get'>;
  readonly scenes: Pick<SceneRepository, 'get'>;
  readonly users: Pick<UserRepository, 'get'>;
  readonly photos: ImageReferences;
}

/** `/workorder`: work orders with their assignees and log. */
export function workOrderRoutes({ orders, devices, scenes, users, photos }: Dependencies): ServedCall[] {
  const toResponse = <Row extends { photos: string[] }>(row: Row, principal: Principal): Row => {
    const { show } = photos.shownTo(principal);
    return { ...row, photos: row.photos.map((path) => show(path)) };
  };

  /**
   * References must belong to the organisation: otherwise the response would reveal whether a foreign id exists.
   */
  const checkReferences = async ({ organisationId }: Principal, body: Body): Promise<void> => {
    if (body.deviceId && !(await devices.get(organisationId, body.deviceId))) throw notFound();
    if (body.sceneId && !(await scenes.get(organisationId, body.sceneId))) throw notFound();
    if (body.assignee && !(await users.get(organisationId, body.assignee))) throw notFound();
  };

  return [
    serve(workOrders.list, async ({ principal, query }) => {
      const filter = { ...query, state: query.state || undefined };
      const { items, total } = await orders.list(principal.organisationId, filter, pageOf(query));
      return { items: items.map((row) => toResponse(row, principal)), total };
    }),
    serve(workOrders.log, async ({ principal, query }) => {
      const order = await orders.get(principal.organisationId, query.workOrderId);
      if (!order) throw notFound();
      const items = (await orders.log(order.id)).map((row) => toResponse(row, principal));
      return { items, total: items.length };
    }),
    serve(workOrders.create, async ({ c, principal, body }) => {
      await checkReferences(principal, body);
      const pictures = await photos.take(c, body.photos ?? []);
      const created = await orders.create(principal.organisationId, principal.userId, body, pictures);
      return toResponse(created, principal);
    }),
    serve(workOrders.update, async ({ c, principal, body }) => {
      const { organisationId, userId } = principal;
      await checkReferences(principal, body);
      const before = await orders.get(organisationId, body.id);
      const pictures = await photos.take(c, body.photos ?? [], before?.photos);
      const result = await orders.update(organisationId, userId, body, pictures);
      if (result === 'missing') throw notFound();
      if (result === 'stale') throw new HttpProblem(409, 'workOrder.stale', { error: 'stale_version' });
      if (result === 'refused') throw new HttpProblem(409, 'workOrder.state', { field: 'state' });
      return toResponse(result, principal);
    }),
    serve(workOrders.get, async ({ principal, path }) => {
      const order = await orders.get(principal.organisationId, path.id);
      if (!order) throw notFound();
      return toResponse(order, principal);
    }),
  ];
}
