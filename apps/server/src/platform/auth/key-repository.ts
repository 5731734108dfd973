import { embedTokens } from '@farm3d/api';
import { sql, type Kysely, type Selection } from 'kysely';
import { platformNow } from '../clock.ts';
import { OwnedRows } from '../storage/owned-rows.ts';
import type { Database } from '../storage/schema.ts';
import { can } from './policy.ts';
import { API_KEY_PREFIX, EMBED_TOKEN_PREFIX, hashOpaque, makeOpaque } from './opaque-tokens.ts';

/** Columns of the owner of a key. */
const OWNER_COLUMNS = [
  'api_key.id',
  'api_key.created_by',
  'api_key.organisation_id',
  sql<string[]>`effective_roles(api_key.organisation_id, api_key.roles)`.as('roles'),
  'api_key.rights',
  'api_key.read_only',
  'api_key.expires_at',
  'api_key.last_used_at',
  'maker.roles as user_roles',
] as const;

/** The tables with the membership of the maker, which the rights rest on. */
type WithMaker = Database & { maker: Database['active_membership'] };

export type Speaker = Selection<WithMaker, 'api_key' | 'maker', (typeof OWNER_COLUMNS)[number]>;

const EMBED_TOKEN_COLUMNS = [
  'embed_token.id',
  'embed_token.created_by',
  'embed_token.organisation_id',
  'embed_token.scene_id',
  'embed_token.expires_at',
  'embed_token.origins',
  'maker.roles',
] as const;

export type RunningEmbedToken = Selection<
  WithMaker,
  'embed_token' | 'maker',
  (typeof EMBED_TOKEN_COLUMNS)[number]
>;

/** A key of a program. */
interface NewApiKey {
  readonly name: string;
  readonly roles: string[];
  /** Null: all rights of the roles. */
  readonly rights: string[] | null;
  readonly readOnly: boolean;
  /** Null: until it is removed. */
  readonly expiresAt: Date | null;
}

const isRunning = sql<boolean>`(expires_at is null or expires_at > platform_now())`;

