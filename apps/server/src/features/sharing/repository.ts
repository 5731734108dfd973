import type { DevicePermission } from '@farm3d/api';
import { sql, type Kysely, type SqlBool } from 'kysely';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/schema.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';
import { visibleTogether, type VisibleKeys } from '../../platform/telemetry/visible-keys.ts';
import type { DeviceKey } from '../devices/repository.ts';

/** Who uses shares: a person, and the organisation in which they work. A page with an embed token uses none. */
export type Recipient = Pick<Principal, 'organisationId' | 'userId' | 'sceneId'>;

/** Side of shares: given by an organisation ('shared'), or received by a person or their organisation ('received'). */
export type Side =
  | { direction: 'shared'; organisationId: string }
  | { direction: 'received'; organisationId: string; userId: string };

export interface ShareTerms {
  readonly permissions?: readonly DevicePermission[] | undefined;
  /** Null: all keys. */
  readonly attributes?: readonly string[] | null | undefined;
  /** Null: until it is stopped. */
  readonly expiresAt?: Date | null | undefined;
}

/** One of both: a person, or everybody who works in an organisation. */
export type ShareRecipient = { readonly userId: string } | { readonly organisationId: string };

/** A changed share: the right of its recipient to the device must be checked again. */
export interface ChangedShare {
  readonly ownerId: string;
  readonly deviceId: string;
  readonly userId: string | null;
  readonly organisationId: string | null;
}

/** One running share of a device. */
interface ShareRight {
  /** The owner of the device. */
  readonly organisationId: string;
  readonly permissions: readonly DevicePermission[];
  /** Null: all keys. */
  readonly attributes: readonly string[] | null;
}

export interface ReceivedDevice extends DeviceKey {
  /** When the first of its shares ends, epoch ms; null: none does. */
  readonly until: number | null;
  readonly visible: VisibleKeys;
}

const CHANGED = [
  'owner_id as ownerId',
  'device_id as deviceId',
  'recipient_id as userId',
  'recipient_organisation_id as organisationId',
] as const;

const running = (now: Date) =>
  sql<boolean>`device_share.stopped_at is null
    and (device_share.expires_at is null or device_share.expires_at > ${now}::timestamptz)`;

const receivedBy = ({ userId, organisationId }: Pick<Recipient, 'userId' | 'organisationId'>) =>
  sql<SqlBool>`(device_share.recipient_id = ${userId} or device_share.recipient_organisation_id = ${organisationId})`;

const state = (now: Date) =>
  sql<'active' | 'expired' | 'stopped'>`case when device_share.stopped_at is not null then 'stopped'
  when device_share.expires_at <= ${now}::timestamptz then 'expired' else 'active' end`;

/** 'view' belongs to every share; in a fixed order. */
function complete(permissions: readonly DevicePermission[]): DevicePermission[] {
  return (['view', 'history', 'control', 'configure'] as const).filter(
    (permission) => permission === 'view' || permissions.includes(permission),
  );
}

const columnsOf = ({ permissions, attributes, expiresAt }: ShareTerms) => ({
  ...(permissions === undefined ? {} : { permissions: complete(permissions) }),
  ...(attributes === undefined ? {} : { attributes: attributes && [...new Set(attributes)] }),
  ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
});

/** Rolls a transaction back. */
class NotAllOfThem extends Error {}

/** Chosen attributes together with the right to configure. */
export class ConfigureNeedsAll extends Error {}

/** @returns null when not all of them could be written */
async function allOrNone<T>(write: () => Promise<T>): Promise<T | null> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof NotAllOfThem) return null;
    const constraint = (error as { constraint?: string }).constraint;
    if (constraint === 'device_share_configure_all') throw new ConfigureNeedsAll();
    throw error;
  }
}

