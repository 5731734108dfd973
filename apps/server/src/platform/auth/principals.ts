import type { AccessTokens, Principal } from './access-tokens.ts';
import type { KeyRepository, Speaker as KeyOwner } from './key-repository.ts';
import { keyRoles } from './policy.ts';
import { isUuid } from '../storage/identifiers.ts';
import { API_KEY_PREFIX, EMBED_TOKEN_PREFIX } from './opaque-tokens.ts';
import type { UserSessions } from './sessions.ts';

/** A day, milliseconds: a stream opened with an API key checks the key again after it. */
const KEY_RENEWAL_MS = 24 * 60 * 60 * 1000;

export interface VerifiedToken {
  readonly principal: Principal;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** Principal of an API key, limited by the current rights of its maker. */
function principalOfKey(key: KeyOwner): Principal {
  return {
    userId: key.created_by,
    organisationId: key.organisation_id,
    roles: keyRoles(key.user_roles, key.roles),
    sessionId: key.id,
    apiKeyId: key.id,
  };
}

/** Authenticates any kind of token: of a login, an API key, or an embed token. */
export class Principals {
  readonly #tokens: AccessTokens;
  readonly #sessions: UserSessions;
  readonly #keys: KeyRepository;

  constructor(tokens: AccessTokens, sessions: UserSessions, keys: KeyRepository) {
    this.#tokens = tokens;
    this.#sessions = sessions;
    this.#keys = keys;
  }

  /**
   * Null when the token is unknown or expired, or its user is gone. Rights are the current ones, not those of its
   * creation.
   */
  async verify(token: string): Promise<VerifiedToken | null> {
    if (token.startsWith(API_KEY_PREFIX)) return this.#apiKey(token);
    if (token.startsWith(EMBED_TOKEN_PREFIX)) return this.#embedToken(token);
    const signed = await this.#tokens.verify(token);
    const who = signed && (await this.#sessions.userOf(signed.principal.sessionId));
    if (!who || who.userId !== signed.principal.userId) return null;
    return { principal: { ...who, sessionId: signed.principal.sessionId }, expiresAt: signed.expiresAt };
  }

  /** Current principal of a login or key by its id; null when it ended, or its user is gone. */
  async ofSession(sessionId: string): Promise<{ principal: Principal; expiresAt: number | null } | null> {
    if (!isUuid(sessionId)) return null;
    const who = await this.#sessions.userOf(sessionId);
    if (who) return { principal: { ...who, sessionId }, expiresAt: null };
    const key = await this.#keys.runningApiKey(sessionId);
    if (!key) return null;
    return { principal: principalOfKey(key), expiresAt: key.expires_at?.getTime() ?? null };
  }

  async #apiKey(key: string): Promise<VerifiedToken | null> {
    const row = await this.#keys.findApiKey(key);
    if (!row) return null;
    const renewal = Date.now() + KEY_RENEWAL_MS;
    return {
      principal: principalOfKey(row),
      expiresAt: Math.min(row.expires_at?.getTime() ?? renewal, renewal),
    };
  }

  async #embedToken(token: string): Promise<VerifiedToken | null> {
    const row = await this.#keys.findEmbedToken(token);
    if (!row) return null;
    const principal = {
      userId: row.created_by,
      organisationId: row.organisation_id,
      roles: [],
      sessionId: row.id,
      sceneId: row.scene_id,
    };
    return { principal, expiresAt: row.expires_at.getTime() };
  }
}
