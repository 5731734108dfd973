import type { Kysely, Selectable } from 'kysely';
import type { JsonValue } from '../../platform/json-value.ts';
import type { Database } from '../../platform/storage/schema.ts';
import type { DepartmentTable, PlotSkinTable } from '../../platform/storage/tables/desk.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';

export type DepartmentRow = Selectable<DepartmentTable>;
export type PlotSkinRow = Selectable<PlotSkinTable>;

/** An entry of the operate log: a command, who gave it, and what became of it. */
export interface OperateLogRow {
  id: string;
  device_id: string;
  device_name: string;
  username: string | null;
  method: string;
  params: JsonValue;
  state: string;
  answer: JsonValue;
  error: string | null;
  source: string;
  source_id: string | null;
  reason: string | null;
  created_at: Date;
  finished_at: Date | null;
}

/** The small tables around an organisation's work: one call of the screen is one query here. */
export class DeskRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async setting(organisationId: string, name: string): Promise<JsonValue | undefined> {
    const row = await this.#db
      .selectFrom('organisation_setting')
      .select('value')
      .where('organisation_id', '=', organisationId)
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.value;
  }

  async saveSetting(organisationId: string, name: string, value: unknown): Promise<void> {
    const text = JSON.stringify(value);
    await this.#db
      .insertInto('organisation_setting')
      .values({ organisation_id: organisationId, name, value: text })
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'name']).doUpdateSet({ value: text, updated_at: new Date() }),
      )
      .execute();
  }

  async departments(organisationId: string): Promise<DepartmentRow[]> {
    return this.#db
      .selectFrom('department')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .orderBy('name')
      .orderBy('id')
      .execute();
  }

  async addDepartment(
    organisationId: string,
    values: { name: string; parent_id: string | null },
  ): Promise<DepartmentRow> {
    return this.#db
      .insertInto('department')
      .values({ ...values, organisation_id: organisationId })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  async plotSkins(organisationId: string): Promise<PlotSkinRow[]> {
    return this.#db
      .selectFrom('plot_skin')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }

  async addPlotSkin(
    organisationId: string,
    values: { name: string; skin_url: string },
  ): Promise<PlotSkinRow> {
    return this.#db
      .insertInto('plot_skin')
      .values({ ...values, organisation_id: organisationId })
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  /** Removes one row that the organisation has; a department takes those below it along. */
  async remove(table: 'department' | 'plot_skin', organisationId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const { numDeletedRows } = await this.#db
      .deleteFrom(table)
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Commands to the organisation's devices, newest first. */
  async operateLog(
    organisationId: string,
    filter: { deviceId?: string | undefined },
    page: { offset: number; limit: number },
  ): Promise<{ items: OperateLogRow[]; total: number }> {
    if (filter.deviceId !== undefined && !isUuid(filter.deviceId)) return { items: [], total: 0 };
    let query = this.#db
      .selectFrom('command')
      .innerJoin('device', 'device.key', 'command.device')
      .leftJoin('app_user', 'app_user.id', 'command.user_id')
      .where('device.organisation_id', '=', organisationId);
    if (filter.deviceId) query = query.where('device.id', '=', filter.deviceId);
    const [items, counted] = await Promise.all([
      query
        .select([
          'command.id',
          'device.id as device_id',
          'device.name as device_name',
          'app_user.username',
          'command.method',
          'command.params',
          'command.state',
          'command.answer',
          'command.error',
          'command.source',
          'command.source_id',
          'command.reason',
          'command.created_at',
          'command.finished_at',
        ])
        .orderBy('command.created_at', 'desc')
        .orderBy('command.id')
        .offset(page.offset)
        .limit(page.limit)
        .execute(),
      query.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirst(),
    ]);
    return { items, total: Number(counted?.total ?? 0) };
  }
}
