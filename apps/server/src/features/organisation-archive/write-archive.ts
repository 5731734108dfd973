import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase, Pool } from 'pg';
import ZipStream from 'zip-stream';
import { platformNow } from '../../platform/clock.ts';
import { addEntry } from '../files/archive.ts';
import type { BlobStore } from '../files/blob-store.ts';
import { ARCHIVED, LEFT_OUT } from './archived-tables.ts';

/** Rows of one fetch. */
const FETCHED = 1000;

interface Job {
  readonly pool: Pool;
  readonly store: Pick<BlobStore, 'open'>;
  readonly organisationId: string;
  /** Where the archive is written. */
  readonly path: string;
  /** Share of the work that is done, 0 … 1. */
  readonly onProgress: (share: number) => Promise<void>;
}

/**
 * Writes all that an organisation owns into a zip, as one snapshot of the database: `manifest.json`, `tables/*.jsonl`,
 * `readings/*.jsonl` by device, and `files/*`. Secrets are in none of them.
 */
export async function writeArchive(job: Job): Promise<void> {
  const client = await job.pool.connect();
  const zip = new ZipStream({ zlib: { level: 6 } });
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    const written = pipeline(zip, createWriteStream(job.path, { mode: 0o600 }));
    await Promise.all([written, fill(zip, client, job)]);
  } catch (error) {
    zip.destroy();
    throw error;
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

async function fill(zip: ZipStream, client: ClientBase, job: Job): Promise<void> {
  const { store, organisationId, onProgress } = job;
  const owned = [organisationId];
  const devices = await client.query<{ id: string; key: number }>(
    'select id, key from device where organisation_id = $1 order by id',
    owned,
  );
  const files = await client.query<{ id: string; sha256: string; extension: string }>(
    'select id, sha256, extension from file where organisation_id = $1 order by id',
    owned,
  );
  const names = Object.keys(ARCHIVED);
  const total = names.length + devices.rows.length + files.rows.length;
  let done = 0;
  const step = (): Promise<void> => onProgress(++done / total);
  const rowsOf: Record<string, number> = {};
  for (const name of names) {
    const lines = countedLines(client, tableQuery(name, organisationId));
    await addEntry(zip, Readable.from(lines.read(), { objectMode: false }), { name: `tables/${name}.jsonl` });
    rowsOf[name] = lines.count();
    await step();
  }
  for (const { id, key } of devices.rows) {
    const lines = countedLines(client, readingsQuery(key));
    await addEntry(zip, Readable.from(lines.read(), { objectMode: false }), { name: `readings/${id}.jsonl` });
    await step();
  }
  const missing: string[] = [];
  for (const { id, sha256, extension } of files.rows) {
    const source = await store.open(sha256);
    if (source) await addEntry(zip, source, { name: `files/${id}.${extension}`, store: true });
    else missing.push(id);
    await step();
  }
  const manifest = {
    format: 'farm3d-organisation',
    version: 1,
    organisationId,
    createdAt: new Date(platformNow()).toISOString(),
    rows: rowsOf,
    devices: devices.rows.length,
    files: files.rows.length - missing.length,
    missingFiles: missing,
    leftOut: LEFT_OUT,
  };
  await addEntry(zip, `${JSON.stringify(manifest, null, 2)}\n`, { name: 'manifest.json' });
  zip.finish();
}

/** The rows of a table as JSON. A cursor takes no parameters: the id is one of ours. */
function tableQuery(name: string, organisationId: string): string {
  const { where, omit = [] } = ARCHIVED[name] ?? { where: 'false' };
  const condition = where.replaceAll('$', `'${organisationId}'::uuid`);
  const columns = `'{${omit.join(',')}}'::text[]`;
  return `select (to_jsonb(t) - ${columns})::text as line from "${name}" t where ${condition}`;
}

const readingsQuery = (device: number): string =>
  `select jsonb_build_object('ts', t.ts, 'values', t.values)::text as line
   from ts_readings(${device}, '-infinity', 'infinity', null) t order by t.ts`;

/** Rows of a query as lines, fetched as they are written. */
function countedLines(client: ClientBase, query: string) {
  let rows = 0;
  return {
    count: () => rows,
    async *read(): AsyncGenerator<string> {
      await client.query(`declare archived no scroll cursor for ${query}`);
      for (;;) {
        const fetched = await client.query<{ line: string }>(`fetch ${FETCHED} from archived`);
        if (fetched.rows.length === 0) break;
        rows += fetched.rows.length;
        yield fetched.rows.map(({ line }) => `${line}\n`).join('');
      }
      await client.query('close archived');
    },
  };
}
