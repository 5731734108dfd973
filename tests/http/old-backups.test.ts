import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg, { type Pool, type PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBackup } from '../../apps/server/src/platform/storage/backup/read-backup.ts';
import { migrate, readMigrations, remake } from '../../apps/server/src/platform/storage/migrate.ts';
import { farm, farmDatabase, type FarmDatabase } from '../support/farm.ts';

// What an older farm3d backed up is restored by this one, row for row. backups/COUNT-COMMIT.backup was written by that commit,
// which had so many migrations, after its server had started and got something to keep by its own calls. For the first one that
// was all cases of its contract tests (of devices with many readings those are left out); for the others some of each noun.
//
// Whoever adds a migration keeps a backup of the farm3d before it.

const BACKUPS = join(import.meta.dirname, 'backups');
const countOf = (name: string): number => Number.parseInt(name, 10);
const KEPT = readdirSync(BACKUPS).sort((a, b) => countOf(a) - countOf(b));
const [OLDEST = ''] = KEPT;
/** Counts of migrations that no farm3d had that others use: the last of these came together with the next one. */
const TOGETHER = [60, 68, 69, 70, 72, 83, 84, 85, 86];

const folder = mkdtempSync(join(tmpdir(), 'farm3d-old-backups-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Table {
  readonly columns: readonly string[];
  /** Values separated by tabs, as COPY writes them. */
  readonly rows: readonly string[];
}

const linesOf = (path: string): string[] => gunzipSync(readFileSync(path)).toString('utf8').split('\n');

/** The tables of a backup. */
function tablesOf(path: string): Map<string, Table> {
  const tables = new Map<string, Table>();
  let rows: string[] | undefined;
  for (const line of linesOf(path)) {
    if (line === '\\.') rows = undefined;
    else if (rows) rows.push(line);
    else if (line.startsWith('{"table"')) {
      const { table, columns } = JSON.parse(line) as { table: string; columns: string[] };
      tables.set(table, { columns, rows: (rows = []) });
    }
  }
  return tables;
}

/** Tables that were renamed since. */
const NAMES_NOW: Readonly<Record<string, string>> = { alarm_trial: 'rule_trial' };

/** What migrations have changed since in a row: the range of a signal (0207). */
const changed = (row: string): string =>
  row.includes('\trssi\t') ? row.replace('"max": -45, "min": -115', '"max": 0, "min": -150') : row;

/** What stands in these columns now, as a backup writes it. */
async function rowsNow(client: PoolClient, table: string, columns: readonly string[]): Promise<string[]> {
  const list = columns.map((column) => `"${column}"`).join();
  const sent = client.query(copyTo(`copy (select ${list} from ${NAMES_NOW[table] ?? table}) to stdout`));
  return (await text(sent)).split('\n').slice(0, -1);
}

/** What the database is made of: columns, constraints, indexes, triggers and functions. */
const SCHEMA_SQL = `select format('column %s.%s %s %s %s', table_name, column_name, udt_name, is_nullable, column_default) as part
    from information_schema.columns where table_schema = 'public'
  union select format('constraint %s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace
  union select indexdef from pg_indexes where schemaname = 'public'
  union select pg_get_triggerdef(t.oid) from pg_trigger t where not tgisinternal
  union select pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f'
  order by part`;

const schemaOf = async (client: Pool | PoolClient): Promise<string[]> =>
  (await client.query<{ part: string }>(SCHEMA_SQL)).rows.map(({ part }) => part);

let database: FarmDatabase;
let pool: Pool;
let fresh: string[];
beforeAll(async () => {
  database = await farmDatabase();
  pool = new pg.Pool(database.connection);
  fresh = await schemaOf(pool);
});
afterAll(async () => {
  await pool?.end();
  await database?.remove();
});

test.each(KEPT)('%s is restored row for row', async (name) => {
  const path = join(BACKUPS, name);
  const { damaged } = await readBackup(pool, path, { replace: true, filesFolder: null });
  // Most of its uploads are left out.
  if (name !== OLDEST) expect(damaged).toEqual([]);
  const client = await pool.connect();
  try {
    for (const [table, { columns, rows }] of tablesOf(path)) {
      const now = await rowsNow(client, table, columns);
      expect([table, now.toSorted()]).toEqual([table, rows.map(changed).toSorted()]);
    }
    const { rows } = await client.query<{ name: string }>('select name from schema_migration order by name');
    expect(rows).toEqual(readMigrations().map((migration) => ({ name: migration.name })));
    expect(await schemaOf(client)).toEqual(fresh);
  } finally {
    client.release();
  }
  const again = readBackup(pool, path, { replace: false, filesFolder: null });
  await expect(again).rejects.toThrow('in use');
});

test('a backup is kept of every list of migrations that a farm3d had, but for the present one', () => {
  const counts = KEPT.map((name) => {
    const { migrations } = JSON.parse(linesOf(join(BACKUPS, name))[0] ?? '') as { migrations: string[] };
    expect([name, migrations.length]).toEqual([name, countOf(name)]);
    return migrations.length;
  });
  const missing = [];
  for (let count = countOf(OLDEST); count < readMigrations().length; count += 1)
    if (!counts.includes(count) && !TOGETHER.includes(count)) missing.push(count);
  expect(missing).toEqual([]);
});

test('the server works with what the oldest one holds', async () => {
  const name = OLDEST;
  const tables = tablesOf(join(BACKUPS, name));
  const server = await farm({ backup: join(BACKUPS, name) });
  try {
    const api = await server.client();
    const [own] = await server.sql<{ id: string }>(
      `select m.organisation_id as id from membership m join app_user u on u.id = m.user_id where u.username = 'admin'`,
    );
    const ofDevice = tables.get('device')!;
    const place = ofDevice.columns.indexOf('organisation_id');
    expect((await api.devices.list({ pageSize: 1 })).total).toBe(
      ofDevice.rows.filter((row) => row.split('\t')[place] === own?.id).length,
    );
    const device = await api.devices.create({ name: '新探头', productModelCode: 'TQ-3L' });
    const answer = await fetch(`${server.baseUrl}/api/v1/${device.accessToken}/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"soilMoisture20": 21}',
    });
    expect(answer.status).toBe(200);
    expect(await api.telemetry.latest(device.id)).toMatchObject({ soilMoisture20: { value: 21 } });
  } finally {
    await server.stop();
  }
});

test.each<[string, (ours: string[]) => { migrations: string[]; reason: string | undefined }]>([
  ['of another line', (ours) => ({ migrations: ours.with(50, '0107_other.sql'), reason: '0107_other.sql' })],
  ['without one in the middle', (ours) => ({ migrations: ours.toSpliced(30, 1), reason: ours[31] })],
  ['of a newer farm3d', (ours) => ({ migrations: [...ours, '9999_new.sql'], reason: '9999_new.sql' })],
  ['without any', () => ({ migrations: [], reason: 'is no backup of farm3d' })],
])(
  'a list of migrations %s is refused by its first name that is not next here; nothing changes',
  async (_, change) => {
    const ours = readMigrations().map(({ name }) => name);
    const { migrations, reason = '' } = change(ours);
    const [header = '', ...rest] = linesOf(join(BACKUPS, OLDEST));
    const path = join(folder, 'other.backup');
    writeFileSync(
      path,
      gzipSync([JSON.stringify({ ...(JSON.parse(header) as object), migrations }), ...rest].join('\n')),
    );
    await pool.query(`insert into organisation (name) values ('甲社')`);
    try {
      const restored = readBackup(pool, path, { replace: true, filesFolder: null });
      await expect(restored).rejects.toThrow(reason);
    } finally {
      const { rowCount } = await pool.query(`delete from organisation where name = '甲社'`);
      expect(rowCount).toBe(1);
    }
  },
);

test('a database that was made between two numbers, and lacks the one before its last, is migrated', async () => {
  const client = await pool.connect();
  try {
    const ours = readMigrations();
    const late = ours.find(({ name }) => name.startsWith('0183'))!;
    await client.query('begin');
    await remake(
      client,
      ours.filter((one) => one.name < '0185' && one !== late),
    );
    await client.query('commit');
  } finally {
    client.release();
  }
  expect((await migrate(pool))[0]).toBe('0183_pictures_of_people.sql');
  expect(await schemaOf(pool)).toEqual(fresh);
});
