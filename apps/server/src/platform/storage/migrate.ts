import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Pool } from 'pg';
import { StartupError } from '../startup-error.ts';

const MIGRATIONS_DIR = resolve(import.meta.dirname, '../../../migrations');
/** Arbitrary: two servers that start together migrate one after the other. */
const MIGRATION_LOCK_KEY = 36_033_002;
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * Migrates the schema: numbered .sql files, each once, each in its own transaction. There is no way back; an applied
 * file must not change.
 * @throws StartupError when an applied file changed, or the database is newer than the program
 */
export async function migrate(pool: Pool, folder: string = MIGRATIONS_DIR): Promise<string[]> {
  const migrations = readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
    try {
      await client.query(
        `create table if not exists schema_migration (
           name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
      );
      const { rows } = await client.query<{ name: string; checksum: string }>(
        'select name, checksum from schema_migration order by name',
      );
      checkApplied(rows, migrations);
      const pending = migrations.slice(rows.length);
      for (const migration of pending) {
        await client.query('begin');
        try {
          await client.query(migration.sql);
          await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
            migration.name,
            migration.checksum,
          ]);
          await client.query('commit');
        } catch (error) {
          await client.query('rollback');
          throw error;
        }
      }
      return pending.map(({ name }) => name);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK_KEY]);
    }
  } finally {
    client.release();
  }
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => FILE_NAME.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8');
      // Line ends depend on git (autocrlf) and are no change of the schema.
      const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
      return { name, sql, checksum };
    });
}

function checkApplied(
  applied: readonly { name: string; checksum: string }[],
  migrations: readonly Migration[],
): void {
  for (const [index, row] of applied.entries()) {
    const migration = migrations[index];
    if (!migration || migration.name !== row.name) {
      throw new StartupError(
        `the database was made by another version of farm3d (it has ${row.name}); use that version or a newer one, or another FARM3D_DATA_DIR`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new StartupError(
        `the migration ${row.name} was changed after it was applied; restore the file, or use another FARM3D_DATA_DIR`,
      );
    }
  }
}
