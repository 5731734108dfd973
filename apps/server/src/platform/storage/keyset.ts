import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { isUuid } from './identifiers.ts';
import { isStorableText } from './storable-text.ts';

type KeyType = 'timestamptz' | 'uuid' | 'text' | 'bigint' | 'boolean';

/** A column that a list is sorted by. `sql` is never null. */
export interface KeyColumn {
  readonly sql: string;
  readonly type: KeyType;
  readonly direction?: 'asc' | 'desc';
}

/** Rows from `offset` on, or behind a cursor. */
interface PageOfRows {
  readonly offset: number;
  readonly limit: number;
  readonly cursor?: string;
}

/** A cursor that no answer of the list in this order had. */
export class CursorError extends Error {
  override readonly name = 'CursorError';
}

/** A row with the place of it in the order of its list. */
export interface Placed {
  readonly place_in_list: string;
}

/** What follows a page: `next` continues behind its last row; null: there is no more. */
export interface Following<Row> {
  readonly items: Row[];
  readonly next: string | null;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?$/;
/** JavaScript reads the 30th of February as a day of March. */
const isDay = (value: string): boolean =>
  new Date(`${value.slice(0, 10)}T00:00Z`).getUTCDate() === Number(value.slice(8, 10));
const isInstant = (value: unknown): boolean =>
  typeof value === 'string' &&
  (/^-?infinity$/.test(value) ||
    (INSTANT.test(value) && isDay(value) && !Number.isNaN(Date.parse(`${value}Z`))));

/** What PostgreSQL takes as a value of the type: a cursor comes from outside. */
const FITS: Readonly<Record<KeyType, (value: unknown) => boolean>> = {
  timestamptz: isInstant,
  uuid: (value) => typeof value === 'string' && isUuid(value),
  text: (value) => typeof value === 'string' && isStorableText(value),
  bigint: (value) => Number.isSafeInteger(value),
  boolean: (value) => typeof value === 'boolean',
};

const BEGINNING = { condition: 'true', value: '' };

/** Without a time zone, in UTC: the form is the same in every session, to the microsecond. */
const written = ({ sql: column, type }: KeyColumn): string =>
  type === 'timestamptz' ? `(${column} at time zone 'UTC')` : column;

const read = (type: KeyType, index: number): string =>
  type === 'timestamptz'
    ? `((?::jsonb ->> ${index})::timestamp at time zone 'UTC')`
    : `(?::jsonb ->> ${index})::${type}`;

/**
 * The order of a list that grows, by which a page continues behind the last row of the one before (keyset pagination):
 * what is inserted or deleted meanwhile neither repeats nor hides a row, as it does by page numbers. The last column is
 * unique. A cursor is of one order; its values are compared as they are in the database.
 */
export class Keyset {
  readonly #name: string;
  readonly #columns: readonly KeyColumn[];
  readonly #placeExpression: string;
  /** For `order by`. */
  readonly orderBy: string;
  /** For `select`: the place of a row, which {@link page} takes out of it. */
  readonly place: string;

  /** @param name of the order: a cursor of another one is refused */
  constructor(name: string, columns: readonly KeyColumn[]) {
    this.#name = name;
    this.#columns = columns;
    this.orderBy = columns.map(({ sql: column, direction = 'asc' }) => `${column} ${direction}`).join(', ');
    this.#placeExpression = `jsonb_build_array(${columns.map(written).join(', ')})::text`;
    this.place = `${this.#placeExpression} as place_in_list`;
  }

  /**
   * The rows behind a cursor: a condition with `?` for each use of the value, which is JSON.
   * @throws {CursorError} for a cursor of another list or order, or none at all
   */
  #behind(cursor: string): { readonly condition: string; readonly value: string } {
    const values = this.#valuesOf(cursor);
    const behind = (index: number): string => {
      const column = this.#columns[index];
      if (!column) return 'false';
      const value = read(column.type, index);
      const is = column.direction === 'desc' ? '<' : '>';
      if (index === this.#columns.length - 1) return `${column.sql} ${is} ${value}`;
      // The first comparison alone says which part of an index is read.
      return `${column.sql} ${is}= ${value} and (${column.sql} ${is} ${value} or ${behind(index + 1)})`;
    };
    return { condition: `(${behind(0)})`, value: JSON.stringify(values) };
  }

  /** The rows of a page in the order, one more than it holds, with their places. */
  rows<DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
    { offset, limit, cursor }: PageOfRows,
  ): SelectQueryBuilder<DB, TB, O & Placed> {
    const { condition, value } = cursor === undefined ? BEGINNING : this.#behind(cursor);
    const parts = condition.split('?').map((part) => sql.raw(part));
    return query
      .select(sql.raw<string>(this.#placeExpression).as('place_in_list'))
      .where(sql<SqlBool>`${sql.join(parts, sql`${value}`)}`)
      .orderBy(sql.raw(this.orderBy))
      .offset(offset)
      .limit(limit + 1) as SelectQueryBuilder<DB, TB, O & Placed>;
  }

  /** What ends a statement that reads the rows of a page, as {@link rows}, and its values: behind those it has. */
  end(
    before: readonly unknown[],
    { offset, limit, cursor }: PageOfRows,
  ): { readonly text: string; readonly values: unknown[] } {
    const { condition, value } = cursor === undefined ? BEGINNING : this.#behind(cursor);
    const values = [...before, offset, limit + 1, ...(cursor === undefined ? [] : [value])];
    const [from, count, behind] = [1, 2, 3].map((index) => `$${before.length + index}`);
    return {
      text: `and ${condition.replaceAll('?', behind ?? '')} order by ${this.orderBy} offset ${from} limit ${count}`,
      values,
    };
  }

  /** A page of `limit` rows out of one row more. */
  page<Row extends Placed>(rows: readonly Row[], limit: number): Following<Omit<Row, keyof Placed>> {
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      items: rows.slice(0, limit).map(({ place_in_list: _place, ...row }) => row),
      next: last ? this.#cursorOf(JSON.parse(last.place_in_list) as unknown[]) : null,
    };
  }

  #cursorOf(values: readonly unknown[]): string {
    return Buffer.from(JSON.stringify([this.#name, ...values])).toString('base64url');
  }

  #valuesOf(cursor: string): unknown[] {
    let found: unknown;
    try {
      found = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    } catch {
      found = undefined;
    }
    const [name, ...values] = Array.isArray(found) ? (found as unknown[]) : [];
    const fits =
      name === this.#name &&
      values.length === this.#columns.length &&
      this.#columns.every(({ type }, index) => FITS[type](values[index]));
    if (!fits) throw new CursorError();
    return values;
  }
}
