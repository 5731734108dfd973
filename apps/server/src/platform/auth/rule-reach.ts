import type { AccessLevel, Right } from '@farm3d/api';
import { sql, type Kysely } from 'kysely';
import { higherLevel, levelGives, lowerLevel, type Member, type Reach, type ReachedKind } from './reach.ts';
import { placedDevices } from '../placed-devices.ts';
import { isUuid } from '../storage/identifiers.ts';
import type { Database } from '../storage/schema.ts';

/** Levels by the ids of objects. */
type Levels = ReadonlyMap<string, AccessLevel>;

interface SceneRule {
  readonly id: string;
  readonly level: AccessLevel;
  readonly layout: string | null;
}

/** On the devices of a scene its rule gives what one does with them in it. */
const onItsDevices = (level: AccessLevel): AccessLevel => lowerLevel(level, 'operate');

/** What access rules give, read from the database at every use. */
export class RuleReach implements Reach {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async levelOn(member: Member, kind: ReachedKind, id: string): Promise<AccessLevel | null> {
    if (!isUuid(id)) return null;
    const wanted = id.toLowerCase();
    return (
      (await (kind === 'scene' ? this.scenes(member) : this.devices(member, wanted))).get(wanted) ?? null
    );
  }

  async givesAnywhere({ organisationId, userId }: Member, right: Right): Promise<boolean> {
    const { rows } = await sql<{ level: AccessLevel }>`
      select distinct level from rules_of(${organisationId}::uuid, ${userId}::uuid)`.execute(this.#db);
    return rows.some(({ level }) => levelGives(level, right));
  }

  /** Devices with the level on each: those of groups, and those in scenes. `only`: of this one. */
  async devices(member: Member, only: string | null = null): Promise<Levels> {
    const { organisationId, userId } = member;
    const { rows } = await sql<{ id: string; level: AccessLevel }>`
      with recursive below (id, level) as (
        select group_id, level from rules_of(${organisationId}::uuid, ${userId}::uuid) where group_id is not null
        union select g.id, below.level from device_group g join below on g.parent_id = below.id)
      select d.id, max(below.level) as level
      from below join device_group_member m on m.group_id = below.id join device d on d.id = m.device_id
      where d.organisation_id = ${organisationId}::uuid and (${only}::uuid is null or d.id = ${only}::uuid)
      group by d.id`.execute(this.#db);
    const levels = new Map(rows.map(({ id, level }) => [id, level]));
    const inScenes = new Map<string, AccessLevel>();
    for (const { level, layout } of await this.#scenes(member))
      for (const id of placedDevices(layout))
        if (only === null || id === only) {
          const given = higherLevel(inScenes.get(id) ?? null, onItsDevices(level));
          if (given) inScenes.set(id, given);
        }
    for (const id of await this.#owned(organisationId, [...inScenes.keys()])) {
      const level = higherLevel(levels.get(id) ?? null, inScenes.get(id) ?? null);
      if (level) levels.set(id, level);
    }
    return levels;
  }

  /** Ids of the devices on which the rules give a right. */
  async deviceIds(member: Member, right: Right = 'read'): Promise<string[]> {
    return [...(await this.devices(member))].flatMap(([id, level]) => (levelGives(level, right) ? [id] : []));
  }

  /** Scenes with the level on each. */
  async scenes(member: Member): Promise<Levels> {
    return new Map((await this.#scenes(member)).map(({ id, level }) => [id, level]));
  }

  /** Ids of the groups that rules name, with those below them. */
  async groupIds({ organisationId, userId }: Member): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ id: string }>`
      with recursive below (id) as (
        select group_id from rules_of(${organisationId}::uuid, ${userId}::uuid) where group_id is not null
        union select g.id from device_group g join below on g.parent_id = below.id)
      select id from below`.execute(this.#db);
    return new Set(rows.map(({ id }) => id));
  }

  /** Whether a device or a scene that somebody may see has this file. */
  async showsFile(member: Member, path: string): Promise<boolean> {
    const devices = await this.deviceIds(member);
    const scenes = [...(await this.scenes(member)).keys()];
    const { rows } = await sql<{ shown: boolean }>`
      select exists (select from device d join product_model p on p.id = d.product_model_id
          where d.id = any (${devices}::uuid[]) and ${path} in (d.picture, d.model_path, p.picture, p.model_path))
        or exists (select from scene where id = any (${scenes}::uuid[])
          and ${path} in (cover, icon, plot_skin, scene_3d_url, base_model_path)) as shown`.execute(this.#db);
    return rows[0]?.shown === true;
  }

  /** Whether an organisation has any rule: else nobody's reach changes with groups and scenes. */
  async isUsed(organisationId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('access_rule')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async #scenes({ organisationId, userId }: Member): Promise<SceneRule[]> {
    const { rows } = await sql<SceneRule>`
      select s.id, r.level, s.scene_device as layout
      from (select scene_id, max(level) as level from rules_of(${organisationId}::uuid, ${userId}::uuid)
        where scene_id is not null group by scene_id) r
      join scene s on s.id = r.scene_id where s.organisation_id = ${organisationId}::uuid`.execute(this.#db);
    return rows;
  }

  /** Those of `ids` that are devices of the organisation. */
  async #owned(organisationId: string, ids: readonly string[]): Promise<string[]> {
    const wanted = ids.filter(isUuid);
    if (wanted.length === 0) return [];
    const rows = await this.#db
      .selectFrom('device')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where(sql<boolean>`id = any(${wanted}::uuid[])`)
      .execute();
    return rows.map(({ id }) => id);
  }
}
