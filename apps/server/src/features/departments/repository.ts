import type { Generated, Kysely, Selection } from 'kysely';
import { OwnedRows } from '../../platform/storage/owned-rows.ts';
import type { Database, DefaultInstant } from '../../platform/storage/schema.ts';

interface DepartmentTable {
  id: Generated<string>;
  organisation_id: string;
  parent_id: string | null;
  name: string;
  created_at: DefaultInstant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    department: DepartmentTable;
  }
}

/** Columns by their wire names. */
const COLUMNS = ['id as deptId', 'name as deptName', 'parent_id as parentId'] as const;

export type DepartmentRow = Selection<Database, 'department', (typeof COLUMNS)[number]>;

/** Departments of an organisation (readings 28). */
export class DepartmentRepository {
  readonly #db: Kysely<Database>;
  readonly #rows;

  constructor(db: Kysely<Database>) {
    this.#db = db;
    this.#rows = new OwnedRows(db, 'department', COLUMNS);
  }

  /** All, by name: the tree is returned whole. */
  async list(organisationId: string): Promise<DepartmentRow[]> {
    return this.#db
      .selectFrom('department')
      .select(COLUMNS)
      .where('organisation_id', '=', organisationId)
      .orderBy('name')
      .orderBy('id')
      .execute();
  }

  get(organisationId: string, id: string): Promise<DepartmentRow | undefined> {
    return this.#rows.get(organisationId, id);
  }

  create(organisationId: string, name: string, parentId: string | null): Promise<DepartmentRow> {
    return this.#rows.create(organisationId, { name, parent_id: parentId });
  }

  async rename(organisationId: string, id: string, name: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('department')
      .set({ name })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Also removes its descendants. */
  remove(organisationId: string, id: string): Promise<boolean> {
    return this.#rows.remove(organisationId, id);
  }
}
