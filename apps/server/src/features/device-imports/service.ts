import type { Pool } from 'pg';
import { platformNow } from '../../platform/clock.ts';
import type { ServerEvents } from '../../platform/events.ts';
import type { Logger } from '../../platform/logger.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';
import { isOverQuota } from '../../platform/storage/quota-violation.ts';
import { isUniqueViolation } from '../../platform/storage/unique-violation.ts';
import { READING_TABLES } from '../../platform/storage/reading-tables.ts';
import { breathe, checkRows, SLICE, type ImportDraft, type RowError } from './check-rows.ts';

/** How long generated tokens wait to be fetched, milliseconds. */
const TOKENS_MS = 60 * 60_000;
/** Jobs of a list. */
const LISTED = 50;
/** A job without progress for this time was interrupted by a stop of its server. */
const STALLED = '5 minutes';

export interface ImportJob {
  readonly id: string;
  readonly state: 'running' | 'done' | 'failed' | 'undoing' | 'undone';
  readonly total: number;
  readonly done: number;
  readonly errors: readonly RowError[];
  readonly createdAt: Date;
}

interface Token {
  readonly id: string;
  readonly name: string;
  readonly accessToken: string;
}

interface Dependencies {
  readonly pool: Pool;
  readonly events: ServerEvents;
  readonly log: Logger;
  /** Closes the connections and streams of a removed device. */
  readonly release: (deviceId: string) => void;
}

const COLUMNS = `id, total, done, errors, created_at as "createdAt",
  case when state in ('running', 'undoing') and updated_at < platform_now() - interval '${STALLED}' then 'failed' else state end as state`;

/** Imports of many devices: all or none, slice by slice, and undone as a whole. */
export class DeviceImports {
  readonly #needs: Dependencies;
  readonly #tokens = new Map<string, { readonly at: number; readonly tokens: Token[] }>();

  constructor(needs: Dependencies) {
    this.#needs = needs;
  }

