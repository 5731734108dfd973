import { Hono } from 'hono';
import * as v from 'valibot';
import type { DeviceRepository, DeviceRow } from '../../domain/devices/device-repository.ts';
import type { ServerDeps } from '../../deps.ts';
import type { JsonValue } from '../../events.ts';
import type { AppContext, AppEnv } from '../context.ts';
import { ok } from '../envelope.ts';
import { pathParameter, readBody } from '../input.ts';
import { notFound } from '../problem.ts';

/** Shared attributes that one call may change. */
const MAX_CHANGES = 100;

const changesSchema = v.pipe(
  v.record(v.pipe(v.string(), v.minLength(1), v.maxLength(256)), v.unknown()),
  v.check((changes) => Object.keys(changes).length <= MAX_CHANGES),
  // The body was JSON, so its parts are.
  v.transform((changes) => changes as Record<string, JsonValue>),
);

const gatewaySchema = v.object({ gateway: v.boolean() });

/** What a device is given, and whether it may speak for others. */
export function deviceLinkRoutes(deps: ServerDeps, devices: DeviceRepository): Hono<AppEnv> {
  const { attributes, credentials, db, events, sessions } = deps;
  const app = new Hono<AppEnv>();

  const find = async (c: AppContext): Promise<DeviceRow> => {
    const device = await devices.get(c.get('principal').organisationId, pathParameter(c, 'id'));
    if (!device) throw notFound();
    return device;
  };

  app.get('/:id/attributes/shared', async (c) => ok(c, (await attributes.read((await find(c)).key)).shared));

  app.post('/:id/attributes/shared', async (c) => {
    const changes = await readBody(c, changesSchema);
    return ok(c, await attributes.share(await find(c), changes));
  });

  app.post('/:id/gateway', async (c) => {
    const { gateway } = await readBody(c, gatewaySchema);
    const { id, organisation_id } = await find(c);
    await db.updateTable('device').set({ gateway }).where('id', '=', id).execute();
    // Its open connection was let in under other rights.
    credentials.forget(id);
    sessions.drop(id);
    events.emit('device-changed', { deviceId: id, organisationId: organisation_id });
    return ok(c, { gateway });
  });

  return app;
}
