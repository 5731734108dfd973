import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { listTables, quoteIdentifier, readSequences } from './tables.ts';

/** First line of a backup. */
export interface BackupHeader {
  readonly format: 'farm3d-backup';
  readonly version: 1;
  readonly createdAt: string;
  readonly migrations: readonly string[];
  readonly sequences: Readonly<Record<string, string>>;
}

/** Content of a backup. */
export interface BackupSummary {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
}

/** Bytes of a file in one line, before base64. */
const FILE_CHUNK_BYTES = 48 * 1024;

/**
 * Writes one compressed file, with the server running or stopped: all tables by COPY of one snapshot, and the
 * uploaded files of the data folder. It gets its name when it is complete and synced. It contains all secrets: only
 * its owner can read it.
 */
export async function writeBackup(
  pool: Pool,
  path: string,
  filesFolder: string | null,
): Promise<BackupSummary> {
  const unfinished = `${path}.unfinished`;
  const summary = { tables: 0, rows: 0, files: 0 };
  try {
    await pipeline(
      () => lines(pool, filesFolder, summary),
      createGzip({ level: 6 }),
      createWriteStream(unfinished, { mode: 0o600 }),
    );
    const file = await open(unfinished, 'r+');
    await file.sync();
    const { size } = await file.stat();
    await file.close();
    await rename(unfinished, path);
    return { ...summary, bytes: size };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function* lines(
  pool: Pool,
  filesFolder: string | null,
  summary: { tables: number; rows: number; files: number },
): AsyncGenerator<Buffer | string> {
  const client = await pool.connect();
  try {
    // One snapshot for all tables.
    await client.query('begin isolation level repeatable read read only');
    const tables = await listTables(client);
    const migrations = await client.query<{ name: string }>(
      'select name from schema_migration order by name',
    );
    const header: BackupHeader = {
      format: 'farm3d-backup',
      version: 1,
      createdAt: new Date().toISOString(),
      migrations: migrations.rows.map(({ name }) => name),
      sequences: await readSequences(client),
    };
    yield `${JSON.stringify(header)}\n`;
    for (const { name, columns } of tables) {
      yield `${JSON.stringify({ table: name, columns })}\n`;
      const list = columns.map(quoteIdentifier).join(', ');
      const copy = client.query(copyTo(`copy (select ${list} from ${quoteIdentifier(name)}) to stdout`));
      for await (const chunk of copy as AsyncIterable<Buffer>) yield chunk;
      // No row of COPY's text format is this.
      yield '\\.\n';
      summary.tables += 1;
      summary.rows += copy.rowCount;
    }
    await client.query('commit');
  } finally {
    client.release();
  }
  // Files are named by their content and never change: those of the rows above all exist.
  for (const path of filesFolder === null ? [] : await filesBelow(filesFolder)) {
    yield `${JSON.stringify({ file: relative(filesFolder ?? '', path) })}\n`;
    for await (const chunk of createReadStream(path, { highWaterMark: FILE_CHUNK_BYTES })) {
      yield `${(chunk as Buffer).toString('base64')}\n`;
    }
    yield '\\.\n';
    summary.files += 1;
  }
  yield `${JSON.stringify({ end: true, ...summary })}\n`;
}

async function filesBelow(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('incoming'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
