import { Hono } from 'hono';
import * as v from 'valibot';
import type { DeviceRepository } from '../devices/repository.ts';
import { workOrderLogToWire, workOrderToWire, type WorkOrderRepository } from './repository.ts';
import type { SceneRepository } from '../scenes/repository.ts';
import type { UserRepository } from '../users/repository.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import {
  optionalQueryText,
  pageEntries,
  pageOf,
  pathParameter,
  photosSchema,
  readBody,
  readQuery,
  uuid,
} from '../../platform/http/input.ts';
import type { Photos } from '../files/photos.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';

const titleSchema = v.pipe(
  v.string('workOrder.title.required'),
  v.trim(),
  v.nonEmpty('workOrder.title.required'),
  v.maxLength(64, 'field.tooLong'),
);
const text = v.optional(v.pipe(v.string(), v.maxLength(4000, 'field.tooLong')));
const reference = v.optional(v.nullable(uuid));
const stateSchema = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.picklist(['0', '1', '2', '3']),
);

const entries = {
  content: text,
  deviceId: reference,
  sceneId: reference,
  assignee: reference,
  deadline: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.isoTimestamp(),
        v.transform((instant) => new Date(instant)),
      ),
    ),
  ),
  photos: v.optional(photosSchema),
};
export const createSchema = v.object({ ...entries, title: titleSchema });
export const updateSchema = v.object({
  ...entries,
  id: uuid,
  title: v.optional(titleSchema),
  state: v.optional(stateSchema),
  note: text,
});
export const listSchema = v.object({
  ...pageEntries,
  state: v.optional(v.picklist(['', '0', '1', '2', '3'])),
  deviceId: optionalQueryText,
  title: optionalQueryText,
});

type Body = Omit<v.InferOutput<typeof updateSchema>, 'id'>;

const toValues = (body: Body) => ({
  title: body.title,
  content: body.content,
  device_id: body.deviceId,
  scene_id: body.sceneId,
  assignee: body.assignee,
  deadline: body.deadline,
});

export const logSchema = v.object({ workOrderId: v.pipe(v.string(), v.nonEmpty()) });

/** `/workorder`: what is to be done, by whom, and what was done. */
export function workOrderRoutes(
  orders: WorkOrderRepository,
  devices: DeviceRepository,
  scenes: SceneRepository,
  users: UserRepository,
  photos: Photos,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  const toWire = (row: Parameters<typeof workOrderToWire>[0]) => ({
    ...workOrderToWire(row),
    photos: row.photos.map(photos.show),
  });

  /** What an order names must be the organisation's: else it would tell whether a foreign id exists. */
  const checkReferences = async (c: AppContext, body: Body): Promise<void> => {
    const { organisationId } = c.get('principal');
    if (body.deviceId && !(await devices.get(organisationId, body.deviceId))) throw notFound();
    if (body.sceneId && !(await scenes.get(organisationId, body.sceneId))) throw notFound();
    if (body.assignee && (await users.byId(body.assignee))?.organisation_id !== organisationId)
      throw notFound();
  };

  app.get('/list', async (c) => {
    const query = readQuery(c, listSchema);
    const { items, total } = await orders.list(
      c.get('principal').organisationId,
      { state: query.state || undefined, deviceId: query.deviceId, name: query.title },
      pageOf(query),
    );
    return okList(c, items.map(toWire), total);
  });

  app.get('/log/list', async (c) => {
    const { workOrderId } = readQuery(c, logSchema);
    const order = await orders.get(c.get('principal').organisationId, workOrderId);
    if (!order) throw notFound();
    const steps = await orders.log(order.id);
    return okList(
      c,
      steps.map((step) => ({ ...workOrderLogToWire(step), photos: step.photos.map(photos.show) })),
    );
  });

  app.post('/', async (c) => {
    const { organisationId, userId } = c.get('principal');
    const body = await readBody(c, createSchema);
    await checkReferences(c, body);
    const values = { ...toValues(body), title: body.title };
    const pictures = await photos.take(c, body.photos ?? []);
    return ok(c, toWire(await orders.create(organisationId, userId, values, pictures)));
  });

  app.put('/', async (c) => {
    const { organisationId, userId } = c.get('principal');
    const { id, ...body } = await readBody(c, updateSchema);
    await checkReferences(c, body);
    const before = await orders.get(organisationId, id);
    const step = { ...body, photos: await photos.take(c, body.photos ?? [], before?.photos) };
    const result = await orders.update(organisationId, userId, id, toValues(body), step);
    if (result === 'missing') throw notFound();
    if (result === 'refused') throw new HttpProblem(409, 'workOrder.state', { field: 'state' });
    return ok(c, toWire(result));
  });

  app.get('/:id', async (c) => {
    const order = await orders.get(c.get('principal').organisationId, pathParameter(c, 'id'));
    if (!order) throw notFound();
    return ok(c, toWire(order));
  });

  return app;
}
