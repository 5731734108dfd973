import { X509Certificate } from 'node:crypto';
import { sql, type Kysely, type Selection } from 'kysely';
import type { Grants } from '../../platform/auth/grants/grants.ts';
import type { ClientCertificate } from '../../platform/client-certificate.ts';
import { fingerprintOf } from '../../platform/client-certificate.ts';
import { platformNow } from '../../platform/clock.ts';
import type { Database, DefaultInstant, Instant } from '../../platform/storage/schema.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';
import { isUniqueViolation } from '../../platform/storage/unique-violation.ts';

interface DeviceCertificateTable {
  device_id: string;
  fingerprint: Buffer;
  subject: string;
  ends_at: Instant;
  created_at: DefaultInstant;
}

declare module '../../platform/storage/schema.ts' {
  interface Database {
    device_certificate: DeviceCertificateTable;
  }
}

/** Longest stored subject. */
const MAX_SUBJECT = 200;
const COLUMNS = [
  sql<string>`encode(fingerprint, 'hex')`.as('fingerprint'),
  'subject',
  'ends_at as endTime',
] as const;

type DeviceCertificateRow = Selection<Database, 'device_certificate', (typeof COLUMNS)[number]>;

/** Client certificates of devices. */
export class DeviceCertificates {
  readonly #db: Kysely<Database>;
  readonly #grants: Pick<Grants, 'changed'>;

  constructor(db: Kysely<Database>, grants: Pick<Grants, 'changed'>) {
    this.#db = db;
    this.#grants = grants;
  }

  /** Undefined: the device has none. */
  async of(deviceId: string): Promise<DeviceCertificateRow | undefined> {
    return this.#db
      .selectFrom('device_certificate')
      .select(COLUMNS)
      .where('device_id', '=', deviceId)
      .executeTakeFirst();
  }

  /**
   * Gives a device another certificate (PEM), or takes it away (null); its connections end. 'unreadable': it is no certificate,
   * 'ended': it is not valid any more, 'taken': another device has it.
   */
  async set(deviceId: string, pem: string | null): Promise<'done' | 'unreadable' | 'ended' | 'taken'> {
    const wrong = pem === null ? await this.#remove(deviceId) : await this.#store(deviceId, pem);
    if (wrong) return wrong;
    await this.#grants.changed({ of: 'device', id: deviceId });
    return 'done';
  }

  async #remove(deviceId: string): Promise<null> {
    await this.#db.deleteFrom('device_certificate').where('device_id', '=', deviceId).execute();
    return null;
  }

  async #store(deviceId: string, pem: string): Promise<'unreadable' | 'ended' | 'taken' | null> {
    const certificate = readCertificate(pem);
    if (!certificate) return 'unreadable';
    const endsAt = new Date(certificate.validTo);
    if (endsAt.getTime() <= platformNow()) return 'ended';
    const values = {
      fingerprint: fingerprintOf(certificate),
      subject: certificate.subject.replaceAll('\n', ', ').slice(0, MAX_SUBJECT),
      ends_at: endsAt,
    };
    try {
      await this.#db
        .insertInto('device_certificate')
        .values({ device_id: deviceId, ...values })
        .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
        .execute();
      return null;
    } catch (error) {
      if (isUniqueViolation(error, 'device_certificate_once')) return 'taken';
      throw error;
    }
  }
}

function readCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

/**
 * The id of the device that a client certificate stands for: the device to which it was given; else, of the devices' own
 * authority, the one that its common name names and that has no other certificate.
 */
export async function deviceOfCertificate(
  db: Kysely<Database>,
  { fingerprint, commonName, isOfDeviceCa }: ClientCertificate,
): Promise<string | null> {
  const given = await db
    .selectFrom('device_certificate')
    .select('device_id')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  if (given) return given.device_id;
  if (!isOfDeviceCa || commonName === null || !isUuid(commonName)) return null;
  const named = await db
    .selectFrom('device')
    .select('id')
    .where('id', '=', commonName)
    .where(sql<boolean>`not exists (select from device_certificate c where c.device_id = device.id)`)
    .executeTakeFirst();
  return named?.id ?? null;
}
