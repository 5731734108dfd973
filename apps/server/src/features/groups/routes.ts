import { Hono } from 'hono';
import * as v from 'valibot';
import type { ServerDeps } from '../../composition/deps.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import { deviceToWire } from '../devices/wire.ts';
import { groupToWire, type GroupRepository, type GroupRow } from './repository.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import { optionalQueryText, readBody, readIds, readQuery, uuid } from '../../platform/http/input.ts';
import type { Photos } from '../files/photos.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';

/** Devices of one batch. */
const MAX_BATCH = 1000;

const nameSchema = v.pipe(
  v.string('group.name.required'),
  v.trim(),
  v.nonEmpty('group.name.required'),
  v.maxLength(64, 'field.tooLong'),
);
const parentSchema = v.optional(
  v.pipe(
    v.nullable(v.union([uuid, v.literal('')])),
    v.transform((id) => id || null),
  ),
);
export const createSchema = v.object({ name: nameSchema, parentId: parentSchema });
export const updateSchema = v.object({ id: uuid, name: v.optional(nameSchema), parentId: parentSchema });
export const memberListSchema = v.object({ groupId: optionalQueryText, deviceId: optionalQueryText });
export const memberSchema = v.object({ groupId: uuid, deviceId: uuid });
export const batchSchema = v.object({
  groupId: uuid,
  deviceIds: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(MAX_BATCH, 'field.tooLong')),
});

export const groupListSchema = v.object({ name: optionalQueryText });

/** `/group`: the tree of groups. */
export function groupRoutes(groups: GroupRepository): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  const find = async (c: AppContext, id: string): Promise<GroupRow> => {
    const group = await groups.get(c.get('principal').organisationId, id);
    if (!group) throw notFound();
    return group;
  };

  app.get('/list', async (c) => {
    const { name } = readQuery(c, groupListSchema);
    return okList(c, (await groups.list(c.get('principal').organisationId, name)).map(groupToWire));
  });

  app.post('/', async (c) => {
    const { name, parentId = null } = await readBody(c, createSchema);
    if (parentId !== null) await find(c, parentId);
    const id = await groups.create(c.get('principal').organisationId, { name, parent_id: parentId });
    return ok(c, groupToWire(await find(c, id)));
  });

  app.put('/', async (c) => {
    const { organisationId } = c.get('principal');
    const { id, name, parentId } = await readBody(c, updateSchema);
    await find(c, id);
    if (parentId) {
      await find(c, parentId);
      if (await groups.contains(organisationId, id, parentId)) {
        throw new HttpProblem(400, 'group.cycle', { field: 'parentId' });
      }
    }
    await groups.update(organisationId, id, {
      ...(name === undefined ? {} : { name }),
      ...(parentId === undefined ? {} : { parent_id: parentId }),
    });
    return ok(c, groupToWire(await find(c, id)));
  });

  app.delete('/', async (c) => {
    if (!(await groups.remove(c.get('principal').organisationId, await readIds(c)))) throw notFound();
    return ok(c);
  });

  return app;
}

/** `/devicegroup`: which devices are in which groups. */
export function deviceGroupRoutes(
  { sessions }: ServerDeps,
  groups: GroupRepository,
  devices: DeviceRepository,
  photos: Photos,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  const add = async (c: AppContext, groupId: string, deviceIds: readonly string[]): Promise<void> => {
    const { organisationId } = c.get('principal');
    const wanted = new Set(deviceIds);
    const known = await devices.keys(organisationId, [...wanted]);
    if (!(await groups.get(organisationId, groupId)) || known.length !== wanted.size) throw notFound();
    await groups.add(groupId, [...wanted]);
  };

  const list = async (
    c: AppContext,
    filter: { groupId?: string | undefined; deviceId?: string | undefined },
  ) => {
    const { organisationId } = c.get('principal');
    const members = await groups.memberships(organisationId, filter);
    const ids = [...new Set(members.map((member) => member.device_id))];
    const { items } = await devices.list(organisationId, { ids }, { offset: 0, limit: ids.length });
    const byId = new Map(items.map((device) => [device.id, device]));
    return members.flatMap((member) => {
      const device = byId.get(member.device_id);
      return device
        ? [
            {
              id: member.id,
              groupId: member.group_id,
              groupName: member.group_name,
              deviceId: device.id,
              device: deviceToWire(device, sessions, photos),
            },
          ]
        : [];
    });
  };

  app.get('/list', async (c) => okList(c, await list(c, readQuery(c, memberListSchema))));

  app.post('/', async (c) => {
    const { groupId, deviceId } = await readBody(c, memberSchema);
    await add(c, groupId, [deviceId]);
    return ok(c, (await list(c, { groupId, deviceId }))[0]);
  });

  app.post('/batch/add', async (c) => {
    const { groupId, deviceIds } = await readBody(c, batchSchema);
    await add(c, groupId, deviceIds);
    return okList(c, await list(c, { groupId }));
  });

  for (const path of ['/', '/batch']) {
    app.delete(path, async (c) => {
      if (!(await groups.leave(c.get('principal').organisationId, await readIds(c)))) throw notFound();
      return ok(c);
    });
  }

  return app;
}