/** Shares of devices with their permissions, attributes and duration. */
export class ShareRepository {
  readonly #db: Kysely<Database>;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(db: Kysely<Database>, clock: Pick<Clock, 'now'>) {
    this.#db = db;
    this.#clock = clock;
  }

  #now(): Date {
    return new Date(this.#clock.now());
  }

  /** Shares of a side, newest first, by their wire names. */
  async ledger(side: Side, filter: { deviceId?: string | undefined; ids?: readonly string[] } = {}) {
    if (filter.deviceId !== undefined && !isUuid(filter.deviceId)) return [];
    const { direction } = side;
    let query = this.#db
      .selectFrom('device_share')
      .innerJoin('device', 'device.id', 'device_share.device_id')
      .innerJoin('organisation as owner', 'owner.id', 'device_share.owner_id')
      .leftJoin('app_user', 'app_user.id', 'device_share.recipient_id')
      .leftJoin('organisation as receiver', 'receiver.id', 'device_share.recipient_organisation_id')
      .select([
        'device_share.id',
        'device_share.device_id as deviceId',
        'device.name as deviceName',
        // The other side: recipient or owner.
        direction === 'shared'
          ? sql<string>`coalesce(receiver.name, app_user.username)`.as('partner')
          : 'owner.name as partner',
        sql<
          'person' | 'organisation'
        >`case when app_user.id is null then 'organisation' else 'person' end`.as('recipient'),
        'device_share.permissions',
        'device_share.attributes',
        'device_share.expires_at as expireTime',
        'device_share.created_at as createTime',
        state(this.#now()).as('state'),
      ]);
    query =
      side.direction === 'shared'
        ? query.where('device_share.owner_id', '=', side.organisationId)
        : query.where(receivedBy(side));
    if (filter.deviceId) query = query.where('device_share.device_id', '=', filter.deviceId);
    if (filter.ids) query = query.where('device_share.id', 'in', [...filter.ids]);
    const rows = await query
      .orderBy('device_share.created_at', 'desc')
      .orderBy('device_share.id')
      .limit(1000)
      .execute();
    return rows.map((row) => ({ ...row, direction }));
  }

  /** Organisations that a share can go to: by id, else by exact name. */
  async organisationsCalled(idOrName: string): Promise<string[]> {
    const query = this.#db.selectFrom('organisation').select('id').limit(2);
    const rows = await (
      isUuid(idOrName) ? query.where('id', '=', idOrName) : query.where('name', '=', idOrName)
    ).execute();
    return rows.map(({ id }) => id);
  }

  /**
   * Shares devices; a running share of the same device and recipient gets the new terms. Null, and nothing is shared,
   * when one of them is not the organisation's: looked up and locked by the statement that writes, so that a claim
   * comes either before, and the device is not shared, or after, and ends the share.
   * @throws {ConfigureNeedsAll}
   */
  async share(
    owner: { organisationId: string; userId: string },
    recipient: ShareRecipient,
    deviceIds: readonly string[],
    terms: Required<ShareTerms>,
  ): Promise<{ ids: string[]; changed: ChangedShare[] } | null> {
    const { permissions = [], attributes = null, expires_at = null } = columnsOf(terms);
    const [userId, organisationId] =
      'userId' in recipient ? [recipient.userId, null] : [null, recipient.organisationId];
    const conflict = sql.raw(userId === null ? 'recipient_organisation_id' : 'recipient_id');
    return allOrNone(() =>
      this.#db.transaction().execute(async (transaction) => {
        const { rows } = await sql<ChangedShare & { id: string }>`
          insert into device_share (device_id, owner_id, recipient_id, recipient_organisation_id, permissions,
            attributes, expires_at, created_by)
          select d.id, d.organisation_id, ${userId}::uuid, ${organisationId}::uuid, ${permissions}::text[],
            ${attributes}::text[], ${expires_at}::timestamptz, ${owner.userId}::uuid
          from (select id, organisation_id from device
            where id = any(${[...deviceIds]}::uuid[]) and organisation_id = ${owner.organisationId}::uuid
            order by id for share) d
          on conflict (device_id, ${conflict}) where stopped_at is null do update set
            permissions = excluded.permissions, attributes = excluded.attributes, expires_at = excluded.expires_at
          returning id, owner_id as "ownerId", device_id as "deviceId", recipient_id as "userId",
            recipient_organisation_id as "organisationId"`.execute(transaction);
        if (rows.length !== new Set(deviceIds).size) throw new NotAllOfThem();
        return {
          ids: rows.map(({ id }) => id),
          changed: rows.map(({ ownerId, deviceId, userId: person, organisationId: organisation }) => ({
            ownerId,
            deviceId,
            userId: person,
            organisationId: organisation,
          })),
        };
      }),
    );
  }

  /**
   * Changes the terms of running shares. All of `ids` must be the organisation's, else none changes.
   * @throws {ConfigureNeedsAll}
   */
  async change(
    organisationId: string,
    ids: readonly string[],
    terms: ShareTerms,
  ): Promise<ChangedShare[] | null> {
    return allOrNone(() =>
      this.#db.transaction().execute(async (transaction) => {
        const rows = await transaction
          .updateTable('device_share')
          .set({ owner_id: organisationId, ...columnsOf(terms) })
          .where('owner_id', '=', organisationId)
          .where('stopped_at', 'is', null)
          .where('id', 'in', [...ids])
          .returning(CHANGED)
          .execute();
        if (rows.length !== new Set(ids).size) throw new NotAllOfThem();
        return rows;
      }),
    );
  }

  /** Whether a running share of this id was received by the organisation of the caller, not by the person. */
  async isOfOrganisation(organisationId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const row = await this.#db
      .selectFrom('device_share')
      .select('id')
      .where('id', '=', id)
      .where('stopped_at', 'is', null)
      .where('recipient_organisation_id', '=', organisationId)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Ends a running share from the owner's or the recipient's side; null when that side has no such share. */
  async stop(side: Side, id: string): Promise<ChangedShare | null> {
    if (!isUuid(id)) return null;
    let query = this.#db
      .updateTable('device_share')
      .set({ stopped_at: this.#now() })
      .where('id', '=', id)
      .where('stopped_at', 'is', null);
    query =
      side.direction === 'shared'
        ? query.where('owner_id', '=', side.organisationId)
        : query.where(receivedBy(side));
    const row = await query.returning(CHANGED).executeTakeFirst();
    return row ?? null;
  }

  /** The running shares by which a caller may use a device of another organisation. */
  async rights(recipient: Recipient, deviceId: string): Promise<ShareRight[]> {
    if (!isUuid(deviceId) || recipient.sceneId !== undefined) return [];
    return this.#db
      .selectFrom('device_share')
      .select(['owner_id as organisationId', 'permissions', 'attributes'])
      .where(receivedBy(recipient))
      .where('device_id', '=', deviceId)
      .where(running(this.#now()))
      .execute();
  }

  /** Whether a device that a caller may view through a share has this image. */
  async showsImage(recipient: Recipient, path: string): Promise<boolean> {
    if (recipient.sceneId !== undefined) return false;
    const row = await this.#db
      .selectFrom('device_share')
      .innerJoin('device', 'device.id', 'device_share.device_id')
      .select('device.id')
      .where(receivedBy(recipient))
      .where('device.picture', '=', path)
      .where(running(this.#now()))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Those of `ids` (default: all) that a caller may view now through shares. */
  async received(recipient: Recipient, ids?: readonly string[]): Promise<ReceivedDevice[]> {
    if (recipient.sceneId !== undefined) return [];
    let query = this.#db
      .selectFrom('device_share')
      .innerJoin('device', (join) =>
        join
          .onRef('device.id', '=', 'device_share.device_id')
          .onRef('device.organisation_id', '=', 'device_share.owner_id'),
      )
      .select(['device.id', 'device.key', 'device.last_activity_at'])
      .select(['device_share.expires_at', 'device_share.attributes'])
      .where(receivedBy(recipient))
      .where(running(this.#now()));
    if (ids) query = query.where(sql<boolean>`device.id = any(${ids.filter(isUuid)}::uuid[])`);
    const found = new Map<string, DeviceKey & { ends: (number | null)[]; choices: (string[] | null)[] }>();
    for (const { expires_at, attributes, ...device } of await query.execute()) {
      const known = found.get(device.id) ?? { ...device, ends: [], choices: [] };
      known.ends.push(expires_at?.getTime() ?? null);
      known.choices.push(attributes);
      found.set(device.id, known);
    }
    return [...found.values()].map(({ ends, choices, ...device }) => ({
      ...device,
      until: nextEnd(ends),
      visible: visibleTogether(choices),
    }));
  }
}

/** When the first of several shares ends: what the others show is looked up then. */
function nextEnd(ends: readonly (number | null)[]): number | null {
  const instants = ends.filter((end) => end !== null);
  return instants.length > 0 ? Math.min(...instants) : null;
}
