import {
  sql,
  type Insertable,
  type Kysely,
  type SelectExpression,
  type Selection,
  type SelectQueryBuilder,
  type Updateable,
} from 'kysely';
import { isUuid } from './identifiers.ts';
import { Keyset, type Following, type KeyColumn } from './keyset.ts';
import type { Database } from './schema.ts';

/** Tables whose rows belong to an organisation and have an id. */
export type OwnedTable = {
  [T in keyof Database]: Database[T] extends { organisation_id: string; id: unknown } ? T : never;
}[keyof Database];

/** Filter of a list. */
export type Narrow<T extends OwnedTable> = (
  query: SelectQueryBuilder<Database, T, object>,
) => SelectQueryBuilder<Database, T, object>;

/** The same values, each optional: an undefined one is not written. */
type Given<V> = { readonly [K in keyof V]: V[K] | undefined };

/** A page of a list: rows from `offset` on, or behind a cursor of its order. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
  readonly cursor?: string;
}

const NEWEST: readonly KeyColumn[] = [{ sql: 'created_at', type: 'timestamptz', direction: 'desc' }];

/** Represents every owned table: Kysely cannot resolve a table that is a type parameter. */
type Any = 'scene';

const present = <V extends object>(values: V): V =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as V;

/** Whether a column contains this text, case-insensitive. */
export function containsText(column: string, text: string) {
  return sql<boolean>`position(lower(${text}) in lower(${sql.ref(column)})) > 0`;
}

/**
 * Rows of one table under their wire names (`created_at as createTime`). Every method needs an organisation, so that
 * a query without one does not compile; a foreign id finds nothing.
 */
export class OwnedRows<T extends OwnedTable, const C extends SelectExpression<Database, T>> {
  readonly #db: Kysely<Database>;
  readonly #table: Any;
  readonly #columns: readonly 'id'[];

  /** `db`: or a transaction, which then contains all of it. */
  constructor(db: Kysely<Database>, table: T, columns: readonly C[]) {
    this.#db = db;
    this.#table = table as Any;
    this.#columns = columns as unknown as readonly 'id'[];
  }

  /** A page with the total count. Newest first, unless `order` is given; the id decides among equal rows. */
  async list(
    organisationId: string,
    page: Page,
    narrow: Narrow<T> = (query) => query,
    order: readonly KeyColumn[] = NEWEST,
  ): Promise<Following<Selection<Database, T, C>> & { total: number }> {
    const name = [this.#table, ...order.map(({ sql: by, direction = 'asc' }) => `${by} ${direction}`)].join(
      ', ',
    );
    const keyset = new Keyset(name, [...order, { sql: 'id', type: 'uuid' }]);
    const all = this.#db.selectFrom(this.#table).where('organisation_id', '=', organisationId);
    const filtered = narrow(
      all as unknown as SelectQueryBuilder<Database, T, object>,
    ) as unknown as typeof all;
    const selected = filtered.select(this.#columns);
    const [rows, counted] = await Promise.all([
      keyset.rows(selected, page).execute(),
      filtered.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirst(),
    ]);
    const { items, next } = keyset.page(rows, page.limit);
    return { items, next, total: Number(counted?.total ?? 0) };
  }

  /** `lock`: no other transaction changes it until this one ends. */
  async get(
    organisationId: string,
    id: string,
    lock = false,
  ): Promise<Selection<Database, T, C> | undefined> {
    if (!isUuid(id)) return undefined;
    let query = this.#db
      .selectFrom(this.#table)
      .select(this.#columns)
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id);
    if (lock) query = query.forUpdate();
    return await query.executeTakeFirst();
  }

  async create(
    organisationId: string,
    values: Given<Omit<Insertable<Database[T]>, 'organisation_id'>>,
  ): Promise<Selection<Database, T, C>> {
    const row = { ...present(values), organisation_id: organisationId } as Insertable<Database[Any]>;
    const inserted = await this.#db
      .insertInto(this.#table)
      .values(row)
      .returning(this.#columns)
      .executeTakeFirstOrThrow();
    return inserted;
  }

  /**
   * Merges: undefined values stay; the version of the row increases. 'stale' when `version` is not the stored one,
   * 'missing' without such a row.
   */
  async update(
    organisationId: string,
    id: string,
    values: Given<Updateable<Database[T]>>,
    version?: number,
  ): Promise<Selection<Database, T, C> | 'stale' | 'missing'> {
    if (!isUuid(id)) return 'missing';
    let query = this.#db
      .updateTable(this.#table)
      .set({
        ...(present(values) as Updateable<Database[Any]>),
        version: sql<number>`version + 1`,
        updated_at: sql<Date>`platform_now()`,
      })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id);
    // Compared in the update: of two concurrent saves only one succeeds.
    if (version !== undefined) query = query.where('version', '=', version);
    const row = await query.returning(this.#columns).executeTakeFirst();
    if (row) return row;
    return version !== undefined && (await this.get(organisationId, id)) ? 'stale' : 'missing';
  }

  /** Whether there was such a row. */
  async remove(organisationId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const { numDeletedRows } = await this.#db
      .deleteFrom(this.#table)
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}
