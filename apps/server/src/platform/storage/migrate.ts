import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ClientBase, Pool } from 'pg';
import { StartupError } from '../startup-error.ts';

const MIGRATIONS_DIR = resolve(import.meta.dirname, '../../../migrations');
/** Arbitrary: two servers that start together migrate one after the other. */
const MIGRATION_LOCK_KEY = 36_033_002;
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

/**
 * Migrations that came after one with a greater number. What was made in between has that one as its last, and lacks these.
 */
const CAME_AFTER: Readonly<Record<string, string>> = {
  '0110_feedback_answers.sql': '0116_embed_token_origins.sql',
  '0111_scene_order.sql': '0116_embed_token_origins.sql',
  '0112_share_recipients.sql': '0116_embed_token_origins.sql',
  '0113_quotas.sql': '0116_embed_token_origins.sql',
  '0120_notifications.sql': '0122_linkage_trials.sql',
  '0183_pictures_of_people.sql': '0184_messages_and_retention.sql',
};

/** Which migrations a database has. */
const RECORD_SQL = `create table if not exists schema_migration (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`;

/** The schema itself stays: its owner may be somebody else. */
const DROP_SQL = `do $$
declare
  statement text;
  statements text[] := array(
    select format('drop %s if exists %s cascade',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
      c.oid::regclass)
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid
        and (deptype = 'e' or deptype = 'i' and relkind = 'S'))
    union all
    select format('drop routine if exists %s cascade', p.oid::regprocedure)
    from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
    union all
    select format('drop type if exists %s cascade', t.oid::regtype)
    from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')
      and not exists (select from pg_depend where classid = 'pg_type'::regclass and objid = t.oid and deptype = 'e'));
begin
  foreach statement in array statements loop execute statement; end loop;
end $$`;

export interface Migration {
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
      await client.query(RECORD_SQL);
      const { rows } = await client.query<{ name: string; checksum: string }>(
        'select name, checksum from schema_migration order by name',
      );
      const pending = checkApplied(rows, migrations);
      for (const migration of pending) {
        await client.query('begin');
        try {
          await apply(client, migration);
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

/**
 * Throws away all that the database holds of farm3d, and makes it as it was after these migrations, in the transaction of the
 * client. What belongs to an extension stays.
 */
export async function remake(client: ClientBase, migrations: readonly Migration[]): Promise<void> {
  await client.query(DROP_SQL);
  await client.query(RECORD_SQL);
  for (const migration of migrations) await apply(client, migration);
}

/** Applies a migration and records it. */
export async function apply(client: ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(sql);
  await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum]);
}

/** All migrations of this farm3d, in their order. */
export function readMigrations(folder: string = MIGRATIONS_DIR): Migration[] {
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

/**
 * Compares the names of applied migrations, in their order, with those of this farm3d.
 * @returns the first name that this farm3d has not, or not there, if any; else what is left to apply
 */
export function compareMigrations(
  applied: readonly string[],
  migrations: readonly Migration[],
): { readonly unknown: string } | { readonly pending: Migration[] } {
  const pending = migrations.filter(({ name }) => !applied.includes(name));
  const isLate = (name: string): boolean => CAME_AFTER[name] === applied.at(-1);
  const expected = migrations.filter((migration) => !(isLate(migration.name) && pending.includes(migration)));
  const unknown = applied.find((name, at) => name !== expected[at]?.name);
  return unknown === undefined ? { pending } : { unknown };
}

function checkApplied(
  applied: readonly { name: string; checksum: string }[],
  migrations: readonly Migration[],
): Migration[] {
  const compared = compareMigrations(
    applied.map(({ name }) => name),
    migrations,
  );
  if ('unknown' in compared) {
    throw new StartupError(
      `the database was made by another version of farm3d (it has ${compared.unknown}); use that version or a newer one, or another FARM3D_DATA_DIR`,
    );
  }
  for (const { name, checksum } of applied) {
    if (migrations.find((migration) => migration.name === name)?.checksum !== checksum) {
      throw new StartupError(
        `the migration ${name} was changed after it was applied; restore the file, or use another FARM3D_DATA_DIR`,
      );
    }
  }
  return compared.pending;
}
