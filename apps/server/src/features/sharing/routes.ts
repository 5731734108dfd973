import { devices as deviceCalls, sharing } from '@farm3d/api';
import type { Grants } from '../../platform/auth/grants/grants.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import { deviceToWire, type ImageAddresses, type Presence } from '../devices/wire.ts';
import type { UserRepository } from '../users/repository.ts';
import type { ChangedShare, ShareRepository } from './repository.ts';

interface SharingDependencies {
  readonly shares: ShareRepository;
  readonly devices: Pick<DeviceRepository, 'keys' | 'byIds'>;
  readonly users: Pick<UserRepository, 'byName' | 'get'>;
  readonly photos: ImageAddresses;
  readonly sessions: Presence;
  readonly grants: Pick<Grants, 'changed'>;
}

/** The calls about sharing, below `/api/devices`. */
export function sharingRoutes(needs: SharingDependencies): ServedCall[] {
  return [...givingRoutes(needs), ...receivingRoutes(needs)];
}

/** Ends the grants of shares that were changed or ended; resolves afterwards. */
async function applyShares(grants: Pick<Grants, 'changed'>, changed: readonly ChangedShare[]): Promise<void> {
  await Promise.all(
    changed.map(({ deviceId, recipientId }) =>
      grants.changed({ of: 'share', deviceId, userId: recipientId }),
    ),
  );
}

function givingRoutes({ shares, devices, users, grants }: SharingDependencies): ServedCall[] {
  const given = async (organisationId: string, ids: readonly string[]) => {
    const items = await shares.ledger({ direction: 'shared', organisationId }, { ids });
    return { items, total: items.length };
  };
  return [
    serve(sharing.share, async ({ principal: { organisationId, userId }, body }) => {
      const { username, permissions, expireTime } = body;
      const wanted = [...new Set(body.deviceIds)];
      if ((await devices.keys(organisationId, wanted)).length !== wanted.length) throw notFound();
      const recipient = await users.byName(username);
      // Members of the organisation have access to the device already.
      if (!recipient || (await users.get(organisationId, recipient.id)))
        throw new HttpProblem(400, 'share.recipient', { field: 'username' });
      const terms = { permissions, expiresAt: expireTime };
      const ids = await shares.share({ organisationId, userId }, recipient.id, wanted, terms);
      await applyShares(
        grants,
        wanted.map((deviceId) => ({ deviceId, recipientId: recipient.id })),
      );
      return given(organisationId, ids);
    }),
    serve(sharing.change, async ({ principal: { organisationId }, body }) => {
      const { ids, permissions, expireTime } = body;
      const changed = await shares.change(organisationId, ids, { permissions, expiresAt: expireTime });
      if (!changed) throw notFound();
      await applyShares(grants, changed);
      return given(organisationId, ids);
    }),
    serve(sharing.stop, async ({ principal: { organisationId }, path }) => {
      const stopped = await shares.stop({ direction: 'shared', organisationId }, path.id);
      if (!stopped) throw notFound();
      await applyShares(grants, [stopped]);
      return null;
    }),
    serve(sharing.ledger, async ({ principal: { organisationId, userId }, query }) => {
      const { direction, deviceId } = query;
      const side = direction === 'shared' ? { direction, organisationId } : { direction, userId };
      const items = await shares.ledger(side, { deviceId });
      return { items, total: items.length };
    }),
  ];
}

function receivingRoutes({ shares, devices, sessions, photos, grants }: SharingDependencies): ServedCall[] {
  return [
    serve(sharing.leave, async ({ principal: { userId }, path }) => {
      const stopped = await shares.stop({ direction: 'received', userId }, path.id);
      if (!stopped) throw notFound();
      await applyShares(grants, [stopped]);
      return null;
    }),
    serve(deviceCalls.received, async ({ principal }) => {
      const received = await shares.received(principal.userId);
      const rows = await devices.byIds(received.map(({ id }) => id));
      const images = photos.shownTo(principal);
      const items = rows.map((row) => deviceToWire(row, sessions, images));
      return { items, total: items.length };
    }),
    serve(sharing.receivedCount, async ({ principal }) => {
      const received = await shares.received(principal.userId);
      const online = received.filter(({ id }) => sessions.isOnline(id)).length;
      return { total: received.length, online, offline: received.length - online };
    }),
  ];
}
