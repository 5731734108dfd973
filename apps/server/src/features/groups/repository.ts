import { sql, type Kysely, type Selectable } from 'kysely';
import type { Database } from '../../platform/storage/schema.ts';
import type { DeviceGroupTable } from '../../platform/storage/tables/groups.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';

export type GroupRow = Selectable<DeviceGroupTable> & { device_count: number };

/** A device's place in a group. */
export interface MembershipRow {
  id: string;
  group_id: string;
  device_id: string;
  group_name: string;
}

/** Groups of devices of one organisation: a tree, and any device in any number of them. */
export class GroupRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** All groups with the number of devices that are directly in each. */
  async list(organisationId: string, name?: string): Promise<GroupRow[]> {
    let query = this.#db
      .selectFrom('device_group')
      .selectAll('device_group')
      .select(
        sql<number>`(select count(*) from device_group_member m where m.group_id = device_group.id)::int`.as(
          'device_count',
        ),
      )
      .where('organisation_id', '=', organisationId);
    if (name) query = query.where(sql<boolean>`position(lower(${name}) in lower(name)) > 0`);
    return query.orderBy('name').orderBy('id').execute();
  }

  async get(organisationId: string, id: string): Promise<GroupRow | undefined> {
    if (!isUuid(id)) return undefined;
    return (await this.list(organisationId)).find((group) => group.id === id.toLowerCase());
  }

  async create(organisationId: string, values: { name: string; parent_id: string | null }): Promise<string> {
    const { id } = await this.#db
      .insertInto('device_group')
      .values({ ...values, organisation_id: organisationId })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  /** Whether `id` is `below` itself or one of the groups over it: then it cannot go under it. */
  async contains(organisationId: string, id: string, below: string): Promise<boolean> {
    const parents = new Map((await this.list(organisationId)).map((group) => [group.id, group.parent_id]));
    const seen = new Set<string>();
    for (let at: string | null | undefined = below; at && !seen.has(at); at = parents.get(at)) {
      if (at === id) return true;
      seen.add(at);
    }
    return false;
  }

  async update(
    organisationId: string,
    id: string,
    values: { name?: string; parent_id?: string | null },
  ): Promise<void> {
    if (Object.keys(values).length === 0) return;
    await this.#db
      .updateTable('device_group')
      .set(values)
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute();
  }

  /** Removes groups with those below them; devices stay. All of `ids` must be the organisation's, else none goes. */
  async remove(organisationId: string, ids: readonly string[]): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      const own = await transaction
        .selectFrom('device_group')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('id', 'in', [...ids])
        .execute();
      if (own.length !== new Set(ids).size) return false;
      await transaction
        .deleteFrom('device_group')
        .where('id', 'in', [...ids])
        .execute();
      return true;
    });
  }

  async memberships(
    organisationId: string,
    filter: { groupId?: string | undefined; deviceId?: string | undefined; ids?: readonly string[] },
  ): Promise<MembershipRow[]> {
    for (const id of [filter.groupId, filter.deviceId]) if (id !== undefined && !isUuid(id)) return [];
    let query = this.#db
      .selectFrom('device_group_member as member')
      .innerJoin('device_group', 'device_group.id', 'member.group_id')
      .select(['member.id', 'member.group_id', 'member.device_id', 'device_group.name as group_name'])
      .where('device_group.organisation_id', '=', organisationId);
    if (filter.groupId) query = query.where('member.group_id', '=', filter.groupId);
    if (filter.deviceId) query = query.where('member.device_id', '=', filter.deviceId);
    if (filter.ids) query = query.where('member.id', 'in', [...filter.ids]);
    return query.orderBy('device_group.name').orderBy('member.created_at').orderBy('member.id').execute();
  }

  /** Puts devices into a group; who is in it already stays. Both must be known to be the organisation's. */
  async add(groupId: string, deviceIds: readonly string[]): Promise<void> {
    await this.#db
      .insertInto('device_group_member')
      .values(deviceIds.map((deviceId) => ({ group_id: groupId, device_id: deviceId })))
      .onConflict((conflict) => conflict.columns(['group_id', 'device_id']).doNothing())
      .execute();
  }

  /** Takes devices out of groups by the ids of their memberships. All must be the organisation's, else none goes. */
  async leave(organisationId: string, ids: readonly string[]): Promise<boolean> {
    const own = await this.memberships(organisationId, { ids });
    if (own.length !== new Set(ids).size) return false;
    await this.#db
      .deleteFrom('device_group_member')
      .where('id', 'in', [...ids])
      .execute();
    return true;
  }
}

export function groupToWire(group: GroupRow): Record<string, unknown> {
  return {
    id: group.id,
    name: group.name,
    parentId: group.parent_id,
    deviceCount: group.device_count,
    createTime: group.created_at.toISOString(),
  };
}
