import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { once } from 'node:events';
import { createGunzip } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartupError } from '../../startup-error.ts';
import { apply, compareMigrations, readMigrations, remake } from '../migrate.ts';
import { inTransaction } from '../transaction.ts';
import { listTables, quoteIdentifier, type TableShape } from './tables.ts';
import type { BackupHeader } from './write-backup.ts';

/** A line that announces the next part. */
interface Part {
  readonly table?: string;
  readonly columns?: readonly string[];
  readonly file?: string;
  readonly end?: boolean;
  readonly rows?: number;
}

export interface RestoreSummary {
  readonly createdAt: string;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** Uploads that the database names and the backup lacks, or holds with other bytes: as they are below the folder of uploads. */
  readonly damaged: readonly string[];
}

interface RestoreOptions {
  /** Throws away what the database holds. */
  readonly replace: boolean;
  /** Null: files are read, but not written. */
  readonly filesFolder: string | null;
  /** Ends it; the database stays as it was. */
  readonly signal?: AbortSignal;
  /** Called with each row. */
  readonly onRow?: () => void;
}

/**
 * Restores a backup into a migrated database: all of it in one transaction, or nothing. That of an older farm3d is restored
 * into the tables which that one had, and these are migrated then, as its database would be. A database in use is refused
 * unless `replace` is set, which removes its content.
 * @throws StartupError when the file is no backup, is incomplete, or comes from a newer farm3d or another line of it
 */
export async function readBackup(pool: Pool, path: string, options: RestoreOptions): Promise<RestoreSummary> {
  const reader = new LineReader(path, options.signal);
  try {
    return await inTransaction(pool, (client) => restore(client, reader, path, options));
  } finally {
    await reader.close();
  }
}

async function restore(
  client: PoolClient,
  reader: LineReader,
  path: string,
  { replace, filesFolder, onRow }: RestoreOptions,
): Promise<RestoreSummary> {
  const header = parse(await reader.next()) as BackupHeader | null;
  if (header?.format !== 'farm3d-backup' || header.version !== 1 || header.migrations.length === 0) {
    throw new StartupError(`${path} is no backup of farm3d`);
  }
  const migrations = readMigrations();
  const compared = compareMigrations(header.migrations, migrations);
  if ('unknown' in compared) {
    throw new StartupError(
      `${path} comes from a newer farm3d, or another line of it (it has ${compared.unknown}); restore it with that one`,
    );
  }
  await refuseUsed(client, replace);
  const later = compared.pending;
  if (later.length > 0) {
    await remake(
      client,
      migrations.filter((migration) => !later.includes(migration)),
    );
  }
  const tables = await listTables(client);
  // Migrations fill some.
  await client.query(`truncate ${tables.map(({ name }) => quoteIdentifier(name)).join(', ')} cascade`);
  await client.query(`set local farm3d.names = 'kept'`);
  const summary = { tables: 0, rows: 0, files: 0 };
  /** Hashes of the files, by their names. */
  const hashes = new Map<string, string>();
  for (;;) {
    const line = await reader.next();
    const part = parse(line) as Part | null;
    if (part?.end) {
      if (part.rows !== summary.rows) throw new StartupError(`${path} is damaged: rows are missing`);
      break;
    }
    if (part?.table !== undefined) {
      const table = tables.find(({ name }) => name === part.table);
      const columns = part.columns ?? [];
      if (!table || columns.some((column) => !table.columns.includes(column))) {
        throw new StartupError(`${path} holds the table ${part.table}, which this farm3d does not have so`);
      }
      summary.rows += await copyInto(client, reader, { name: part.table, columns }, onRow);
      summary.tables += 1;
    } else if (part?.file !== undefined) {
      hashes.set(basename(part.file), await readFile(reader, filesFolder, part.file));
      summary.files += 1;
    } else {
      throw new StartupError(`${path} is damaged: it ends before its end`);
    }
  }
  for (const [name, value] of Object.entries(header.sequences)) {
    await client.query(`select setval($1::regclass, $2) from pg_sequences where sequencename = $3`, [
      quoteIdentifier(name),
      value,
      name,
    ]);
  }
  if (later.length > 0) {
    await client.query(`set local farm3d.names = ''`);
    // A table with checks that wait for the end of the transaction cannot be altered.
    await client.query('set constraints all immediate');
    for (const migration of later) await apply(client, migration);
  }
  return { createdAt: header.createdAt, ...summary, damaged: await damagedUploads(client, hashes) };
}

