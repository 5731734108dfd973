import { platformNow } from '../clock.ts';
import type { AccessTokens, Principal } from './access-tokens.ts';
import type { KeyRepository, RunningEmbedToken, Speaker as KeyOwner } from './key-repository.ts';
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
export function principalOfKey(key: KeyOwner): Principal {
  return {
    userId: key.created_by,
    organisationId: key.organisation_id,
    roles: keyRoles(key.user_roles, key.roles),
    ...(key.rights && { rights: key.rights }),
    ...(key.read_only && { readOnly: true }),
    sessionId: key.id,
    apiKeyId: key.id,
  };
}

/** Principal of an embed token: its scene, and no role. */
function principalOfEmbedToken(token: RunningEmbedToken): Principal {
  return {
    userId: token.created_by,
    organisationId: token.organisation_id,
    roles: [],
    sessionId: token.id,
    sceneId: token.scene_id,
    embedOrigins: token.origins,
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
   * Null when the token is unknown or expired, its user is gone, or has yet to change the first password. Rights are the
   * current ones, not those of its creation.
   */
  async verify(token: string): Promise<VerifiedToken | null> {
    const verified = await this.verifyAny(token);
    return verified?.mustChangePassword === true ? null : verified;
  }

  /** As `verify`, also for a user who has yet to change the first password: for the calls of the own account. */
  async verifyAny(token: string): Promise<(VerifiedToken & { mustChangePassword?: boolean }) | null> {
    if (token.startsWith(API_KEY_PREFIX)) return this.#apiKey(token);
    if (token.startsWith(EMBED_TOKEN_PREFIX)) return this.#embedToken(token);
    const signed = await this.#tokens.verify(token);
    const user = signed && (await this.#sessions.userOf(signed.principal.sessionId));
    if (!user || user.userId !== signed.principal.userId) return null;
    // The login works in another organisation by now: what was meant for this one must not happen there.
    if (user.organisationId !== signed.principal.organisationId) return null;
    const { mustChangePassword, ...who } = user;
    const principal = { ...who, sessionId: signed.principal.sessionId };
    return { principal, expiresAt: signed.expiresAt, mustChangePassword };
  }

  /** Origins of the pages that an embed token was made for, and whether it has run out; undefined: no such token. */
  async embedTokenRecord(token: string): Promise<{ origins: string[]; hasExpired: boolean } | undefined> {
    return token.startsWith(EMBED_TOKEN_PREFIX) ? this.#keys.embedTokenRecord(token) : undefined;
  }

  /** Current principal of a login, API key or embed token by its id; null as for `verify`. */
  async ofSession(sessionId: string): Promise<{ principal: Principal; expiresAt: number | null } | null> {
    if (!isUuid(sessionId)) return null;
    const user = await this.#sessions.userOf(sessionId);
    if (user) {
      const { mustChangePassword, ...who } = user;
      return mustChangePassword ? null : { principal: { ...who, sessionId }, expiresAt: null };
    }
    const key = await this.#keys.runningApiKey(sessionId);
    if (key) return { principal: principalOfKey(key), expiresAt: key.expires_at?.getTime() ?? null };
    const embed = await this.#keys.embedToken(sessionId);
    return embed ? { principal: principalOfEmbedToken(embed), expiresAt: embed.expires_at.getTime() } : null;
  }

  async #apiKey(key: string): Promise<VerifiedToken | null> {
    const row = await this.#keys.findApiKey(key);
    if (!row) return null;
    const renewal = platformNow() + KEY_RENEWAL_MS;
    return {
      principal: principalOfKey(row),
      expiresAt: Math.min(row.expires_at?.getTime() ?? renewal, renewal),
    };
  }

  async #embedToken(token: string): Promise<VerifiedToken | null> {
    const row = await this.#keys.findEmbedToken(token);
    if (!row) return null;
    return { principal: principalOfEmbedToken(row), expiresAt: row.expires_at.getTime() };
  }
}
