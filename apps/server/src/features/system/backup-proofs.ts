import { access, constants } from 'node:fs/promises';
import type { Pool } from 'pg';
import type { ServerConfig } from '../../platform/config/settings.ts';
import type { Logger } from '../../platform/logger.ts';
import { ProofDatabases } from '../../platform/storage/backup/proof-databases.ts';
import type { DiskSpace } from '../../platform/storage/disk-space.ts';
import { isUniqueViolation } from '../../platform/storage/unique-violation.ts';
import { lacksSpace, type Outcome, outcomeOf, type Proof, ProofEnd } from './proof-outcome.ts';

/** Interval of the signs of life of a running proof, milliseconds. */
const BEAT_MS = 1_000;
/** The server of a proof without a sign of life for this time has died. */
const STALLED = '30 seconds';
/** How often proofs of servers that died are looked for, milliseconds. */
const SWEEP_MS = 60_000;

/** At most so many uploads are named in the log. */
const LOGGED_UPLOADS = 20;

/** Why none was begun. */
type ProofRefusal = 'none' | 'place' | 'running' | 'space';

const IS_RUNNING = 'proof_id is not null and proof_finished_at is null';
const IS_STALLED = `${IS_RUNNING} and proof_seen_at < platform_now() - interval '${STALLED}'`;
const RUNNING_IDS = `select replace(proof_id::text, '-', '') from backup_record where ${IS_RUNNING}`;
const COLUMNS = `case when ${IS_STALLED} then 'interrupted' when proof_finished_at is null then 'running'
    else coalesce(proof_problem, 'proven') end as state,
  finished_at as "backupTime", proof_begun_at as "beginTime", proof_finished_at as "finishTime",
  coalesce(proof_rows, 0)::float8 as rows, rows::float8 as "totalRows", proof_upload as upload`;

/** The newest backup, unless it is being proved. */
const CLAIM_SQL = `update backup_record set proof_id = gen_random_uuid(), proof_begun_at = platform_now(), proof_seen_at = platform_now(),
    proof_finished_at = null, proof_rows = 0, proof_problem = null, proof_upload = null
  where finished_at = (select max(finished_at) from backup_record) and path is not null and not (${IS_RUNNING})
  returning proof_id as id, path, rows::float8 as rows, files`;

/** How a proof ended, and the upload that is why. */
interface Verdict {
  readonly outcome: Outcome;
  readonly upload?: string | undefined;
}

interface Claim {
  readonly id: string;
  readonly path: string;
  readonly rows: number;
  readonly files: number;
}

/** Proves the last backup: restores it into a database of its own. One at a time, of all servers of the installation. */
export class BackupProofs {
  readonly #pool: Pool;
  readonly #databases: ProofDatabases;
  readonly #disk: Pick<DiskSpace, 'spaces' | 'onDatabaseFull'>;
  readonly #holdsUploads: boolean;
  readonly #log: Logger;
  /** Those of this server: a cancelled one may still be ending when the next begins. */
  readonly #own = new Map<AbortController, Promise<void>>();
  #sweeper: NodeJS.Timeout | undefined;
  /** Looking for what servers left, which the database is needed for. */
  #tending: Promise<void> = Promise.resolve();

  constructor(needs: {
    readonly pool: Pool;
    readonly databaseUrl: string;
    readonly disk: Pick<DiskSpace, 'spaces' | 'onDatabaseFull'>;
    readonly log: Logger;
    readonly config: Pick<ServerConfig, 's3'>;
  }) {
    this.#pool = needs.pool;
    this.#databases = new ProofDatabases(needs.pool, needs.databaseUrl, needs.log);
    this.#disk = needs.disk;
    // Those of a bucket are in no backup.
    this.#holdsUploads = !needs.config.s3;
    this.#log = needs.log;
  }

  /** @param isAlone whether no other server can be making a proof: one that runs was left by this one's predecessor */
  start(isAlone: boolean): void {
    this.#sweeper = setInterval(() => (this.#tending = this.#tend(IS_STALLED)), SWEEP_MS);
    this.#sweeper.unref();
    this.#tending = this.#tend(isAlone ? IS_RUNNING : IS_STALLED);
  }

