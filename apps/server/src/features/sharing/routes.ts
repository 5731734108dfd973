import { devices as deviceCalls, sharing } from '@farm3d/api';
import type { AppContext } from '../../platform/http/context.ts';
import { can } from '../../platform/auth/policy.ts';
import type { Grants } from '../../platform/auth/grants/grants.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import { deviceToWire, type ImageAddresses, type Presence } from '../devices/wire.ts';
import type { UserRepository } from '../users/repository.ts';
import {
  ConfigureNeedsAll,
  type ChangedShare,
  type ShareRecipient,
  type ShareRepository,
} from './repository.ts';

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
    changed.map(({ deviceId, userId, organisationId }) =>
      grants.changed({ of: 'share', deviceId, userId, organisationId }),
    ),
  );
}

/** @throws {HttpProblem} 400 for chosen attributes together with the right to configure, 404 for null */
async function written<T>(write: Promise<T | null>): Promise<T> {
  const result = await write.catch((error: unknown) => {
    if (error instanceof ConfigureNeedsAll)
      throw new HttpProblem(400, 'share.attributes.configure', { field: 'attributes' });
    throw error;
  });
  if (result === null) throw notFound();
  return result;
}

/**
 * The one recipient that a body names.
 * @throws {HttpProblem} 400 naming the field
 */
async function recipientOf(
  { users, shares }: Pick<SharingDependencies, 'users' | 'shares'>,
  organisationId: string,
  { username, organisation }: { username?: string | undefined; organisation?: string | undefined },
): Promise<ShareRecipient> {
  if ((username === undefined) === (organisation === undefined))
    throw new HttpProblem(400, 'share.recipient.one', { field: 'username' });
  if (organisation !== undefined) {
    const [id, other] = await shares.organisationsCalled(organisation);
    const field = 'organisation';
    if (other !== undefined) throw new HttpProblem(400, 'share.organisation.ambiguous', { field });
    if (id === undefined || id === organisationId)
      throw new HttpProblem(400, 'share.organisation', { field });
    return { organisationId: id };
  }
  const person = await users.byName(username ?? '');
  // Members of the organisation have access to the device already.
  if (!person || (await users.get(organisationId, person.id)))
    throw new HttpProblem(400, 'share.recipient', { field: 'username' });
  return { userId: person.id };
}

/** The organisation that receives a share keeps in its log what the owner did with it. */
function noteReceivers(c: AppContext, changed: readonly ChangedShare[]): void {
  c.set(
    'concerned',
    changed.flatMap(({ organisationId }) => organisationId ?? []),
  );
}

function givingRoutes({ shares, users, grants }: SharingDependencies): ServedCall[] {
  const given = async (organisationId: string, ids: readonly string[]) => {
    const items = await shares.ledger({ direction: 'shared', organisationId }, { ids });
    return { items, total: items.length };
  };
  return [
    serve(sharing.share, async ({ c, principal: { organisationId, userId }, body }) => {
      const { permissions, attributes, expireTime, deviceIds, ...named } = body;
      const recipient = await recipientOf({ users, shares }, organisationId, named);
      const terms = { permissions, attributes, expiresAt: expireTime };
      const { ids, changed } = await written(
        shares.share({ organisationId, userId }, recipient, [...new Set(deviceIds)], terms),
      );
      noteReceivers(c, changed);
      await applyShares(grants, changed);
      return given(organisationId, ids);
    }),
    serve(sharing.change, async ({ c, principal: { organisationId }, body }) => {
      const { ids, permissions, attributes, expireTime } = body;
      const terms = { permissions, attributes, expiresAt: expireTime };
      const changed = await written(shares.change(organisationId, ids, terms));
      noteReceivers(c, changed);
      await applyShares(grants, changed);
      return given(organisationId, ids);
    }),
    serve(sharing.stop, async ({ c, principal: { organisationId }, path }) => {
      const stopped = await written(shares.stop({ direction: 'shared', organisationId }, path.id));
      noteReceivers(c, [stopped]);
      await applyShares(grants, [stopped]);
      return null;
    }),
    serve(sharing.ledger, async ({ principal: { organisationId, userId }, query }) => {
      const { direction, deviceId } = query;
      const side =
        direction === 'shared' ? { direction, organisationId } : { direction, organisationId, userId };
      const items = await shares.ledger(side, { deviceId });
      return { items, total: items.length };
    }),
  ];
}

function receivingRoutes({ shares, devices, sessions, photos, grants }: SharingDependencies): ServedCall[] {
  return [
    serve(sharing.leave, async ({ c, principal, path }) => {
      const { organisationId, userId } = principal;
      // What all of an organisation use is given back by those who decide about shares.
      if (!can(principal, 'share') && (await shares.isOfOrganisation(organisationId, path.id)))
        throw new HttpProblem(403, 'forbidden');
      const stopped = await written(shares.stop({ direction: 'received', organisationId, userId }, path.id));
      c.set('concerned', [stopped.ownerId]);
      await applyShares(grants, [stopped]);
      return null;
    }),
    serve(deviceCalls.received, async ({ principal }) => {
      const received = await shares.received(principal);
      const rows = await devices.byIds(received.map(({ id }) => id));
      const images = photos.shownTo(principal);
      const items = rows.map((row) => deviceToWire(row, sessions, images));
      return { items, total: items.length };
    }),
    serve(sharing.receivedCount, async ({ principal }) => {
      const received = await shares.received(principal);
      const online = received.filter(({ id }) => sessions.isOnline(id)).length;
      return { total: received.length, online, offline: received.length - online };
    }),
  ];
}
