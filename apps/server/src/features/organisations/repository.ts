import { sql, type Kysely } from 'kysely';
import { containsText, type Page } from '../../platform/storage/owned-rows.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';
import type { Database } from '../../platform/storage/schema.ts';

/** What an operator changes; undefined leaves the value as it is. */
interface OrganisationChanges {
  readonly name?: string | undefined;
  readonly suspended?: boolean | undefined;
  /** Null: as many as they like. */
  readonly deviceQuota?: number | null | undefined;
  /** Bytes; null: the default. */
  readonly storageQuota?: number | null | undefined;
  /** An hour; null: the default. */
  readonly messageQuota?: number | null | undefined;
  /** Null: readings are kept for good. */
  readonly retentionDays?: number | null | undefined;
}

/** Organisations of the installation with what they use, and those of a person. */
export class OrganisationRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  #usage() {
    return this.#db
      .selectFrom('organisation')
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom('device')
            .select([
              sql<number>`count(*)::int`.as('devices'),
              sql<Date | null>`max(last_activity_at)`.as('lastActivityTime'),
            ])
            .whereRef('device.organisation_id', '=', 'organisation.id')
            .as('used'),
        (join) => join.onTrue(),
      )
      .select([
        'organisation.id',
        'organisation.name',
        'organisation.created_at as createTime',
        'organisation.suspended_at as suspendTime',
        'organisation.deleting_at as deleteTime',
        'organisation.device_quota as deviceQuota',
        sql<number | null>`organisation.storage_quota::float8`.as('storageQuota'),
        'organisation.message_quota as messageQuota',
        'organisation.retention_days as retentionDays',
        sql<number>`coalesce(used.devices, 0)`.as('devices'),
        'used.lastActivityTime',
        sql<number>`(select count(*)::int from membership m where m.organisation_id = organisation.id)`.as(
          'members',
        ),
        sql<number>`(select count(*)::int from scene s where s.organisation_id = organisation.id)`.as(
          'scenes',
        ),
        sql<number>`(select coalesce(sum(f.size), 0)::float8 from file f where f.organisation_id = organisation.id)`.as(
          'fileBytes',
        ),
      ]);
  }

  /** A page, by name. */
  async list(filter: { name?: string | undefined }, page: Page) {
    const { name } = filter;
    const matching = this.#usage().$if(name !== undefined, (query) =>
      query.where(containsText('organisation.name', name ?? '')),
    );
    const counted = this.#db
      .selectFrom('organisation')
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .$if(name !== undefined, (query) => query.where(containsText('organisation.name', name ?? '')));
    const [items, count] = await Promise.all([
      matching
        .orderBy('organisation.name')
        .orderBy('organisation.id')
        .offset(page.offset)
        .limit(page.limit)
        .execute(),
      counted.executeTakeFirst(),
    ]);
    return { items, total: Number(count?.total ?? 0) };
  }

  async get(id: string) {
    if (!isUuid(id)) return undefined;
    return this.#usage().where('organisation.id', '=', id).executeTakeFirst();
  }

  /** Id of a new organisation. */
  async create(name: string): Promise<string> {
    const { id } = await this.#db
      .insertInto('organisation')
      .values({ name })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  /** Merges. An organisation that is suspended already keeps the time of it. */
  async update(
    id: string,
    { name, suspended, deviceQuota, storageQuota, messageQuota, retentionDays }: OrganisationChanges,
  ): Promise<void> {
    const columns = {
      name,
      device_quota: deviceQuota,
      storage_quota: storageQuota,
      message_quota: messageQuota,
      retention_days: retentionDays,
    };
    if ([suspended, ...Object.values(columns)].every((value) => value === undefined)) return;
    await this.#db
      .updateTable('organisation')
      .set({
        // What is undefined stays.
        ...columns,
        ...(suspended === undefined
          ? {}
          : { suspended_at: suspended ? sql<Date>`coalesce(suspended_at, platform_now())` : null }),
      })
      .where('id', '=', id)
      // One that is being deleted stays suspended.
      .$if(suspended === false, (query) => query.where('deleting_at', 'is', null))
      .execute();
  }

  /** Organisations of a person, by name; `active`: they may work there. */
  async ofPerson(userId: string) {
    return this.#db
      .selectFrom('membership')
      .innerJoin('organisation', 'organisation.id', 'membership.organisation_id')
      .leftJoin('department', 'department.id', 'membership.department_id')
      .select([
        'organisation.id as organisationId',
        'organisation.name as organisationName',
        'membership.roles',
        'department.name as departmentName',
        sql<boolean>`membership.disabled_at is null and organisation.suspended_at is null`.as('active'),
      ])
      .where('membership.user_id', '=', userId)
      .orderBy('organisation.name')
      .orderBy('organisation.id')
      .execute();
  }
}
