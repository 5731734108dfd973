import { acceptedEdits, type TableEdit } from '@farm3d/agronomy';
import type { IrrigationDone } from '@farm3d/api';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/storage/schema.ts';

/** A month of the local climate. */
export interface ClimateMonth {
  /** 'yyyy-MM'. */
  readonly month: string;
  /** mm. */
  readonly rain: number;
  /** mm; null when unknown. */
  readonly et0: number | null;
  /** Mean daily extremes, °C; null when unknown. */
  readonly tmax: number | null;
  readonly tmin: number | null;
}

/** Edits of the agronomic tables by an organisation, and its climate record. */
export class AgronomyRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** In the order of their creation: each was consistent with those before it. */
  async edits(organisationId: string): Promise<TableEdit[]> {
    const rows = await this.#db
      .selectFrom('agronomy_edit')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .orderBy('edited_at')
      .execute();
    const stored = rows.map((row) => ({
      table: row.table_name as TableEdit['table'],
      id: row.row_id,
      field: row.field,
      value: row.value as TableEdit['value'],
      note: row.note,
    }));
    return [...acceptedEdits(stored)];
  }

  async saveEdit(organisationId: string, userId: string, edit: TableEdit): Promise<void> {
    const value = JSON.stringify(edit.value);
    await this.#db
      .insertInto('agronomy_edit')
      .values({
        organisation_id: organisationId,
        table_name: edit.table,
        row_id: edit.id,
        field: edit.field,
        value,
        note: edit.note,
        edited_by: userId,
      })
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'table_name', 'row_id', 'field']).doUpdateSet({
          value,
          note: edit.note,
          edited_by: userId,
          edited_at: sql`platform_now()`,
        }),
      )
      .execute();
  }

  /** Restores the built-in value. */
  async removeEdit(organisationId: string, edit: Pick<TableEdit, 'table' | 'id' | 'field'>): Promise<void> {
    await this.#db
      .deleteFrom('agronomy_edit')
      .where('organisation_id', '=', organisationId)
      .where('table_name', '=', edit.table)
      .where('row_id', '=', edit.id)
      .where('field', '=', edit.field)
      .execute();
  }

  async saveDone(
    organisationId: string,
    userId: string,
    plotId: string,
    done: Omit<IrrigationDone, 'at'>,
  ): Promise<IrrigationDone> {
    const { done_at } = await this.#db
      .insertInto('plot_irrigation')
      .values({
        organisation_id: organisationId,
        plot_id: plotId,
        kind: done.kind,
        gross: done.grossMm,
        volume: done.volumeM3,
        done_by: userId,
      })
      .returning('done_at')
      .executeTakeFirstOrThrow();
    return { ...done, at: done_at.getTime() };
  }

  /** Irrigations recorded for a plot between two instants, the newest first. */
  async done(organisationId: string, plotId: string, since: Date, until: Date): Promise<IrrigationDone[]> {
    const rows = await this.#db
      .selectFrom('plot_irrigation')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('plot_id', '=', plotId)
      .where('done_at', '>=', since)
      .where('done_at', '<=', until)
      .orderBy('done_at', 'desc')
      .limit(20)
      .execute();
    return rows.map((row) => ({
      kind: row.kind,
      at: row.done_at.getTime(),
      grossMm: row.gross,
      volumeM3: row.volume,
    }));
  }

  /** Oldest first. */
  async climate(organisationId: string): Promise<ClimateMonth[]> {
    return this.#db
      .selectFrom('agronomy_climate')
      .select([sql<string>`to_char(month, 'YYYY-MM')`.as('month'), 'rain', 'et0', 'tmax', 'tmin'])
      .where('organisation_id', '=', organisationId)
      .orderBy('agronomy_climate.month')
      .execute();
  }

  /** Replaces the whole record. */
  async saveClimate(organisationId: string, months: readonly ClimateMonth[]): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await transaction
        .deleteFrom('agronomy_climate')
        .where('organisation_id', '=', organisationId)
        .execute();
      if (months.length === 0) return;
      await transaction
        .insertInto('agronomy_climate')
        .values(
          months.map(({ month, rain, et0, tmax, tmin }) => ({
            organisation_id: organisationId,
            month: `${month}-01`,
            rain,
            et0,
            tmax,
            tmin,
          })),
        )
        .execute();
    });
  }
}
