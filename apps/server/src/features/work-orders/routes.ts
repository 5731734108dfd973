import { pageOf, workOrders, type BodyOf } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import { platformNow } from '../../platform/clock.ts';
import { localeOf, type AppContext } from '../../platform/http/context.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import type { ImageReferences } from '../files/image-references.ts';
import type { PrintedImages } from '../files/printed-images.ts';
import type { SceneRepository } from '../scenes/repository.ts';
import type { UserRepository } from '../users/repository.ts';
import { orderDocument } from './order-document.ts';
import type { WorkOrderPlanRepository } from './plan-repository.ts';
import type { StepRefusal, Uploads, WorkOrderRepository, WorkOrderRow } from './repository.ts';

type Body = Omit<BodyOf<typeof workOrders.update>, 'id'>;
type Draft = BodyOf<typeof workOrders.create>;

/** Dependencies of the work order calls. */
interface Dependencies {
  readonly orders: WorkOrderRepository;
  readonly plans: Pick<WorkOrderPlanRepository, 'template'>;
  readonly devices: Pick<DeviceRepository, 'get'>;
  readonly scenes: Pick<SceneRepository, 'get'>;
  readonly users: Pick<UserRepository, 'get'>;
  readonly photos: ImageReferences;
  readonly pictures: Pick<PrintedImages, 'jpeg'>;
}

const HOUR_MS = 3_600_000;

const REFUSALS: Readonly<Record<Exclude<StepRefusal, 'missing'>, () => HttpProblem>> = {
  stale: () => new HttpProblem(409, 'workOrder.stale', { error: 'stale_version' }),
  state: () => new HttpProblem(409, 'workOrder.state', { field: 'state' }),
  checklist: () => new HttpProblem(409, 'workOrder.checklist', { field: 'checklist' }),
  signature: () => new HttpProblem(409, 'workOrder.signature', { field: 'signature' }),
};

/**
 * References must belong to the organisation: otherwise the response would reveal whether a foreign id exists.
 * @throws {HttpProblem} 404
 */
export async function checkReferences(
  { devices, scenes, users }: Pick<Dependencies, 'devices' | 'scenes' | 'users'>,
  { organisationId }: Principal,
  body: Pick<Body, 'deviceId' | 'sceneId' | 'assignee'>,
): Promise<void> {
  if (body.deviceId && !(await devices.get(organisationId, body.deviceId))) throw notFound();
  if (body.sceneId && !(await scenes.get(organisationId, body.sceneId))) throw notFound();
  if (body.assignee && !(await users.get(organisationId, body.assignee))) throw notFound();
}

/** `/workorder`: work orders with their assignees and log. */
export function workOrderRoutes(needs: Dependencies): ServedCall[] {
  const { orders, plans, photos, pictures } = needs;
  const toResponse = <Row extends { photos: string[] }>(row: Row, principal: Principal): Row => {
    const { show } = photos.shownTo(principal);
    return { ...row, photos: row.photos.map((path) => show(path)) };
  };
  const orderResponse = (row: WorkOrderRow, principal: Principal): WorkOrderRow => {
    const { show } = photos.shownTo(principal);
    const { signature, materials } = row;
    return {
      ...toResponse(row, principal),
      materials: materials.map(({ path, name }) => ({ path: show(path), name })),
      signature: signature && { ...signature, image: show(signature.image) },
    };
  };
  const uploadsOf = async (c: AppContext, body: Body, before?: WorkOrderRow): Promise<Uploads> => ({
    photos: await photos.take(c, body.photos ?? [], before?.photos),
    materials: await photos.takeFiles(c, body.materials ?? [], before?.materials ?? [], 'materials'),
  });

  return [
    serve(workOrders.list, async ({ principal, query }) => {
      const filter = { ...query, state: query.state || undefined };
      const { items, ...page } = await orders.list(principal.organisationId, filter, pageOf(query));
      return { items: items.map((row) => orderResponse(row, principal)), ...page };
    }),
    serve(workOrders.log, async ({ principal, query }) => {
      const order = await orders.get(principal.organisationId, query.workOrderId);
      if (!order) throw notFound();
      const items = (await orders.log(order.id)).map((row) => toResponse(row, principal));
      return { items, total: items.length };
    }),
    serve(workOrders.create, async ({ c, principal, body }) => {
      await checkReferences(needs, principal, body);
      const filled = await withTemplate(plans, principal, body);
      const created = await orders.create(principal, filled, await uploadsOf(c, body));
      return orderResponse(created, principal);
    }),
    serve(workOrders.update, async ({ c, principal, body }) => {
      await checkReferences(needs, principal, body);
      const before = await orders.get(principal.organisationId, body.id);
      const uploads = await uploadsOf(c, body, before);
      const { signature } = body;
      const [image] = signature ? await photos.take(c, [signature.image], [], 'signature.image') : [];
      const signed = signature && image !== undefined ? { ...signature, image } : undefined;
      const result = await orders.update(principal, { ...body, signature: signed }, uploads);
      if (result === 'missing') throw notFound();
      if (typeof result === 'string') throw REFUSALS[result]();
      return orderResponse(result, principal);
    }),
    serve(workOrders.get, async ({ principal, path }) => {
      const order = await orders.get(principal.organisationId, path.id);
      if (!order) throw notFound();
      return orderResponse(order, principal);
    }),
    serve(workOrders.pdf, async ({ c, principal, path, query }) => {
      const order = await orders.get(principal.organisationId, path.id);
      if (!order) throw notFound();
      const printed = {
        order,
        steps: await orders.log(order.id),
        names: await orders.names(principal.organisationId, order),
        pictureOf: (picture: string) => pictures.jpeg(principal.organisationId, picture),
      };
      const pdf = await orderDocument(printed, localeOf(c), query.timeZone);
      return new Response(new Uint8Array(pdf), {
        headers: {
          'Content-Type': 'application/pdf',
          'Content-Disposition': `attachment; filename="work-order-${order.id}.pdf"`,
          'Cache-Control': 'no-store',
        },
      });
    }),
  ];
}

/** An order with what its template gives. @throws {HttpProblem} 404 for an unknown template, 400 without a title */
async function withTemplate(
  plans: Pick<WorkOrderPlanRepository, 'template'>,
  { organisationId }: Principal,
  { templateId, ...draft }: Draft,
): Promise<Draft & { title: string }> {
  const template = templateId === undefined ? undefined : await plans.template(organisationId, templateId);
  if (templateId !== undefined && !template) throw notFound();
  const title = draft.title ?? template?.title;
  if (title === undefined) throw new HttpProblem(400, 'workOrder.title.required', { field: 'title' });
  if (!template) return { ...draft, title };
  const { content, priority, parts, needsSignature, dueHours } = template;
  const deadline = dueHours === null ? null : new Date(platformNow() + dueHours * HOUR_MS);
  return {
    content,
    priority,
    parts,
    needsSignature,
    deadline,
    checklist: template.checklist.map((text) => ({ text, done: false })),
    ...draft,
    title,
  };
}
