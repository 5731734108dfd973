import { sql, type ColumnType, type Generated, type Kysely, type Selection } from 'kysely';
import { isUuid } from '../../platform/storage/identifiers.ts';
import type { Following, KeyColumn } from '../../platform/storage/keyset.ts';
import { OwnedRows, type Page } from '../../platform/storage/owned-rows.ts';
import { peopleNames } from '../../platform/storage/people-names.ts';
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
  /** Null: not answered yet. */
  answer: string | null;
  answered_by: string | null;
  answered_at: Date | null;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    feedback: FeedbackTable;
  }
}

/** Columns by their wire names. */
const COLUMNS = [
  'id',
  'content',
  'contact',
  'photos',
  'created_at as createTime',
  'user_id as userId',
  'answer',
  'answered_by as answeredById',
  'answered_at as answerTime',
] as const;
/** Most entries of a list. */
const PAGE = { offset: 0, limit: 1000 };

export type FeedbackRow = Selection<Database, 'feedback', (typeof COLUMNS)[number]>;

/** Order of the list of everybody: what waits for an answer comes first. */
const WAITING_FIRST: readonly KeyColumn[] = [
  { sql: "coalesce(answered_at, 'infinity')", type: 'timestamptz', direction: 'desc' },
  { sql: 'created_at', type: 'timestamptz', direction: 'desc' },
];

/** The user of the feedback. */
interface Author {
  readonly organisationId: string;
  readonly userId: string;
}

/** Feedback of users: each user's own, and all of an organisation for those who answer. */
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

  /** A page of everybody's. `answered`: only those with, or without, an answer. */
  ofEverybody(
    organisationId: string,
    page: Page,
    answered?: boolean,
  ): Promise<Following<FeedbackRow> & { total: number }> {
    return this.#rows.list(
      organisationId,
      page,
      (query) => (answered === undefined ? query : query.where('answer', answered ? 'is not' : 'is', null)),
      WAITING_FIRST,
    );
  }

  async answer(
    { organisationId, userId }: Author,
    id: string,
    answer: string,
  ): Promise<FeedbackRow | undefined> {
    if (!isUuid(id)) return undefined;
    return this.#db
      .updateTable('feedback')
      .set({ answer, answered_by: userId, answered_at: sql<Date>`platform_now()` })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirst();
  }

  /** Names of people by their ids. */
  names(ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
    return peopleNames(this.#db, ids);
  }

  #own({ organisationId, userId }: Author) {
    return this.#db
      .deleteFrom('feedback')
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', userId);
  }
}
