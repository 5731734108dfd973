import { sql, type ColumnType, type Generated, type Kysely, type Selectable } from 'kysely';
import type { Database, DefaultInstant } from '../../platform/storage/schema.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';
import type { Following } from '../../platform/storage/keyset.ts';
import { containsText, OwnedRows, type Page } from '../../platform/storage/owned-rows.ts';
import { peopleNames } from '../../platform/storage/people-names.ts';
import { isOverQuota } from '../../platform/storage/quota-violation.ts';

interface FileTable {
  id: Generated<string>;
  organisation_id: string;
  created_by: string | null;
  sha256: string;
  /** int8 comes back as text. */
  size: ColumnType<string, number, number>;
  media_type: string;
  extension: string;
  original_name: string;
  width: number | null;
  height: number | null;
  request_key: string | null;
  created_at: DefaultInstant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    file: FileTable;
  }
}

/** All columns, under their own names. */
const COLUMNS = [
  'id',
  'organisation_id',
  'created_by',
  'sha256',
  'size',
  'media_type',
  'extension',
  'original_name',
  'width',
  'height',
  'created_at',
] as const;

export type FileRow = Pick<Selectable<FileTable>, (typeof COLUMNS)[number]>;
export type NewFile = Omit<FileRow, 'id' | 'created_at' | 'size'> & {
  readonly size: number;
  /** Made up by who sends it: one with the same key is that of before. */
  readonly request_key?: string | undefined;
};

/** Locks the bytes of a hash until the transaction ends: nobody removes them while another file refers to them. */
const holdBlob = (sha256: string) => sql`select pg_advisory_xact_lock(hashtextextended(${sha256}, 40))`;

const sentBefore = (db: Kysely<Database>, file: NewFile): Promise<FileRow> =>
  db
    .selectFrom('file')
    .select(COLUMNS)
    .where('organisation_id', '=', file.organisation_id)
    .where('created_by', '=', file.created_by)
    .where('request_key', '=', file.request_key ?? null)
    .executeTakeFirstOrThrow();

/** Files of one organisation; a foreign id finds nothing. */
export class FileRepository {
  readonly #db: Kysely<Database>;
  readonly #rows;

  constructor(db: Kysely<Database>) {
    this.#db = db;
    this.#rows = new OwnedRows(db, 'file', COLUMNS);
  }

  /** Some files of an organisation. */
  async ofOrganisation(organisationId: string, limit: number): Promise<FileRow[]> {
    return this.#db
      .selectFrom('file')
      .select(COLUMNS)
      .where('organisation_id', '=', organisationId)
      .limit(limit)
      .execute();
  }

  /** A page of all files, the newest first. @param name part of their names */
  search(
    organisationId: string,
    page: Page,
    name: string | undefined,
  ): Promise<Following<FileRow> & { total: number }> {
    return this.#rows.list(organisationId, page, (query) =>
      name === undefined ? query : query.where(containsText('original_name', name)),
    );
  }

  /** Names of those who uploaded these files, by their ids. */
  authors(files: readonly FileRow[]): Promise<ReadonlyMap<string, string>> {
    return peopleNames(
      this.#db,
      files.map(({ created_by }) => created_by),
    );
  }

  /** Adds a file whose bytes `store` writes, or answers the one that was sent before. Null when the organisation's storage is full. */
  async add(file: NewFile, store: () => Promise<void>): Promise<FileRow | null> {
    const added = this.#db.transaction().execute(async (transaction) => {
      await holdBlob(file.sha256).execute(transaction);
      // The database counts it with those of other uploads; its bytes are written when it has its place.
      const row = await transaction
        .insertInto('file')
        .values(file)
        .onConflict((conflict) =>
          conflict
            .columns(['organisation_id', 'created_by', 'request_key'])
            .where('request_key', 'is not', null)
            .doNothing(),
        )
        .returning(COLUMNS)
        .executeTakeFirst();
      if (!row) return sentBefore(transaction, file);
      await store();
      return row;
    });
    return added.catch((error: unknown) => {
      if (isOverQuota(error, 'organisation_storage_quota')) return null;
      throw error;
    });
  }

  async get(organisationId: string, id: string): Promise<FileRow | undefined> {
    return (await this.list(organisationId, [id]))[0];
  }

  /** A file by its id alone: for a signed address. */
  async bySignedId(id: string): Promise<FileRow | undefined> {
    if (!isUuid(id)) return undefined;
    return this.#db.selectFrom('file').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  }

  /** Those of `ids` that the organisation has, in the order of `ids`. */
  async list(organisationId: string, ids: readonly string[]): Promise<FileRow[]> {
    const uniqueIds = [...new Set(ids)].filter(isUuid);
    if (uniqueIds.length === 0) return [];
    const rows = await this.#db
      .selectFrom('file')
      .select(COLUMNS)
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', uniqueIds)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return uniqueIds.flatMap((id) => byId.get(id.toLowerCase()) ?? []);
  }

  /** Removes a file; `removeBytes` is called when no other file refers to its bytes. */
  async remove(file: FileRow, removeBytes: () => Promise<void>): Promise<void> {
    await this.#db.transaction().execute(async (transaction) => {
      await holdBlob(file.sha256).execute(transaction);
      await transaction.deleteFrom('file').where('id', '=', file.id).execute();
      const otherFile = await transaction
        .selectFrom('file')
        .select('id')
        .where('sha256', '=', file.sha256)
        .limit(1)
        .executeTakeFirst();
      if (!otherFile) await removeBytes();
    });
  }
}
