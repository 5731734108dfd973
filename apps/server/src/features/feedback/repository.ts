import type { ColumnType, Generated, Kysely, Selection } from 'kysely';
import { OwnedRows } from '../../platform/storage/owned-rows.ts';
import type { Database, DefaultInstant } from '../../platform/storage/schema.ts';

interface FeedbackTable {
  id: Generated<string>;
  organisation_id: string;
  user_id: string;
  content: string;
  contact: Generated<string>;
  /** jsonb is written as text (JSON.stringify) and read as a value. */
  photos: ColumnType<string[], string | undefined, string>;
  created_at: DefaultInstant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    feedback: FeedbackTable;
  }
}

/** Columns by their wire names. */
const COLUMNS = ['id', 'content', 'contact', 'photos', 'created_at as createTime'] as const;
/** Most entries of a list. */
const PAGE = { offset: 0, limit: 1000 };

export type FeedbackRow = Selection<Database, 'feedback', (typeof COLUMNS)[number]>;

/** The user of the feedback. */
interface Author {
  readonly organisationId: string;
  readonly userId: string;
}

/** Feedback of users; each call concerns one user's own. */
export class FeedbackRepository {
  readonly #db: Kysely<Database>;
  readonly #rows;

  constructor(db: Kysely<Database>) {
    this.#db = db;
    this.#rows = new OwnedRows(db, 'feedback', COLUMNS);
  }

  list({ organisationId, userId }: Author): Promise<{ items: FeedbackRow[]; total: number }> {
    return this.#rows.list(organisationId, PAGE, (query) => query.where('user_id', '=', userId));
  }

  create(
    { organisationId, userId }: Author,
    values: { content: string; contact: string; photos: readonly string[] },
  ): Promise<FeedbackRow> {
    const photos = JSON.stringify(values.photos);
    return this.#rows.create(organisationId, { ...values, photos, user_id: userId });
  }

  /** Removes the named entries; when one is not the user's own, none. */
  async remove({ organisationId, userId }: Author, ids: readonly string[]): Promise<boolean> {
    const uniqueIds = [...new Set(ids)];
    const found = await this.#db
      .selectFrom('feedback')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', userId)
      .where('id', 'in', uniqueIds)
      .execute();
    if (found.length !== uniqueIds.length) return false;
    await this.#own({ organisationId, userId }).where('id', 'in', uniqueIds).execute();
    return true;
  }

  async removeAll(author: Author): Promise<void> {
    await this.#own(author).execute();
  }

  #own({ organisationId, userId }: Author) {
    return this.#db
      .deleteFrom('feedback')
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', userId);
  }
}
