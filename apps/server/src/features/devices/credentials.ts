import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { ClientCertificate } from '../../platform/client-certificate.ts';
import { platformNow } from '../../platform/clock.ts';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import { GatheredLookup } from '../../platform/storage/gathered-lookup.ts';
import type { Database } from '../../platform/storage/schema.ts';
import { deviceOfCertificate } from './device-certificates.ts';

/** 160 bits: 27 characters in base64url. */
const TOKEN_BYTES = 20;
/** A longer text is refused before it is hashed. */
const MAX_TOKEN_LENGTH = 256;
/** Cached tokens; the oldest leave first. */
const CACHE_LIMIT = 50_000;
/** A row changed by other means (SQL by hand) takes effect after this time, milliseconds. */
const CACHE_MS = 60_000;

const IDENTITY = [
  'id',
  'key',
  'organisation_id',
  'product_model_id',
  'name',
  'gateway',
  'claimed_at',
] as const;

/** Nothing is accepted from devices of a suspended organisation. */
const isServed = sql<boolean>`not exists (select from organisation
  where organisation.id = device.organisation_id and organisation.suspended_at is not null)`;

declare module '../../platform/storage/schema.ts' {
  interface Database {
    former_device_token: { token_hash: Buffer; device: number; ends_at: Date };
  }
}

/**
 * Makes a device token. Only its hash is stored; the token is shown once.
 * @param token default: a generated one
 */
export function makeDeviceToken(token: string = randomBytes(TOKEN_BYTES).toString('base64url')): {
  token: string;
  hash: Buffer;
} {
  return { token, hash: hashDeviceToken(token) };
}

/** SHA-256. A token has 160 random bits, so a slow hash would add no protection. */
export function hashDeviceToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Finds devices by their token, through a bounded cache keyed by the hash. */
export class DeviceCredentials {
  readonly #db: Kysely<Database>;
  readonly #now: () => number;
  readonly #temporary: { deviceOf(token: string): Promise<string | null> };
  readonly #cache = new Map<string, { identity: DeviceIdentity; at: number }>();
  /** After an outage all devices log in at the same moment. */
  readonly #byHash = new GatheredLookup((hashes: readonly Buffer[]) => this.#findByHashes(hashes));
  /** A broker delivers what it kept for a server all at once. */
  readonly #byId = new GatheredLookup((ids: readonly string[]) => this.#findByIds(ids));
  /** Number of calls of `forget`: a row that was read before one is not kept. */
  #forgotten = 0;

  constructor(
    db: Kysely<Database>,
    temporary: { deviceOf(token: string): Promise<string | null> },
    now: () => number = platformNow,
  ) {
    this.#db = db;
    this.#temporary = temporary;
    this.#now = now;
  }

  async #findByHashes(hashes: readonly Buffer[]) {
    const rows = await this.#db
      .selectFrom('device')
      .select([...IDENTITY, 'token_hash'])
      .where(sql<boolean>`token_hash = any(${hashes}::bytea[])`)
      .where(isServed)
      .execute();
    const found = new Map(rows.map((row) => [row.token_hash.toString('base64'), row]));
    return hashes.map((hash) => found.get(hash.toString('base64')));
  }

  /** The device of a former token that has not ended. Not cached: it may end at any time. */
  async #findByFormer(hash: Buffer): Promise<DeviceIdentity | null> {
    const row = await this.#db
      .selectFrom('former_device_token')
      .innerJoin('device', 'device.key', 'former_device_token.device')
      .select('device.id')
      .where('former_device_token.token_hash', '=', hash)
      .where('former_device_token.ends_at', '>', new Date(this.#now()))
      .executeTakeFirst();
    return row ? this.byId(row.id) : null;
  }

  /** The device of this token, or null. Rejects when the database is away. */
  async find(token: string): Promise<DeviceIdentity | null> {
    if (token.length === 0 || token.length > MAX_TOKEN_LENGTH) return null;
    const hash = hashDeviceToken(token);
    const cacheKey = hash.toString('base64');
    const cached = this.#cache.get(cacheKey);
    if (cached && this.#now() - cached.at < CACHE_MS) return cached.identity;
    const forgotten = this.#forgotten;
    const row = await this.#byHash.find(hash);
    return row ? this.#keep(cacheKey, row, forgotten) : this.#findByFormer(hash);
  }

  /** The device of a client certificate that is valid now, or null. Which device it stands for is read each time. */
  async findByCertificate(certificate: ClientCertificate): Promise<DeviceIdentity | null> {
    const now = this.#now();
    if (now < certificate.from || now >= certificate.until) return null;
    const id = await deviceOfCertificate(this.#db, certificate);
    return id === null ? null : this.byId(id);
  }

  #keep(
    cacheKey: string,
    row:
      | {
          id: string;
          key: number;
          organisation_id: string;
          product_model_id: string;
          name: string;
          gateway: boolean;
          claimed_at: Date | null;
        }
      | undefined,
    forgotten: number,
  ): DeviceIdentity | null {
    this.#cache.delete(cacheKey);
    if (!row) return null;
    const identity: DeviceIdentity = {
      id: row.id,
      key: row.key,
      organisationId: row.organisation_id,
      productModelId: row.product_model_id,
      name: row.name,
      gateway: row.gateway,
      ...(row.claimed_at && { since: row.claimed_at.getTime() }),
    };
    if (forgotten !== this.#forgotten) return identity;
    if (this.#cache.size >= CACHE_LIMIT) {
      const oldest = this.#cache.keys().next();
      if (!oldest.done) this.#cache.delete(oldest.value);
    }
    this.#cache.set(cacheKey, { identity, at: this.#now() });
    return identity;
  }

  /** As `find`, also for temporary tokens. */
  async findByTemporaryToken(token: string): Promise<DeviceIdentity | null> {
    const device = await this.find(token);
    if (device || token.length === 0 || token.length > MAX_TOKEN_LENGTH) return device;
    // Not cached: it may end at any time.
    const deviceId = await this.#temporary.deviceOf(token);
    return deviceId === null ? null : this.byId(deviceId);
  }

  /** The device of this id, a UUID in lower case, for sources that authenticate themselves; through the same cache. */
  async byId(id: string): Promise<DeviceIdentity | null> {
    const cached = this.#cache.get(id);
    if (cached && this.#now() - cached.at < CACHE_MS) return cached.identity;
    const forgotten = this.#forgotten;
    return this.#keep(id, await this.#byId.find(id), forgotten);
  }

  async #findByIds(ids: readonly string[]) {
    const rows = await this.#db
      .selectFrom('device')
      .select(IDENTITY)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where(isServed)
      .execute();
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id));
  }

  /** Drops the cache of a device: call it after the device changed or was deleted. */
  forget(deviceId: string): void {
    this.#forgotten += 1;
    for (const [cacheKey, entry] of this.#cache) {
      if (entry.identity.id === deviceId) this.#cache.delete(cacheKey);
    }
  }

  /** Drops the whole cache: changes may have been missed. */
  forgetAll(): void {
    this.#forgotten += 1;
    this.#cache.clear();
  }
}
