import { sql, type Kysely, type Selectable } from 'kysely';
import type { Database } from '../storage/schema.ts';
import type { ApiKeyTable, EmbedTokenTable } from '../storage/tables/people.ts';
import { isUuid } from '../storage/identifiers.ts';
import { API_KEY_PREFIX, EMBED_TOKEN_PREFIX, hashOpaque, makeOpaque } from './opaque-tokens.ts';

export type ApiKeyRow = Selectable<ApiKeyTable> & { username: string };
export type EmbedTokenRow = Selectable<EmbedTokenTable> & { scene_name: string };

/** Keys of programs, and tokens of foreign pages. Only hashes are stored. */
export class KeyRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async apiKeys(organisationId: string): Promise<ApiKeyRow[]> {
    return this.#db
      .selectFrom('api_key')
      .innerJoin('app_user', 'app_user.id', 'api_key.created_by')
      .selectAll('api_key')
      .select('app_user.username')
      .where('api_key.organisation_id', '=', organisationId)
      .orderBy('api_key.created_at', 'desc')
      .execute();
  }

  async makeApiKey(
    owner: { organisationId: string; userId: string },
    values: { name: string; roles: string[]; expiresAt: Date | null },
  ): Promise<{ id: string; key: string }> {
    const { token, hash } = makeOpaque(API_KEY_PREFIX);
    const { id } = await this.#db
      .insertInto('api_key')
      .values({
        organisation_id: owner.organisationId,
        created_by: owner.userId,
        name: values.name,
        roles: values.roles,
        expires_at: values.expiresAt,
        key_hash: hash,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, key: token };
  }

  async embedTokens(organisationId: string): Promise<EmbedTokenRow[]> {
    return this.#db
      .selectFrom('embed_token')
      .innerJoin('scene', 'scene.id', 'embed_token.scene_id')
      .selectAll('embed_token')
      .select('scene.name as scene_name')
      .where('embed_token.organisation_id', '=', organisationId)
      .orderBy('embed_token.created_at', 'desc')
      .execute();
  }

  async makeEmbedToken(
    owner: { organisationId: string; userId: string },
    values: { name: string; sceneId: string; expiresAt: Date },
  ): Promise<{ id: string; token: string }> {
    const { token, hash } = makeOpaque(EMBED_TOKEN_PREFIX);
    const { id } = await this.#db
      .insertInto('embed_token')
      .values({
        organisation_id: owner.organisationId,
        created_by: owner.userId,
        scene_id: values.sceneId,
        name: values.name,
        expires_at: values.expiresAt,
        token_hash: hash,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, token };
  }

  async remove(table: 'api_key' | 'embed_token', organisationId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const { numDeletedRows } = await this.#db
      .deleteFrom(table)
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Who a running key speaks for; remembers, to the hour, that it was used. */
  async findApiKey(key: string): Promise<Selectable<ApiKeyTable> | undefined> {
    const row = await this.#db
      .selectFrom('api_key')
      .innerJoin('app_user', 'app_user.id', 'api_key.created_by')
      .selectAll('api_key')
      .where('key_hash', '=', hashOpaque(key))
      .where('app_user.disabled_at', 'is', null)
      .where(sql<boolean>`(expires_at is null or expires_at > now())`)
      .executeTakeFirst();
    if (row && (row.last_used_at === null || Date.now() - row.last_used_at.getTime() > 3_600_000)) {
      await this.#db
        .updateTable('api_key')
        .set({ last_used_at: new Date() })
        .where('id', '=', row.id)
        .execute();
    }
    return row;
  }

  /** A running key by its id. */
  async runningApiKey(id: string): Promise<Selectable<ApiKeyTable> | undefined> {
    return this.#db
      .selectFrom('api_key')
      .innerJoin('app_user', 'app_user.id', 'api_key.created_by')
      .selectAll('api_key')
      .where('api_key.id', '=', id)
      .where('app_user.disabled_at', 'is', null)
      .where(sql<boolean>`(expires_at is null or expires_at > now())`)
      .executeTakeFirst();
  }

  async findEmbedToken(token: string): Promise<Selectable<EmbedTokenTable> | undefined> {
    return this.#db
      .selectFrom('embed_token')
      .selectAll()
      .where('token_hash', '=', hashOpaque(token))
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst();
  }
}
