import type { AccessLevel } from '@farm3d/api';
import { sql, type Kysely } from 'kysely';
import { isUuid } from '../../platform/storage/identifiers.ts';
import { OwnedRows } from '../../platform/storage/owned-rows.ts';
import type { Database } from '../../platform/storage/schema.ts';
import { placedDevices } from '../../platform/placed-devices.ts';
import { higherLevel, lowerLevel, type Member, type ReachedKind } from '../../platform/auth/reach.ts';

/** What a rule says, without its level. */
interface RuleParts {
  readonly user_id: string | null;
  readonly role: string | null;
  readonly department_id: string | null;
  readonly group_id: string | null;
  readonly scene_id: string | null;
}

/** A rule by its wire names. */
interface RuleRow {
  id: string;
  userId: string | null;
  role: string | null;
  departmentId: string | null;
  who: string;
  groupId: string | null;
  sceneId: string | null;
  what: string;
  level: AccessLevel;
  createTime: Date;
}

const COLUMNS = sql`r.id, r.user_id as "userId", r.role, r.department_id as "departmentId",
  coalesce(nullif(u.display_name, ''), u.username, o.name, p.name, r.role) as who,
  r.group_id as "groupId", r.scene_id as "sceneId", coalesce(g.name, s.name) as what, r.level,
  r.created_at as "createTime"`;
const NAMES = sql`left join app_user u on u.id = r.user_id
  left join own_role o on o.id::text = r.role and o.organisation_id = r.organisation_id
  left join department p on p.id = r.department_id
  left join device_group g on g.id = r.group_id left join scene s on s.id = r.scene_id`;

/** Rights by group of devices and by scene. */
export class AccessRuleRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** By the name of the object, then of who has it. */
  async list(organisationId: string): Promise<RuleRow[]> {
    const { rows } = await sql<RuleRow>`select ${COLUMNS} from access_rule r ${NAMES}
      where r.organisation_id = ${organisationId}::uuid
      order by what, who, r.id`.execute(this.#db);
    return rows;
  }

  /** The rules that hold for a person now. */
  async of({ organisationId, userId }: Member): Promise<RuleRow[]> {
    const { rows } = await sql<RuleRow>`
      select ${COLUMNS} from rules_of(${organisationId}::uuid, ${userId}::uuid) r ${NAMES}
      order by what, who, r.id`.execute(this.#db);
    return rows;
  }

  /** Null when something that it names is not of the organisation. */
  async save(
    organisationId: string,
    parts: RuleParts,
    level: AccessLevel,
    createdBy: string,
  ): Promise<RuleRow | null> {
    return this.#db.transaction().execute(async (transaction) => {
      if (!(await isOwn(transaction, organisationId, parts))) return null;
      const { id } = await transaction
        .insertInto('access_rule')
        .values({ ...parts, organisation_id: organisationId, level, created_by: createdBy })
        .onConflict((conflict) => conflict.constraint('access_rule_once').doUpdateSet({ level }))
        .returning('id')
        .executeTakeFirstOrThrow();
      const { rows } = await sql<RuleRow>`
        select ${COLUMNS} from access_rule r ${NAMES} where r.id = ${id}::uuid`.execute(transaction);
      return rows[0] ?? null;
    });
  }

  /** Whether there was such a one. */
  remove(organisationId: string, id: string): Promise<boolean> {
    return new OwnedRows(this.#db, 'access_rule', ['id']).remove(organisationId, id);
  }

  /** Members that reach an object of the organisation by rules, with their level on it. */
  async membersOn(organisationId: string, kind: ReachedKind, id: string): Promise<Map<string, AccessLevel>> {
    if (!isUuid(id)) return new Map();
    const scenes = kind === 'scene' ? [id] : await this.#scenesWith(organisationId, id);
    const device = kind === 'device' ? id : null;
    const { rows } = await sql<{ userId: string; level: AccessLevel; isByScene: boolean }>`
      with recursive above (id) as (
        select group_id from device_group_member where device_id = ${device}::uuid
        union select g.parent_id from device_group g join above on g.id = above.id where g.parent_id is not null),
      rules as (
        select r.* from access_rule r where r.organisation_id = ${organisationId}::uuid
          and (r.group_id in (select id from above) or r.scene_id = any (${scenes}::uuid[]))),
      departments (rule_id, id) as (
        select id, department_id from rules where department_id is not null
        union select up.rule_id, d.id from department d join departments up on d.parent_id = up.id)
      select m.id as "userId", max(r.level) as level, r.scene_id is not null as "isByScene"
      from rules r join member m on m.organisation_id = r.organisation_id and m.disabled_at is null
        and (m.id = r.user_id or r.role = any (m.roles)
          or exists (select from departments d where d.rule_id = r.id and d.id = m.department_id))
      group by m.id, r.scene_id is not null`.execute(this.#db);
    const levels = new Map<string, AccessLevel>();
    for (const { userId, level, isByScene } of rows) {
      const given = kind === 'device' && isByScene ? lowerLevel(level, 'operate') : level;
      levels.set(userId, higherLevel(levels.get(userId) ?? null, given) ?? given);
    }
    return levels;
  }

  /** Scenes of rules in which a device stands. */
  async #scenesWith(organisationId: string, deviceId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string; layout: string | null }>`
      select s.id, s.scene_device as layout from scene s
      where s.organisation_id = ${organisationId}::uuid
        and exists (select from access_rule r where r.scene_id = s.id)`.execute(this.#db);
    return rows.filter(({ layout }) => placedDevices(layout).includes(deviceId)).map(({ id }) => id);
  }
}

/** Whether all that a rule names is of the organisation. */
async function isOwn(db: Kysely<Database>, organisationId: string, parts: RuleParts): Promise<boolean> {
  const { user_id, role, department_id, group_id, scene_id } = parts;
  const ownRole = role !== null && isUuid(role) ? role : null;
  const { rows } = await sql<{ own: boolean }>`select
    (${user_id}::uuid is null or exists (
      select from membership where user_id = ${user_id}::uuid and organisation_id = ${organisationId}::uuid))
    and ${sql.join(
      (
        [
          ['own_role', ownRole],
          ['department', department_id],
          ['device_group', group_id],
          ['scene', scene_id],
        ] as const
      ).map(
        ([table, id]) => sql`(${id}::uuid is null or exists (
          select from ${sql.table(table)} t where t.id = ${id}::uuid and t.organisation_id = ${organisationId}::uuid))`,
      ),
      sql` and `,
    )} as own`.execute(db);
  return rows[0]?.own === true;
}
