import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Pool } from 'pg';
import type { Logger } from '../../platform/logger.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';
import type { Blobs } from '../files/blob-store.ts';
import { writeArchive } from './write-archive.ts';

/** An archive is removed after this time. */
const KEPT = '7 days';
/** A job without progress for this time was interrupted by a stop of its server. */
const STALLED = '5 minutes';
/** Interval of the progress in the database, milliseconds. */
const PROGRESS_MS = 1_000;

interface ExportRow {
  readonly id: string;
  readonly state: 'running' | 'done' | 'failed';
  readonly progress: number;
  readonly size: number | null;
  readonly createTime: Date;
}

const STATE = `case when state = 'running' and updated_at < platform_now() - interval '${STALLED}' then 'failed' else state end`;
const COLUMNS = `id, progress, size::float8 as size, created_at as "createTime", ${STATE} as state`;

/** Archives of organisations: made behind, one at a time for each, and kept for a week. */
export class OrganisationExports {
  readonly #pool: Pool;
  readonly #blobs: Blobs;
  readonly #log: Logger;

  constructor({ pool, blobs, log }: { readonly pool: Pool; readonly blobs: Blobs; readonly log: Logger }) {
    this.#pool = pool;
    this.#blobs = blobs;
    this.#log = log;
  }

  /** The newest first. */
  async list(organisationId: string): Promise<ExportRow[]> {
    const { rows } = await this.#pool.query<ExportRow>(
      `select ${COLUMNS} from organisation_export
       where organisation_id = $1 and created_at > platform_now() - interval '${KEPT}' order by created_at desc`,
      [organisationId],
    );
    return rows;
  }

  /** Begins one; while one is made, that one. */
  async start(organisationId: string, userId: string): Promise<ExportRow> {
    await this.#removeOld(organisationId);
    const { rows } = await this.#pool.query<ExportRow>(
      `with held as (select id from organisation where id = $1 for no key update)
       insert into organisation_export (organisation_id, created_by) select held.id, $2 from held
       where not exists (select from organisation_export where organisation_id = $1 and ${STATE} = 'running')
       returning ${COLUMNS}`,
      [organisationId, userId],
    );
    const [job] = rows;
    if (job) void this.#run(organisationId, job.id);
    const running = job ?? (await this.list(organisationId))[0];
    if (!running) throw new Error('no export was begun');
    return running;
  }

  /** The bytes of an archive; null while it is not done. */
  async open(organisationId: string, id: string): Promise<{ source: Readable; size: number } | null> {
    if (!isUuid(id)) return null;
    const { rows } = await this.#pool.query<{ blob: string; size: number }>(
      `select blob, size::float8 as size from organisation_export
       where organisation_id = $1 and id = $2 and state = 'done' and created_at > platform_now() - interval '${KEPT}'`,
      [organisationId, id],
    );
    const source = rows[0] && (await this.#blobs.store.open(rows[0].blob));
    return source && rows[0] ? { source, size: rows[0].size } : null;
  }

  /** False when there is no such one. */
  async remove(organisationId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const { rows } = await this.#pool.query<{ blob: string | null }>(
      'delete from organisation_export where organisation_id = $1 and id = $2 returning blob',
      [organisationId, id],
    );
    const [removed] = rows;
    if (removed?.blob) await this.#blobs.store.remove(removed.blob);
    return removed !== undefined;
  }

  /** Removes all archives of an organisation. */
  async removeAll(organisationId: string): Promise<void> {
    const { rows } = await this.#pool.query<{ id: string }>(
      'select id from organisation_export where organisation_id = $1',
      [organisationId],
    );
    for (const { id } of rows) await this.remove(organisationId, id);
  }

  async #removeOld(organisationId: string): Promise<void> {
    const { rows } = await this.#pool.query<{ id: string }>(
      `select id from organisation_export where organisation_id = $1
       and (created_at < platform_now() - interval '${KEPT}' or ${STATE} = 'failed')`,
      [organisationId],
    );
    for (const { id } of rows) await this.remove(organisationId, id);
  }

  async #run(organisationId: string, id: string): Promise<void> {
    const path = this.#blobs.incoming.next();
    let storedAt = performance.now();
    const onProgress = async (share: number): Promise<void> => {
      if (performance.now() - storedAt < PROGRESS_MS) return;
      storedAt = performance.now();
      await this.#pool.query(
        'update organisation_export set progress = $2, updated_at = platform_now() where id = $1',
        [id, share],
      );
    };
    try {
      await writeArchive({ pool: this.#pool, store: this.#blobs.store, organisationId, path, onProgress });
      const { size } = await stat(path);
      // Not the hash of its bytes: nobody else's file has this name.
      const blob = randomBytes(32).toString('hex');
      await this.#blobs.store.put(blob, path);
      const { rowCount } = await this.#pool.query(
        `update organisation_export set state = 'done', progress = 1, blob = $2, size = $3, updated_at = platform_now()
         where id = $1`,
        [id, blob, size],
      );
      // Removed meanwhile.
      if (rowCount === 0) await this.#blobs.store.remove(blob);
    } catch (error) {
      this.#log.error({ err: error, export: id }, 'an export of an organisation failed');
      await this.#blobs.incoming.discard(path);
      await this.#pool
        .query(`update organisation_export set state = 'failed', updated_at = platform_now() where id = $1`, [
          id,
        ])
        .catch(() => undefined);
    }
  }
}