  /** Begins a job. */
  async start(
    organisationId: string,
    userId: string | null,
    rows: readonly unknown[],
    models: ReadonlyMap<string, string>,
  ): Promise<ImportJob> {
    const { rows: made } = await this.#needs.pool.query<ImportJob>(
      `insert into device_import (organisation_id, created_by, total) values ($1, $2, $3) returning ${COLUMNS}`,
      [organisationId, userId, rows.length],
    );
    const [job] = made;
    if (!job) throw new Error('no import was made');
    void this.#run(organisationId, job.id, rows, models).catch((error: unknown) =>
      this.#failed(job.id, error),
    );
    return job;
  }

  async list(organisationId: string): Promise<ImportJob[]> {
    const { rows } = await this.#needs.pool.query<ImportJob>(
      `select ${COLUMNS} from device_import where organisation_id = $1 order by created_at desc limit $2`,
      [organisationId, LISTED],
    );
    return rows;
  }

  async get(organisationId: string, id: string): Promise<ImportJob | null> {
    if (!isUuid(id)) return null;
    const { rows } = await this.#needs.pool.query<ImportJob>(
      `select ${COLUMNS} from device_import where organisation_id = $1 and id = $2`,
      [organisationId, id],
    );
    return rows[0] ?? null;
  }

  /** Generated tokens, once; none after an hour or a restart. */
  takeTokens(id: string): readonly Token[] {
    const kept = this.#tokens.get(id);
    this.#tokens.delete(id);
    return kept && platformNow() - kept.at < TOKENS_MS ? kept.tokens : [];
  }

  /** Begins to remove the devices of a job; false while it runs, or when nothing of it is left. */
  async undo(organisationId: string, job: ImportJob): Promise<boolean> {
    if (job.state !== 'done' && job.state !== 'failed') return false;
    const { rowCount } = await this.#needs.pool.query(
      `update device_import set state = 'undoing', updated_at = platform_now()
       where id = $1 and organisation_id = $2 and state <> 'undone'`,
      [job.id, organisationId],
    );
    if (rowCount === 0) return false;
    this.#tokens.delete(job.id);
    void this.#remove(organisationId, job.id)
      .then(() => this.#progress(job.id, 'undone'))
      .catch((error: unknown) => this.#failed(job.id, error));
    return true;
  }

  async #run(
    organisationId: string,
    id: string,
    rows: readonly unknown[],
    models: ReadonlyMap<string, string>,
  ): Promise<void> {
    const { pool, events } = this.#needs;
    const { drafts, errors } = await checkRows(pool, organisationId, rows, models);
    if (errors.length > 0) return this.#refuse(id, errors);
    const tokens: Token[] = [];
    try {
      for (let at = 0; at < drafts.length; at += SLICE) {
        const slice = drafts.slice(at, at + SLICE);
        const ids = await this.#insert(organisationId, id, slice);
        for (const [i, { name, token }] of slice.entries()) {
          const deviceId = ids[i] ?? '';
          if (token !== null) tokens.push({ id: deviceId, name, accessToken: token });
          events.emit('device-changed', { deviceId, organisationId });
        }
        await this.#progress(id, 'running', at + slice.length);
        await breathe();
      }
    } catch (error) {
      await this.#remove(organisationId, id);
      if (isOverQuota(error))
        return this.#refuse(id, [{ row: 0, field: 'devices', key: 'organisation.deviceQuota' }]);
      if (!isUniqueViolation(error)) throw error;
      // Another request created one of these devices after the check.
      return this.#refuse(id, [{ row: 0, field: 'devices', key: 'device.name.taken' }]);
    }
    for (const [known, { at }] of this.#tokens)
      if (platformNow() - at > TOKENS_MS) this.#tokens.delete(known);
    this.#tokens.set(id, { at: platformNow(), tokens });
    await this.#progress(id, 'done', drafts.length);
  }

  /** Ids in the order of the drafts. */
  async #insert(organisationId: string, importId: string, drafts: readonly ImportDraft[]): Promise<string[]> {
    const { rows } = await this.#needs.pool.query<{ id: string; token_hash: Buffer }>(
      `insert into device (organisation_id, import_id, name, product_model_id, third_id, dev_eui, serial, token_hash,
         latitude, longitude)
       select $1, $2, * from unnest($3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::bytea[],
         $9::float8[], $10::float8[]) returning id, token_hash`,
      [
        organisationId,
        importId,
        drafts.map(({ name }) => name),
        drafts.map(({ productModelId }) => productModelId),
        drafts.map(({ thirdId }) => thirdId ?? null),
        drafts.map(({ devEui }) => devEui),
        drafts.map(({ serial }) => serial),
        drafts.map(({ hash }) => hash),
        drafts.map(({ latitude }) => latitude ?? null),
        drafts.map(({ longitude }) => longitude ?? null),
      ],
    );
    const byToken = new Map(rows.map(({ id, token_hash }) => [token_hash.toString('hex'), id]));
    return drafts.map(({ hash }) => byToken.get(hash.toString('hex')) ?? '');
  }

  /** Removes the devices of a job with everything that they reported. */
  async #remove(organisationId: string, importId: string): Promise<void> {
    const { pool, events, release } = this.#needs;
    for (;;) {
      const { rows } = await pool.query<{ id: string; key: number }>(
        'select id, key from device where import_id = $1 and organisation_id = $2 order by key limit $3',
        [importId, organisationId, SLICE],
      );
      if (rows.length === 0) return;
      for (const { id } of rows) release(id);
      const keys = rows.map(({ key }) => key);
      const reported = await pool.query<{ device: number }>(
        'select distinct device from ts_newest where device = any($1::int[])',
        [keys],
      );
      const used = reported.rows.map(({ device }) => device);
      if (used.length > 0) {
        for (const table of [...READING_TABLES.map(([name]) => name), 'ts_newest'])
          await pool.query(`delete from ${table} where device = any($1::int[])`, [used]);
      }
      await pool.query('delete from device where key = any($1::int[])', [keys]);
      for (const { id } of rows) {
        release(id);
        events.emit('device-changed', { deviceId: id, organisationId });
      }
      await pool.query(
        'update device_import set done = greatest(0, done - $2), updated_at = platform_now() where id = $1',
        [importId, rows.length],
      );
      await breathe();
    }
  }

  async #progress(id: string, state: ImportJob['state'], done = 0): Promise<void> {
    await this.#needs.pool.query(
      'update device_import set state = $2, done = $3, updated_at = platform_now() where id = $1',
      [id, state, done],
    );
  }

  async #refuse(id: string, errors: readonly RowError[]): Promise<void> {
    await this.#needs.pool.query(
      `update device_import set state = 'failed', done = 0, errors = $2::jsonb, updated_at = platform_now() where id = $1`,
      [id, JSON.stringify(errors)],
    );
  }

  async #failed(id: string, error: unknown): Promise<void> {
    this.#needs.log.error({ err: error, import: id }, 'an import of devices failed');
    await this.#refuse(id, [{ row: 0, field: 'devices', key: 'server.error' }]).catch(() => undefined);
  }
}
