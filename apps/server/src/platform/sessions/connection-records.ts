import type { Pool } from 'pg';
import { platformNow } from '../clock.ts';
import type { Logger } from '../logger.ts';

/** Changes are written together after this time, milliseconds: a kill in between loses them. */
const WRITE_AFTER_MS = 500;

/** Whether a device is connected, or how its last connection ended. */
export interface ConnectionRecord {
  readonly connected: boolean;
  /** Through its gateway. */
  readonly relayed: boolean;
  /** Since when, epoch ms. */
  readonly at: number;
}

/**
 * Stores which devices are connected, and to which server, so that after a restart, and in a cluster, it is known which
 * connections have ended.
 */
export class ConnectionRecords {
  readonly #pool: Pick<Pool, 'query'>;
  readonly #log: Logger;
  readonly #server: string;
  /** By key of the device. */
  #changed = new Map<number, ConnectionRecord>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** @param server name of this server in this run; empty: it is the only one */
  constructor(pool: Pick<Pool, 'query'>, log: Logger, server = '') {
    this.#pool = pool;
    this.#log = log;
    this.#server = server;
  }

  /** At the start: connections of servers that do not run any more have ended, at `now` at the latest, epoch ms. */
  async endLost(running: readonly string[], now: number = platformNow()): Promise<void> {
    await this.#pool.query(
      `update device_connection set connected = false, changed_at = to_timestamp($2::float8 / 1000)
       where connected and server <> all($1::text[])`,
      [running, now],
    );
  }

  note(deviceKey: number, record: ConnectionRecord): void {
    this.#changed.set(deviceKey, record);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref();
  }

  /** Resolves when all recorded changes are stored. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  async #write(): Promise<void> {
    const changed = this.#changed;
    if (changed.size === 0) return;
    this.#changed = new Map();
    const records = [...changed.values()];
    try {
      await this.#pool.query(
        // A device that has connected to another server meanwhile is connected to that one.
        `insert into device_connection (device, connected, relayed, changed_at, server)
         select d.key, u.connected, u.relayed, to_timestamp(u.at / 1000), $5::text
         from unnest($1::int4[], $2::bool[], $3::bool[], $4::float8[]) as u(key, connected, relayed, at)
         join device d on d.key = u.key
         on conflict (device) do update
         set connected = excluded.connected, relayed = excluded.relayed, changed_at = excluded.changed_at,
             server = excluded.server
         where excluded.connected or not device_connection.connected
           or device_connection.server = excluded.server`,
        [
          [...changed.keys()],
          records.map(({ connected }) => connected),
          records.map(({ relayed }) => relayed),
          records.map(({ at }) => at),
          this.#server,
        ],
      );
    } catch (error) {
      this.#log.warn({ err: error }, 'which devices are connected could not be stored');
      // Newer ones take their place.
      for (const [key, record] of changed) if (!this.#changed.has(key)) this.note(key, record);
    }
  }
}
