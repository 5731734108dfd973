import type { DevicePermission } from '@farm3d/api';
import { sql, type Kysely } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/schema.ts';
import type { DeviceKey } from '../devices/repository.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';

/** Side of shares: given by an organisation ('shared') or received by a user ('received'). */
type Side = { direction: 'shared'; organisationId: string } | { direction: 'received'; userId: string };

export interface ShareTerms {
  readonly permissions?: readonly DevicePermission[] | undefined;
  /** Null: until it is stopped. */
  readonly expiresAt?: Date | null | undefined;
}

/** A changed share: the user's right to the device must be checked again. */
export interface ChangedShare {
  readonly deviceId: string;
  readonly recipientId: string;
}

const running = (now: Date) =>
  sql<boolean>`stopped_at is null and (expires_at is null or expires_at > ${now}::timestamptz)`;

const state = (now: Date) =>
  sql<'active' | 'expired' | 'stopped'>`case when share.stopped_at is not null then 'stopped'
  when share.expires_at <= ${now}::timestamptz then 'expired' else 'active' end`;

/** 'view' belongs to every share; in a fixed order. */
function complete(permissions: readonly DevicePermission[]): DevicePermission[] {
  return (['view', 'history', 'control', 'configure'] as const).filter(
    (permission) => permission === 'view' || permissions.includes(permission),
  );
}

/** Shares of devices with their permissions and duration. */
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

  /** Shares given by an organisation or received by a user, newest first, by their wire names. */
  async ledger(side: Side, filter: { deviceId?: string | undefined; ids?: readonly string[] } = {}) {
    if (filter.deviceId !== undefined && !isUuid(filter.deviceId)) return [];
    const { direction } = side;
    let query = this.#db
      .selectFrom('device_share as share')
      .innerJoin('device', 'device.id', 'share.device_id')
      .innerJoin('organisation', 'organisation.id', 'share.owner_id')
      .innerJoin('app_user', 'app_user.id', 'share.recipient_id')
      .select([
        'share.id',
        'share.device_id as deviceId',
        'device.name as deviceName',
        // The other side: recipient or owner.
        direction === 'shared' ? 'app_user.username as partner' : 'organisation.name as partner',
        'share.permissions',
        'share.expires_at as expireTime',
        'share.created_at as createTime',
        state(this.#now()).as('state'),
      ]);
    query =
      side.direction === 'shared'
        ? query.where('share.owner_id', '=', side.organisationId)
        : query.where('share.recipient_id', '=', side.userId);
    if (filter.deviceId) query = query.where('share.device_id', '=', filter.deviceId);
    if (filter.ids) query = query.where('share.id', 'in', [...filter.ids]);
    const rows = await query.orderBy('share.created_at', 'desc').orderBy('share.id').limit(1000).execute();
    return rows.map((row) => ({ ...row, direction }));
  }

  /**
   * Shares devices that are known to be the organisation's; a running share of the same device gets the new terms.
   */
  async share(
    owner: { organisationId: string; userId: string },
    recipientId: string,
    deviceIds: readonly string[],
    terms: Required<ShareTerms> & { permissions: readonly DevicePermission[] },
  ): Promise<string[]> {
    const values = { permissions: complete(terms.permissions), expires_at: terms.expiresAt ?? null };
    const rows = await this.#db
      .insertInto('device_share')
      .values(
        deviceIds.map((deviceId) => ({
          ...values,
          device_id: deviceId,
          owner_id: owner.organisationId,
          recipient_id: recipientId,
          created_by: owner.userId,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['device_id', 'recipient_id']).where('stopped_at', 'is', null).doUpdateSet(values),
      )
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Changes the terms of running shares. All of `ids` must be the organisation's, else none changes. */
  async change(
    organisationId: string,
    ids: readonly string[],
    terms: ShareTerms,
  ): Promise<ChangedShare[] | null> {
    return this.#db
      .transaction()
      .execute(async (transaction) => {
        const rows = await transaction
          .updateTable('device_share')
          .set({
            owner_id: organisationId,
            ...(terms.permissions === undefined ? {} : { permissions: complete(terms.permissions) }),
            ...(terms.expiresAt === undefined ? {} : { expires_at: terms.expiresAt }),
          })
          .where('owner_id', '=', organisationId)
          .where('stopped_at', 'is', null)
          .where('id', 'in', [...ids])
          .returning(['device_id as deviceId', 'recipient_id as recipientId'])
          .execute();
        if (rows.length === new Set(ids).size) return rows;
        throw new NotAllOfThem();
      })
      .catch((error: unknown) => {
        if (error instanceof NotAllOfThem) return null;
        throw error;
      });
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
        : query.where('recipient_id', '=', side.userId);
    const row = await query
      .returning(['device_id as deviceId', 'recipient_id as recipientId'])
      .executeTakeFirst();
    return row ?? null;
  }

  /** Current permissions of a user on a device of another organisation; null without any. */
  async grant(
    userId: string,
    deviceId: string,
  ): Promise<{ organisationId: string; permissions: DevicePermission[] } | null> {
    if (!isUuid(deviceId)) return null;
    const row = await this.#db
      .selectFrom('device_share')
      .select(['owner_id', 'permissions'])
      .where('recipient_id', '=', userId)
      .where('device_id', '=', deviceId)
      .where(running(this.#now()))
      .executeTakeFirst();
    return row ? { organisationId: row.owner_id, permissions: row.permissions } : null;
  }

  /** Whether a device that a user may view through a share has this image. */
  async showsImage(userId: string, path: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('device_share')
      .innerJoin('device', 'device.id', 'device_share.device_id')
      .select('device.id')
      .where('device_share.recipient_id', '=', userId)
      .where('device.picture', '=', path)
      .where(running(this.#now()))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Those of `ids` (default: all) that a user may view now through a share, with the end of the share. */
  async received(userId: string, ids?: readonly string[]): Promise<(DeviceKey & { until: number | null })[]> {
    let query = this.#db
      .selectFrom('device_share')
      .innerJoin('device', 'device.id', 'device_share.device_id')
      .select(['device.id', 'device.key', 'device.last_activity_at', 'device_share.expires_at'])
      .where('device_share.recipient_id', '=', userId)
      .where(running(this.#now()));
    if (ids) query = query.where(sql<boolean>`device.id = any(${ids.filter(isUuid)}::uuid[])`);
    const rows = await query.execute();
    return rows.map(({ expires_at, ...device }) => ({ ...device, until: expires_at?.getTime() ?? null }));
  }
}

/** Rolls a transaction back. */
class NotAllOfThem extends Error {}
