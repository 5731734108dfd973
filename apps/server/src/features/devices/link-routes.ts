import { Hono } from 'hono';
import * as v from 'valibot';
import type { Interlock } from '../commands/interlocks.ts';
import type { DeviceRepository, DeviceRow } from './repository.ts';
import type { ServerDeps } from '../../composition/deps.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { pathParameter, readBody } from '../../platform/http/input.ts';
import { notFound } from '../../platform/http/problem.ts';

/** Shared attributes that one call may change. */
const MAX_CHANGES = 100;

export const changesSchema = v.pipe(
  v.record(v.pipe(v.string(), v.minLength(1), v.maxLength(256)), v.unknown()),
  v.check((changes) => Object.keys(changes).length <= MAX_CHANGES),
  // The body was JSON, so its parts are.
  v.transform((changes) => changes as Record<string, JsonValue>),
);

/** Longest time that a device may be left running: a week. */
const MAX_RUN_MINUTES = 10_080;

export const interlockSchema = v.object({
  maxRunMinutes: v.optional(
    v.nullable(v.pipe(v.number(), v.gtValue(0, 'number.range'), v.maxValue(MAX_RUN_MINUTES, 'number.range'))),
    null,
  ),
  exclusion: v.optional(
    v.nullable(v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64, 'field.tooLong'))),
    null,
  ),
});

function interlockToWire({ maxRunMs, exclusion }: Interlock): Record<string, unknown> {
  return { maxRunMinutes: maxRunMs === null ? null : maxRunMs / 60_000, exclusion };
}

export const gatewaySchema = v.object({ gateway: v.boolean() });

/** What a device is given, and whether it may speak for others. */
export function deviceLinkRoutes(deps: ServerDeps, devices: DeviceRepository): Hono<AppEnv> {
  const { attributes, credentials, db, events, interlocks, sessions } = deps;
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

  app.get('/:id/interlock', async (c) => ok(c, interlockToWire(await interlocks.get((await find(c)).key))));

  app.post('/:id/interlock', async (c) => {
    const { maxRunMinutes, exclusion } = await readBody(c, interlockSchema);
    const maxRunMs = maxRunMinutes === null ? null : maxRunMinutes * 60_000;
    const { key } = await find(c);
    await interlocks.set(key, { maxRunMs, exclusion });
    return ok(c, interlockToWire(await interlocks.get(key)));
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