  /** Ends the own ones. */
  async stop(): Promise<void> {
    clearInterval(this.#sweeper);
    for (const controller of this.#own.keys()) controller.abort(new ProofEnd('interrupted'));
    await Promise.all([...this.#own.values(), this.#tending]);
  }

  /** The last one that was begun; null: none. */
  async last(): Promise<Proof | null> {
    const { rows } = await this.#pool.query<Proof>(
      `select ${COLUMNS} from backup_record where proof_id is not null order by proof_begun_at desc limit 1`,
    );
    return rows[0] ?? null;
  }

  /** Begins one behind the call, or says why not. */
  async begin(): Promise<Proof | ProofRefusal> {
    await this.#sweep(IS_STALLED);
    const { rows } = await this.#pool.query<{ path: string | null; bytes: number }>(
      `select path, pg_database_size(current_database())::float8 as bytes
       from backup_record order by finished_at desc limit 1`,
    );
    const [newest] = rows;
    if (!newest) return 'none';
    if (newest.path === null) return 'place';
    if (lacksSpace(await this.#disk.spaces(), newest.bytes)) return 'space';
    const claim = await this.#claim();
    if (!claim) return 'running';
    const controller = new AbortController();
    const done = this.#run(claim, controller).finally(() => this.#own.delete(controller));
    this.#own.set(controller, done);
    return (await this.last()) ?? 'none';
  }

  /** Ends the one that runs, on whichever server; false: none does. */
  async cancel(): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update backup_record set proof_finished_at = platform_now(), proof_problem = 'cancelled'
       where ${IS_RUNNING} and not (${IS_STALLED})`,
    );
    // On another server it ends with its next sign of life.
    for (const controller of this.#own.keys()) controller.abort(new ProofEnd('cancelled'));
    return rowCount === 1;
  }

  async #claim(): Promise<Claim | undefined> {
    try {
      return (await this.#pool.query<Claim>(CLAIM_SQL)).rows[0];
    } catch (error) {
      if (isUniqueViolation(error, 'backup_record_proof_running')) return undefined;
      throw error;
    }
  }

  /** Ends proofs whose servers died. */
  async #sweep(condition: string): Promise<void> {
    await this.#pool.query(
      `update backup_record set proof_finished_at = platform_now(), proof_problem = 'interrupted' where ${condition}`,
    );
  }

  /** The same, and drops what they left. */
  async #tend(condition: string): Promise<void> {
    try {
      await this.#sweep(condition);
      await this.#databases.dropLeft(RUNNING_IDS);
    } catch (error) {
      this.#log.warn({ err: error }, 'what proofs of backups left behind cannot be removed');
    }
  }

  async #run(claim: Claim, controller: AbortController): Promise<void> {
    const progress = { rows: 0 };
    const beat = setInterval(() => void this.#beat(claim.id, progress.rows, controller), BEAT_MS);
    const ignoreDisk = this.#disk.onDatabaseFull(() => controller.abort(new ProofEnd('disk')));
    const { outcome, upload } = await this.#prove(claim, controller.signal, () => (progress.rows += 1));
    clearInterval(beat);
    ignoreDisk();
    try {
      await this.#pool.query(
        `update backup_record set proof_finished_at = platform_now(), proof_rows = $2, proof_problem = $3,
           proof_upload = $4
         where proof_id = $1 and proof_finished_at is null`,
        [claim.id, progress.rows, outcome === 'proven' ? null : outcome, upload],
      );
    } catch (error) {
      this.#log.error({ err: error, outcome }, 'the outcome of the proof of a backup cannot be stored');
    }
  }

  /** A sign of life. Without its row it was cancelled, or taken for dead. */
  async #beat(id: string, rows: number, controller: AbortController): Promise<void> {
    try {
      const { rowCount } = await this.#pool.query(
        `update backup_record set proof_seen_at = platform_now(), proof_rows = $2
         where proof_id = $1 and proof_finished_at is null`,
        [id, rows],
      );
      if (rowCount === 0) controller.abort(new ProofEnd('cancelled'));
    } catch (error) {
      this.#log.warn({ err: error }, 'the progress of the proof of a backup cannot be stored');
    }
  }

  async #prove(claim: Claim, signal: AbortSignal, onRow: () => void): Promise<Verdict> {
    const { id, path, rows, files } = claim;
    try {
      await access(path, constants.R_OK);
      const read = await this.#databases.restore(id.replaceAll('-', ''), path, signal, onRow);
      if (this.#holdsUploads && read.damaged.length > 0) {
        this.#log.warn(
          { path, uploads: read.damaged.slice(0, LOGGED_UPLOADS) },
          'a backup lacks uploads, or holds them damaged',
        );
        return { outcome: 'uploads', upload: read.damaged[0] };
      }
      return { outcome: read.rows === rows && read.files === files ? 'proven' : 'different' };
    } catch (error) {
      const outcome = outcomeOf(error);
      this.#log.warn({ err: error, path, outcome }, 'a backup was not proved');
      return { outcome };
    }
  }
}
