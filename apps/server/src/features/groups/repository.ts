import { sql, type Generated, type Kysely } from 'kysely';
import { isUuid } from '../../platform/storage/identifiers.ts';
import { containsText, OwnedRows } from '../../platform/storage/owned-rows.ts';
import type { Database, DefaultInstant } from '../../platform/storage/schema.ts';

interface DeviceGroupTable {
  id: Generated<string>;
  organisation_id: string;
  parent_id: string | null;
  name: string;
  created_at: DefaultInstant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    device_group: DeviceGroupTable;
  }
}

/** Columns by their wire names. */
const COLUMNS = [
  'id',
  'name',
  'parent_id as parentId',
  'created_at as createTime',
  sql<number>`(select count(*) from device_group_member m where m.group_id = device_group.id)::int`.as(
    'deviceCount',
  ),
] as const;

/** A tree is returned whole. */
const ALL = { offset: 0, limit: 2_147_483_647 };

/** Groups of devices of one organisation: a tree; a device may be in any number of them. */
export class GroupRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  get #rows() {
    return new OwnedRows(this.#db, 'device_group', COLUMNS);
  }

  /** All groups with the number of devices directly in each, by name. */
  list(organisationId: string, name?: string) {
    return this.#rows.list(
      organisationId,
      ALL,
      (all) => (name ? all.where(containsText('name', name)) : all),
      [{ sql: 'name', type: 'text' }],
    );
  }

  get(organisationId: string, id: string) {
    return this.#rows.get(organisationId, id);
  }

  create(organisationId: string, values: { name: string; parent_id: string | null }) {
    return this.#rows.create(organisationId, values);
  }

  /** Whether `id` is `below` itself or one of its ancestors: then it cannot be moved under it. */
  async contains(organisationId: string, id: string, below: string): Promise<boolean> {
    const { items } = await this.list(organisationId);
    const parents = new Map(items.map((group) => [group.id, group.parentId]));
    const visited = new Set<string>();
    for (let at: string | null | undefined = below; at && !visited.has(at); at = parents.get(at)) {
      if (at === id) return true;
      visited.add(at);
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

  /**
   * Removes groups with their descendants; devices stay. All of `ids` must be the organisation's, else none is
   * removed.
   */
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
        .where('organisation_id', '=', organisationId)
        .where('id', 'in', [...ids])
        .execute();
      return true;
    });
  }

  /** Memberships of devices in groups, by their wire names. */
  async memberships(
    organisationId: string,
    filter: { groupId?: string | undefined; deviceId?: string | undefined; ids?: readonly string[] },
  ) {
    for (const id of [filter.groupId, filter.deviceId]) if (id !== undefined && !isUuid(id)) return [];
    let query = this.#db
      .selectFrom('device_group_member as member')
      .innerJoin('device_group', 'device_group.id', 'member.group_id')
      .select([
        'member.id',
        'member.group_id as groupId',
        'member.device_id as deviceId',
        'device_group.name as groupName',
      ])
      .where('device_group.organisation_id', '=', organisationId);
    if (filter.groupId) query = query.where('member.group_id', '=', filter.groupId);
    if (filter.deviceId) query = query.where('member.device_id', '=', filter.deviceId);
    if (filter.ids) query = query.where('member.id', 'in', [...filter.ids]);
    return query.orderBy('device_group.name').orderBy('member.created_at').orderBy('member.id').execute();
  }

  /** Adds devices to a group; existing members stay. Both must be known to be the organisation's. */
  async add(groupId: string, deviceIds: readonly string[]): Promise<void> {
    await this.#db
      .insertInto('device_group_member')
      .values(deviceIds.map((deviceId) => ({ group_id: groupId, device_id: deviceId })))
      .onConflict((conflict) => conflict.columns(['group_id', 'device_id']).doNothing())
      .execute();
  }

  /**
   * Removes devices from groups by the ids of their memberships. All must be the organisation's, else none is
   * removed.
   */
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
