import type { Pool } from 'pg';
import type { Logger } from '../../platform/logger.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import type { Blobs } from '../files/blob-store.ts';
import type { FileRepository } from '../files/repository.ts';
import type { OrganisationExports } from '../organisation-archive/exports.ts';

/** Devices or files of one step. */
const STEP = 100;

export interface DeletionNeeds {
  readonly pool: Pool;
  readonly log: Logger;
  readonly devices: Pick<DeviceRepository, 'remove' | 'removeFormer'>;
  readonly files: Pick<FileRepository, 'remove' | 'ofOrganisation'>;
  readonly blobs: Pick<Blobs, 'removeAll'>;
  readonly exports: Pick<OrganisationExports, 'removeAll'>;
}

/** Why an organisation is not deleted. */
export type DeletionRefusal = 'missing' | 'name' | 'operator';

/**
 * Deletes organisations for good: readings, files and rows go piece by piece behind the call, which a stop of the server
 * only interrupts. Nobody works in it meanwhile. Its audit log stays.
 */
export class OrganisationDeletion {
  readonly #needs: DeletionNeeds;

  constructor(needs: DeletionNeeds) {
    this.#needs = needs;
  }

  /** Marks it; null when it is marked. @param name as it was typed */
  async begin(id: string, name: string): Promise<DeletionRefusal | null> {
    const { pool } = this.#needs;
    const { rows } = await pool.query<{ name: string; holdsOperator: boolean }>(
      `select name, exists (select from member m where m.organisation_id = o.id and m.installation_operator
         and not exists (select from active_membership a
           where a.user_id = m.id and a.organisation_id <> o.id)) as "holdsOperator"
       from organisation o where id = $1`,
      [id],
    );
    const [organisation] = rows;
    if (!organisation) return 'missing';
    if (organisation.name !== name) return 'name';
    // The installation would have an operator who cannot log in.
    if (organisation.holdsOperator) return 'operator';
    await pool.query(
      `update organisation set suspended_at = coalesce(suspended_at, platform_now()),
         deleting_at = coalesce(deleting_at, platform_now()) where id = $1`,
      [id],
    );
    return null;
  }

  /** Goes on with those that are marked, such as after a start. */
  async goOn(): Promise<void> {
    const { rows } = await this.#needs.pool.query<{ id: string }>(
      'select id from organisation where deleting_at is not null order by deleting_at',
    );
    for (const { id } of rows) await this.erase(id);
  }

  /** Deletes a marked one. Only one server does it at a time. */
  async erase(id: string): Promise<void> {
    const { pool, log } = this.#needs;
    const client = await pool.connect();
    try {
      const held = await client.query<{ mine: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 163)) as mine',
        [id],
      );
      if (held.rows[0]?.mine !== true) return;
      try {
        await this.#erase(id);
        log.info({ organisation: id }, 'an organisation was deleted for good');
      } finally {
        await client.query('select pg_advisory_unlock(hashtextextended($1, 163))', [id]);
      }
    } catch (error) {
      log.error(
        { err: error, organisation: id },
        'an organisation could not be deleted; the next start goes on',
      );
    } finally {
      client.release();
    }
  }

  async #erase(id: string): Promise<void> {
    const { pool, devices, files, blobs, exports } = this.#needs;
    for (;;) {
      const { rows } = await pool.query<{ id: string }>(
        `select id from device where organisation_id = $1 order by id limit ${STEP}`,
        [id],
      );
      if (rows.length === 0) break;
      for (const device of rows) await devices.remove(id, device.id);
    }
    await devices.removeFormer(id);
    for (;;) {
      const found = await files.ofOrganisation(id, STEP);
      if (found.length === 0) break;
      for (const file of found) await files.remove(file, () => blobs.removeAll(file.sha256));
    }
    await exports.removeAll(id);
    await this.#removeRows(id);
  }

  /** What is left, and the accounts that belong nowhere any more. */
  async #removeRows(id: string): Promise<void> {
    const client = await this.#needs.pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ id: string }>(
        'select user_id as id from membership where organisation_id = $1',
        [id],
      );
      await client.query('delete from organisation where id = $1', [id]);
      await client.query(
        `delete from app_user u where u.id = any($1::uuid[]) and not u.installation_operator
           and not exists (select from membership m where m.user_id = u.id)`,
        [rows.map((row) => row.id)],
      );
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }
}
