import type { Pool } from 'pg';
import type { Logger } from '../../logger.ts';
import { openSibling } from '../database-provider.ts';
import { migrate } from '../migrate.ts';
import { readBackup, type RestoreSummary } from './read-backup.ts';
import { quoteIdentifier } from './tables.ts';

/** Names of the databases of this installation: others in the same PostgreSQL have another oid. */
const PREFIX = `(select 'farm3d_proof_' || oid || '_' from pg_database where datname = current_database())`;

/** Made like the own database; template0, because somebody may be connected to the usual template. */
const CREATE_SQL = `select format('create database %I template template0 encoding %L lc_collate %L lc_ctype %L',
    ${PREFIX} || $1::text, pg_encoding_to_char(encoding), datcollate, datctype) as statement,
  ${PREFIX} || $1::text as name
  from pg_database where datname = current_database()`;

/** Databases beside the own one into which backups are restored, to prove them. */
export class ProofDatabases {
  readonly #pool: Pool;
  readonly #url: string;
  readonly #log: Logger;

  constructor(pool: Pool, databaseUrl: string, log: Logger) {
    this.#pool = pool;
    this.#url = databaseUrl;
    this.#log = log;
  }

  /**
   * Restores a backup into a new database and drops that, whatever happens.
   * @param id hex digits that no other proof has
   * @throws as `readBackup`, the error of PostgreSQL where it makes none, the reason of the signal when it aborts
   */
  async restore(id: string, path: string, signal: AbortSignal, onRow: () => void): Promise<RestoreSummary> {
    const { rows } = await this.#pool.query<{ statement: string; name: string }>(CREATE_SQL, [id]);
    const { statement = '', name = '' } = rows[0] ?? {};
    try {
      await this.#pool.query(statement);
      signal.throwIfAborted();
      const pool = openSibling(this.#url, name, this.#log);
      try {
        await migrate(pool);
        return await readBackup(pool, path, { replace: true, filesFolder: null, signal, onRow });
      } finally {
        await pool.end();
      }
    } finally {
      await this.#drop(name);
    }
  }

  /**
   * Drops those that servers left behind when they died.
   * @param running SQL of the ids of the proofs that still run
   */
  async dropLeft(running: string): Promise<void> {
    const { rows } = await this.#pool.query<{ name: string }>(
      `select datname as name from pg_database where starts_with(datname, ${PREFIX})
       and not exists (select from (${running}) as proof (id) where datname = ${PREFIX} || proof.id)`,
    );
    for (const { name } of rows) await this.#drop(name);
  }

  /** One that cannot be dropped now is dropped later: it must not hide what became of the proof. */
  async #drop(name: string): Promise<void> {
    try {
      await this.#pool.query(`drop database if exists ${quoteIdentifier(name)} with (force)`);
    } catch (error) {
      this.#log.error({ err: error, database: name }, 'the database of a proof cannot be dropped');
    }
  }
}