/** API keys and embed tokens. Only hashes are stored. */
export class KeyRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async apiKeys(organisationId: string) {
    return this.#db
      .selectFrom('api_key')
      .innerJoin('app_user', 'app_user.id', 'api_key.created_by')
      .select([
        'api_key.id',
        'api_key.name',
        'api_key.roles',
        'api_key.rights',
        'api_key.read_only as readOnly',
        'app_user.username',
        'api_key.expires_at as expireTime',
        'api_key.last_used_at as lastUsedTime',
        'api_key.created_at as createTime',
      ])
      .where('api_key.organisation_id', '=', organisationId)
      .orderBy('api_key.created_at', 'desc')
      .execute();
  }

  async makeApiKey(
    owner: { organisationId: string; userId: string },
    values: NewApiKey,
  ): Promise<{ id: string; key: string }> {
    const { token, hash } = makeOpaque(API_KEY_PREFIX);
    const { id } = await this.#db
      .insertInto('api_key')
      .values({
        organisation_id: owner.organisationId,
        created_by: owner.userId,
        name: values.name,
        roles: values.roles,
        rights: values.rights,
        read_only: values.readOnly,
        expires_at: values.expiresAt,
        key_hash: hash,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, key: token };
  }

  async embedTokens(organisationId: string) {
    return this.#db
      .selectFrom('embed_token')
      .innerJoin('scene', 'scene.id', 'embed_token.scene_id')
      .select([
        'embed_token.id',
        'embed_token.name',
        'scene.id as sceneId',
        'scene.name as sceneName',
        'embed_token.origins',
        'embed_token.expires_at as expireTime',
        'embed_token.created_at as createTime',
      ])
      .where('embed_token.organisation_id', '=', organisationId)
      .orderBy('embed_token.created_at', 'desc')
      .execute();
  }

  async makeEmbedToken(
    owner: { organisationId: string; userId: string },
    values: { name: string; sceneId: string; origins: readonly string[]; expiresAt: Date },
  ): Promise<{ id: string; token: string }> {
    const { token, hash } = makeOpaque(EMBED_TOKEN_PREFIX);
    const { id } = await this.#db
      .insertInto('embed_token')
      .values({
        organisation_id: owner.organisationId,
        created_by: owner.userId,
        scene_id: values.sceneId,
        name: values.name,
        origins: [...values.origins],
        expires_at: values.expiresAt,
        token_hash: hash,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, token };
  }

  /** Whether there was such a one. */
  async remove(table: 'api_key' | 'embed_token', organisationId: string, id: string): Promise<boolean> {
    return new OwnedRows(this.#db, table, ['id']).remove(organisationId, id);
  }

  /** Owner of a valid key, while they may work in its organisation; records its use, to the hour. */
  async findApiKey(key: string) {
    const row = await this.#runningApiKeys().where('key_hash', '=', hashOpaque(key)).executeTakeFirst();
    if (row && (row.last_used_at === null || platformNow() - row.last_used_at.getTime() > 3_600_000)) {
      await this.#db
        .updateTable('api_key')
        .set({ last_used_at: new Date(platformNow()) })
        .where('id', '=', row.id)
        .execute();
    }
    return row;
  }

  /** A valid key by its id. */
  async runningApiKey(id: string) {
    return this.#runningApiKeys().where('api_key.id', '=', id).executeTakeFirst();
  }

  /** The valid keys of an organisation with their makers, by name. */
  async runningApiKeys(organisationId: string) {
    return this.#runningApiKeys()
      .innerJoin('app_user', 'app_user.id', 'api_key.created_by')
      .select(['api_key.name', 'app_user.username'])
      .where('api_key.organisation_id', '=', organisationId)
      .orderBy('api_key.name')
      .orderBy('api_key.id')
      .execute();
  }

  #runningApiKeys() {
    return this.#db
      .selectFrom('api_key')
      .innerJoin('active_membership as maker', (join) =>
        join
          .onRef('maker.user_id', '=', 'api_key.created_by')
          .onRef('maker.organisation_id', '=', 'api_key.organisation_id'),
      )
      .select(OWNER_COLUMNS)
      .where(isRunning);
  }

  findEmbedToken(token: string): Promise<RunningEmbedToken | undefined> {
    return this.#runningEmbedToken('token_hash', hashOpaque(token));
  }

  /** Origins of an embed token, and whether it has run out; undefined: there is no such token. */
  async embedTokenRecord(token: string) {
    return this.#db
      .selectFrom('embed_token')
      .select(['origins', sql<boolean>`not ${isRunning}`.as('hasExpired')])
      .where('token_hash', '=', hashOpaque(token))
      .executeTakeFirst();
  }

  /** A valid embed token by its id. */
  embedToken(id: string): Promise<RunningEmbedToken | undefined> {
    return this.#runningEmbedToken('embed_token.id', id);
  }

  /** The valid embed tokens of an organisation with their scenes and makers, by name. */
  async runningEmbedTokens(organisationId: string) {
    const rows = await this.#runningEmbedTokens()
      .innerJoin('scene', 'scene.id', 'embed_token.scene_id')
      .innerJoin('app_user', 'app_user.id', 'embed_token.created_by')
      .select(['embed_token.name', 'scene.name as sceneName', 'app_user.username'])
      .where('embed_token.organisation_id', '=', organisationId)
      .orderBy('embed_token.name')
      .orderBy('embed_token.id')
      .execute();
    return rows.filter(mayEmbed);
  }

  async #runningEmbedToken(
    column: 'token_hash' | 'embed_token.id',
    value: Buffer | string,
  ): Promise<RunningEmbedToken | undefined> {
    const row = await this.#runningEmbedTokens().where(column, '=', value).executeTakeFirst();
    return row && mayEmbed(row) ? row : undefined;
  }

  #runningEmbedTokens() {
    return this.#db
      .selectFrom('embed_token')
      .innerJoin('active_membership as maker', (join) =>
        join
          .onRef('maker.user_id', '=', 'embed_token.created_by')
          .onRef('maker.organisation_id', '=', 'embed_token.organisation_id'),
      )
      .select(EMBED_TOKEN_COLUMNS)
      .where(isRunning);
  }
}

/** An embed token works while its maker has the right to create one. */
const mayEmbed = ({ roles }: Pick<RunningEmbedToken, 'roles'>): boolean =>
  can({ roles }, embedTokens.create.right);
