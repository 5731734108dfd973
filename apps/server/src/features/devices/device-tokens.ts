import type { Pool, PoolClient } from 'pg';
import type { Grants } from '../../platform/auth/grants/grants.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import type { Logger } from '../../platform/logger.ts';
import { inTransaction } from '../../platform/storage/transaction.ts';
import { hashDeviceToken, makeDeviceToken } from './credentials.ts';

/** Interval of the check for former tokens that end, milliseconds. */
const SWEEP_INTERVAL_MS = 5_000;
/** SQLSTATE unique_violation. */
const UNIQUE_VIOLATION = '23505';

export interface RotatedToken {
  /** Returned only here: its hash is stored. */
  readonly token: string;
  /** Until when the former token works, too; null: it has ended. */
  readonly formerEndsAt: Date | null;
}

/** Changes tokens of devices. A former token works beside the new one until its end. */
export class DeviceTokens {
  readonly #pool: Pool;
  readonly #grants: Pick<Grants, 'changed'>;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #log: Logger;
  #sweeper: NodeJS.Timeout | undefined;

  constructor(options: {
    pool: Pool;
    grants: Pick<Grants, 'changed'>;
    clock: Pick<Clock, 'now'>;
    log: Logger;
  }) {
    this.#pool = options.pool;
    this.#grants = options.grants;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  start(): void {
    this.#sweeper = setInterval(() => void this.#sweep(), SWEEP_INTERVAL_MS);
    this.#sweeper.unref();
  }

  stop(): void {
    clearInterval(this.#sweeper);
  }

  /** Whether one of these tokens belongs, or lately belonged, to a device. */
  async inUse(tokens: readonly string[]): Promise<boolean> {
    return isInUse(this.#pool, tokens.map(hashDeviceToken));
  }

  /** Null when `token` is in use. Default: a generated one. An earlier former token ends at once. */
  async rotate(
    { id, key }: Pick<DeviceIdentity, 'id' | 'key'>,
    { token, keepFormerMs }: { token: string | undefined; keepFormerMs: number },
  ): Promise<RotatedToken | null> {
    const made = makeDeviceToken(token);
    const formerEndsAt = keepFormerMs > 0 ? new Date(this.#clock.now() + keepFormerMs) : null;
    const outcome = await inTransaction(this.#pool, async (client) => {
      await client.query('select from device where key = $1 for update', [key]);
      if (await isInUse(client, [made.hash])) return 'taken';
      const ended = await client.query('delete from former_device_token where device = $1', [key]);
      if (formerEndsAt) {
        await client.query(
          'insert into former_device_token (token_hash, device, ends_at) select token_hash, key, $2 from device where key = $1',
          [key, formerEndsAt],
        );
      }
      await client.query('update device set token_hash = $2 where key = $1', [key, made.hash]);
      return formerEndsAt === null || ended.rowCount !== 0 ? 'ended' : 'kept';
    }).catch((error: unknown) => {
      // Another device got this token at the same moment.
      if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return 'taken';
      throw error;
    });
    if (outcome === 'taken') return null;
    if (outcome === 'ended') await this.#grants.changed({ of: 'device', id });
    return { token: made.token, formerEndsAt };
  }

  /** Former tokens whose time is over: connections that were opened with them are closed. */
  async #sweep(): Promise<void> {
    try {
      const { rows } = await this.#pool.query<{ id: string }>(
        `delete from former_device_token f using device d
         where d.key = f.device and f.ends_at <= $1 returning d.id`,
        [new Date(this.#clock.now())],
      );
      for (const { id } of rows) await this.#grants.changed({ of: 'device', id });
    } catch (error) {
      this.#log.warn({ err: error }, 'former device tokens could not be ended');
    }
  }
}

async function isInUse(client: Pool | PoolClient, hashes: readonly Buffer[]): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from device where token_hash = any($1::bytea[])
     union all select from former_device_token where token_hash = any($1::bytea[]) limit 1`,
    [hashes],
  );
  return rowCount !== 0;
}