async function damagedUploads(client: PoolClient, hashes: ReadonlyMap<string, string>): Promise<string[]> {
  const { rows } = await client.query<{ sha256: string }>('select distinct sha256 from file order by sha256');
  return rows
    .filter(({ sha256 }) => hashes.get(sha256) !== sha256)
    .map(({ sha256 }) => `${sha256.slice(0, 2)}/${sha256}`);
}

/** A fresh database has the content of the first start; one with devices or scenes is in use. */
async function refuseUsed(client: PoolClient, replace: boolean): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select from device) or exists (select from scene) as used',
  );
  if (rows[0]?.used && !replace) {
    throw new StartupError('the database is in use; give --replace to throw away what it holds');
  }
}

async function copyInto(
  client: PoolClient,
  reader: LineReader,
  { name, columns }: TableShape,
  onRow?: () => void,
): Promise<number> {
  const list = columns.map(quoteIdentifier).join(', ');
  const copy = client.query(copyFrom(`copy ${quoteIdentifier(name)} (${list}) from stdin`));
  let failure: unknown;
  const finished = new Promise<void>((done) => {
    copy.once('finish', () => done());
    copy.once('error', (error) => {
      failure = error;
      done();
    });
  });
  let rows = 0;
  try {
    for (let line = await reader.next(); line !== '\\.'; line = await reader.next()) {
      if (line === null) throw new StartupError('the backup is damaged: it ends within a table');
      rows += 1;
      onRow?.();
      if (failure !== undefined) break;
      if (!copy.write(`${line}\n`)) await Promise.race([once(copy, 'drain'), finished]);
    }
  } catch (error) {
    // COPY must end before the transaction can roll back.
    copy.destroy(error instanceof Error ? error : new Error(String(error)));
    await finished;
    throw error;
  }
  copy.end();
  await finished;
  if (failure !== undefined) throw failure;
  return rows;
}

/** Reads a file, and writes it where there is a folder. @returns the SHA-256 of its bytes, hexadecimal */
async function readFile(reader: LineReader, folder: string | null, name: string): Promise<string> {
  const path = folder === null ? null : resolve(folder, name);
  if (path !== null && !path.startsWith(resolve(folder ?? '') + sep)) {
    throw new StartupError(`the backup holds a file outside of its folder: ${name}`);
  }
  const hash = createHash('sha256');
  let file: FileHandle | undefined;
  if (path !== null) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    file = await open(join(path), 'w', 0o600);
  }
  try {
    for (let line = await reader.next(); line !== '\\.'; line = await reader.next()) {
      if (line === null) throw new StartupError('the backup is damaged: it ends within a file');
      const bytes = Buffer.from(line, 'base64');
      hash.update(bytes);
      await file?.write(bytes);
    }
    await file?.sync();
    return hash.digest('hex');
  } finally {
    await file?.close();
  }
}

/**
 * Lines of a compressed file; null at the end.
 * @throws StartupError when the file cannot be read, the reason of the signal when it aborts
 */
class LineReader {
  readonly #path: string;
  readonly #signal: AbortSignal | undefined;
  readonly #lines: AsyncGenerator<string>;

  constructor(path: string, signal: AbortSignal | undefined) {
    this.#path = path;
    this.#signal = signal;
    this.#lines = linesOf(path, signal);
  }

  async next(): Promise<string | null> {
    this.#signal?.throwIfAborted();
    try {
      const { value, done } = await this.#lines.next();
      return done ? null : value;
    } catch (error) {
      this.#signal?.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartupError(`${this.#path} cannot be read (${reason})`, { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#lines.return(undefined).catch(() => undefined);
  }
}

async function* linesOf(path: string, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const file = createReadStream(path);
  const plain = createGunzip();
  file.on('error', (error) => plain.destroy(error));
  // Not the file: a disk that does not answer is not waited for.
  const end = (): unknown => plain.destroy(new Error('ended'));
  signal?.addEventListener('abort', end);
  const text = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of file.pipe(plain)) {
      const lines = (rest + text.write(chunk as Buffer)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    signal?.removeEventListener('abort', end);
    file.destroy();
  }
}

function parse(line: string | null): unknown {
  if (line === null) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
