import { Hono } from 'hono';
import * as v from 'valibot';
import type { ServerDeps } from '../../composition/deps.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import { deviceToWire } from '../devices/wire.ts';
import { shareToWire, type ChangedShare, type ShareRepository } from './repository.ts';
import type { UserRepository } from '../users/repository.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import { optionalQueryText, pathParameter, readBody, readQuery, uuid } from '../../platform/http/input.ts';
import type { Photos } from '../files/photos.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';

/** Devices or shares of one call. */
const MAX_BATCH = 200;

const idsSchema = v.pipe(v.array(uuid), v.minLength(1), v.maxLength(MAX_BATCH, 'field.tooLong'));
const permissionsSchema = v.array(v.picklist(['view', 'history', 'control', 'configure']));
const expiresSchema = v.nullable(
  v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform((instant) => new Date(instant)),
  ),
);

export const shareSchema = v.object({
  deviceIds: idsSchema,
  username: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64, 'field.tooLong')),
  permissions: v.optional(permissionsSchema, ['view']),
  expireTime: v.optional(expiresSchema, null),
});
export const changeSchema = v.object({
  ids: idsSchema,
  permissions: v.optional(permissionsSchema),
  expireTime: v.optional(expiresSchema),
});
export const listSchema = v.object({
  direction: v.optional(v.picklist(['shared', 'received']), 'shared'),
  deviceId: optionalQueryText,
});

/** The calls about sharing, below `/api/devices`. */
export function sharingRoutes(
  { events, sessions }: ServerDeps,
  shares: ShareRepository,
  devices: DeviceRepository,
  users: UserRepository,
  photos: Photos,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  /** Open streams look at their rights anew at once. */
  const tell = (changed: readonly ChangedShare[]): void => {
    for (const { deviceId, recipientId } of changed)
      events.emit('access-changed', { deviceId, userId: recipientId });
  };
  const sideOf = (c: AppContext, direction: 'shared' | 'received') => {
    const { organisationId, userId } = c.get('principal');
    return direction === 'shared' ? { direction, organisationId } : { direction, userId };
  };

  app.post('/share/info', async (c) => {
    const { organisationId, userId } = c.get('principal');
    const { deviceIds, username, permissions, expireTime } = await readBody(c, shareSchema);
    const wanted = [...new Set(deviceIds)];
    if ((await devices.keys(organisationId, wanted)).length !== wanted.length) throw notFound();
    const recipient = await users.byName(username);
    // Who is of the organisation has the device already.
    if (!recipient || recipient.organisation_id === organisationId) {
      throw new HttpProblem(400, 'share.recipient', { field: 'username' });
    }
    const ids = await shares.share({ organisationId, userId }, recipient.id, wanted, {
      permissions,
      expiresAt: expireTime,
    });
    tell(wanted.map((deviceId) => ({ deviceId, recipientId: recipient.id })));
    const rows = await shares.ledger({ direction: 'shared', organisationId }, { ids });
    return okList(
      c,
      rows.map((row) => shareToWire(row, 'shared')),
    );
  });

  app.get('/sharedsettings', async (c) => {
    const { direction, deviceId } = readQuery(c, listSchema);
    const rows = await shares.ledger(sideOf(c, direction), { deviceId });
    return okList(
      c,
      rows.map((row) => shareToWire(row, direction)),
    );
  });

  app.post('/sharedsettings/batch', async (c) => {
    const { organisationId } = c.get('principal');
    const { ids, permissions, expireTime } = await readBody(c, changeSchema);
    const changed = await shares.change(organisationId, ids, { permissions, expiresAt: expireTime });
    if (!changed) throw notFound();
    tell(changed);
    const rows = await shares.ledger({ direction: 'shared', organisationId }, { ids });
    return okList(
      c,
      rows.map((row) => shareToWire(row, 'shared')),
    );
  });

  for (const direction of ['shared', 'received'] as const) {
    app.delete(`/${direction}/:id/stop`, async (c) => {
      const stopped = await shares.stop(sideOf(c, direction), pathParameter(c, 'id'));
      if (!stopped) throw notFound();
      tell([stopped]);
      return ok(c);
    });
  }

  app.get('/receive/list', async (c) => {
    const received = await shares.received(c.get('principal').userId);
    const rows = await devices.granted(received.map(({ id }) => id));
    return okList(
      c,
      rows.map((row) => deviceToWire(row, sessions, photos)),
    );
  });

  app.get('/receive/count', async (c) => {
    const received = await shares.received(c.get('principal').userId);
    const online = received.filter(({ id }) => sessions.isOnline(id)).length;
    return ok(c, { total: received.length, online, offline: received.length - online });
  });

  return app;
}
