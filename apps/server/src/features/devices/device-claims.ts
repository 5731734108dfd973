import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { platformNow } from '../../platform/clock.ts';
import { modelInOrganisation } from '../product-models/hand-over.ts';
import { isUniqueViolation } from '../../platform/storage/unique-violation.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { Database, Instant } from '../../platform/storage/schema.ts';
import type { Problem } from '../../platform/telemetry/reading.ts';

interface DeviceClaimTable {
  device_id: string;
  code_hash: Buffer;
  expires_at: Instant;
}

interface FormerKeyTable {
  key: number;
  device_id: string;
  organisation_id: string;
  ended_at: Instant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    device_claim: DeviceClaimTable;
    device_former_key: FormerKeyTable;
  }
}

/** 80 bits: 16 characters that are read out and typed without confusion. */
const CODE_BYTES = 10;
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Validity of a code, milliseconds. */
const CLAIM_CODE_MS = 24 * 60 * 60_000;

/** Secret chosen by a device: like generated codes, it is compared without case and separators. */
const SECRET = /^[A-Za-z0-9]{12,64}$/;

function hashClaimCode(code: string): Buffer {
  return createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .digest();
}

function makeClaimCode(): string {
  const bits = [...randomBytes(CODE_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)] ?? '');
  return (letters.join('').match(/.{4}/g) ?? []).join('-');
}

/** Transfers devices to another owner by a code that works once. */
export class DeviceClaims {
  readonly #db: Kysely<Database>;
  readonly #now: () => number;

  constructor(db: Kysely<Database>, now: () => number = platformNow) {
    this.#db = db;
    this.#now = now;
  }

  /** Makes the code of a device; an earlier one becomes void. Only its hash is stored. */
  async make(deviceId: string): Promise<{ code: string; expiresAt: Date }> {
    const code = makeClaimCode();
    const expiresAt = new Date(this.#now() + CLAIM_CODE_MS);
    const values = { code_hash: hashClaimCode(code), expires_at: expiresAt };
    await this.#db
      .insertInto('device_claim')
      .values({ device_id: deviceId, ...values })
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
      .execute();
    return { code, expiresAt };
  }

  /**
   * Stores the secret and the duration that the device itself chose. Returns what is wrong with them, or null. A
   * secret that can be guessed would give the device to anybody, so it must not be empty.
   */
  async offer(deviceId: string, request: JsonValue): Promise<Problem | null> {
    const offered = typeof request === 'object' && request !== null && !Array.isArray(request) ? request : {};
    const { secretKey, durationMs = CLAIM_CODE_MS } = offered;
    if (typeof secretKey !== 'string' || !SECRET.test(secretKey)) {
      return { field: 'secretKey', reason: 'must have 12 to 64 letters or digits' };
    }
    if (typeof durationMs !== 'number' || !(durationMs > 0)) {
      return { field: 'durationMs', reason: 'must be a number of milliseconds' };
    }
    const expiresAt = new Date(this.#now() + Math.min(durationMs, CLAIM_CODE_MS));
    const values = { code_hash: hashClaimCode(secretKey), expires_at: expiresAt };
    try {
      await this.#db
        .insertInto('device_claim')
        .values({ device_id: deviceId, ...values })
        .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
        .execute();
    } catch (error) {
      if (isUniqueViolation(error)) {
        return { field: 'secretKey', reason: 'is in use by another device' };
      }
      throw error;
    }
    return null;
  }

  /**
   * Moves the device of this code into an organisation, removes it from groups and shares, and deletes the code. What it
   * measured until now stays with the former owner. Null when the code is unknown or expired.
   */
  async redeem(
    organisationId: string,
    code: string,
  ): Promise<{ deviceId: string; formerOrganisationId: string } | null> {
    return this.#db.transaction().execute(async (transaction) => {
      // Deleted first: only one of two claimers succeeds.
      const claim = await transaction
        .deleteFrom('device_claim')
        .where('code_hash', '=', hashClaimCode(code))
        .where('expires_at', '>', new Date(this.#now()))
        .returning('device_id')
        .executeTakeFirst();
      if (!claim) return null;
      const device = await transaction
        .selectFrom('device')
        .select(['organisation_id', 'product_model_id', 'key'])
        .where('id', '=', claim.device_id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (device.organisation_id !== organisationId) {
        await this.#leaveOwner(transaction, claim.device_id);
        const modelId = await modelInOrganisation(transaction, device.product_model_id, organisationId);
        const at = new Date(this.#now());
        await moveToOrganisation(transaction, claim.device_id, organisationId, modelId, at);
        const former = { key: device.key, organisation_id: device.organisation_id };
        await transaction
          .insertInto('device_former_key')
          .values({ ...former, device_id: claim.device_id, ended_at: at })
          .execute();
      }
      return {
        deviceId: claim.device_id,
        formerOrganisationId: device.organisation_id,
      };
    });
  }

  /** Ends a device's shares, waiting commands and group memberships; a gateway loses its devices. */
  async #leaveOwner(transaction: Transaction<Database>, deviceId: string): Promise<void> {
    await transaction
      .updateTable('device_share')
      .set({ stopped_at: new Date(this.#now()) })
      .where('device_id', '=', deviceId)
      .where('stopped_at', 'is', null)
      .execute();
    // Waiting commands belong to the former owner.
    await transaction
      .updateTable('command')
      .set({ state: 'failed', error: 'the device changed hands', finished_at: new Date(this.#now()) })
      .where('state', '=', 'queued')
      .where('device', '=', (eb) => eb.selectFrom('device').select('key').where('id', '=', deviceId))
      .execute();
    // What was wrong with the messages of the former owner, with parts of them.
    const ofDevice = sql`(select key from device where id = ${deviceId})`;
    await sql`delete from device_problem where device = ${ofDevice}`.execute(transaction);
    await sql`delete from device_rejection where device = ${ofDevice}`.execute(transaction);
    await transaction.deleteFrom('device_group_member').where('device_id', '=', deviceId).execute();
    // The devices of a gateway leave it: gateways belong to one organisation.
    await transaction
      .updateTable('device')
      .set({ gateway_id: null, name_at_gateway: null })
      .where('gateway_id', '=', deviceId)
      .execute();
  }
}

/** Makes an organisation the owner of a device, which gets a name that is free there and a key without readings. */
async function moveToOrganisation(
  transaction: Transaction<Database>,
  deviceId: string,
  organisationId: string,
  productModelId: string,
  at: Date,
): Promise<void> {
  await transaction
    .updateTable('device')
    .set({
      organisation_id: organisationId,
      key: sql<number>`default`,
      claimed_at: at,
      rejected_count: sql<string>`0`,
      // Whoever claims it is not asked for another name.
      name: sql<string>`free_device_name(${organisationId}, name, left(id::text, 8))`,
      product_model_id: productModelId,
      import_id: null,
      // It leaves its gateway, which belongs to the former owner.
      gateway_id: null,
      name_at_gateway: null,
      // An uploaded image stays with its owner.
      picture: sql<string | null>`nullif(regexp_replace(picture, '^/files/.*', ''), '')`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', deviceId)
    .execute();
}
