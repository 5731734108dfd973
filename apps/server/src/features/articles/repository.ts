import type { Generated, Kysely, Selection } from 'kysely';
import { isUuid } from '../../platform/storage/identifiers.ts';
import { OwnedRows } from '../../platform/storage/owned-rows.ts';
import type { Database, DefaultInstant } from '../../platform/storage/schema.ts';

interface ArticleTable {
  id: Generated<string>;
  organisation_id: string;
  kind: 'notice' | 'tutorial' | 'instruction';
  title: string;
  content: string;
  cover: string | null;
  state: Generated<number>;
  product_model_id: string | null;
  created_by: string | null;
  created_at: DefaultInstant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    article: ArticleTable;
  }
}

/** Columns by their wire names. */
const COLUMNS = [
  'id',
  'title',
  'content',
  'cover',
  'state',
  'product_model_id as productModel',
  'created_at as createTime',
] as const;
/** Most articles of a list. */
const PAGE = { offset: 0, limit: 1000 };

export type ArticleKind = ArticleTable['kind'];
export type ArticleRow = Selection<Database, 'article', (typeof COLUMNS)[number]>;

/** Notices, tutorials and product instructions of an organisation. */
export class ArticleRepository {
  readonly #db: Kysely<Database>;
  readonly #rows;

  constructor(db: Kysely<Database>) {
    this.#db = db;
    this.#rows = new OwnedRows(db, 'article', COLUMNS);
  }

  async list(
    organisationId: string,
    kind: ArticleKind,
    { state, productModel }: { state: number; productModel?: string | undefined },
  ): Promise<{ items: ArticleRow[]; total: number }> {
    if (productModel !== undefined && !isUuid(productModel)) return { items: [], total: 0 };
    return this.#rows.list(organisationId, PAGE, (all) => {
      const query = all.where('kind', '=', kind).where('state', '=', state);
      return productModel ? query.where('product_model_id', '=', productModel) : query;
    });
  }

  async get(organisationId: string, kind: ArticleKind, id: string): Promise<ArticleRow | undefined> {
    if (!isUuid(id)) return undefined;
    return this.#db
      .selectFrom('article')
      .select(COLUMNS)
      .where('organisation_id', '=', organisationId)
      .where('kind', '=', kind)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  create(
    organisationId: string,
    values: Pick<ArticleTable, 'kind' | 'title' | 'content' | 'cover' | 'product_model_id' | 'created_by'> & {
      state: number;
    },
  ): Promise<ArticleRow> {
    return this.#rows.create(organisationId, values);
  }

  remove(organisationId: string, id: string): Promise<boolean> {
    return this.#rows.remove(organisationId, id);
  }
}
