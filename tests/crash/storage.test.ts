import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { migrate } from '../../apps/server/src/platform/storage/migrate.ts';
import { Partitions } from '../../apps/server/src/platform/telemetry/partitions.ts';
import { DataFolder, FarmProcess } from './support/farm-process.ts';

/** Each test gets an empty database beside the server's, in the same real PostgreSQL. */
const folder = new DataFolder();
/** The product's own. */
const MIGRATIONS = resolve(import.meta.dirname, '../../apps/server/migrations');
const scripts = mkdtempSync(join(tmpdir(), 'farm3d-migrations-'));
let server: FarmProcess;
let admin: pg.Client;
let pool: pg.Pool;
let number = 0;

beforeAll(async () => {
  server = await FarmProcess.start(folder);
  admin = await folder.connect();
});

afterAll(async () => {
  await admin?.end();
  await server?.kill9();
  await folder.remove();
  rmSync(scripts, { recursive: true, force: true });
});

beforeEach(async () => {
  number += 1;
  await admin.query(`create database test_${number}`);
  const { host, port } = folder.postmaster();
  pool = new pg.Pool({ host, port, ...folder.account, database: `test_${number}` });
});

afterEach(() => pool.end());

const script = (name: string, sql: string) => writeFileSync(join(scripts, name), sql);

test('migrations run once, in the order of their numbers, also when two servers start together', async () => {
  script('0001_first.sql', 'create table a (n int); insert into a values (1);');
  script('0002_second.sql', 'insert into a values (2);');
  const applied = await Promise.all([migrate(pool, scripts), migrate(pool, scripts)]);
  expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_second.sql']);
  expect(await migrate(pool, scripts)).toEqual([]);
  expect((await pool.query('select n from a order by n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
});

test('a failed migration leaves nothing behind, and the earlier ones stay', async () => {
  script('0001_first.sql', 'create table a (n int);');
  script('0002_second.sql', 'create table b (n int); select 1 / 0;');
  await expect(migrate(pool, scripts)).rejects.toThrow('division by zero');
  const { rows } = await pool.query(`select to_regclass('a')::text as a, to_regclass('b') as b`);
  expect(rows).toEqual([{ a: 'a', b: null }]);
});

test('a migration that was changed after it ran is refused; line ends do not count', async () => {
  script('0001_first.sql', 'create table a (n int);\n');
  script('0002_second.sql', 'select 1;\n');
  await migrate(pool, scripts);
  script('0001_first.sql', 'create table a (n int);\r\n');
  expect(await migrate(pool, scripts)).toEqual([]);
  script('0001_first.sql', 'create table a (n bigint);\n');
  await expect(migrate(pool, scripts)).rejects.toThrow('0001_first.sql was changed');
});

test('a database of a newer version is refused', async () => {
  script('0001_first.sql', 'create table a (n int);\n');
  script('0002_second.sql', 'select 1;\n');
  await migrate(pool, scripts);
  rmSync(join(scripts, '0002_second.sql'));
  await expect(migrate(pool, scripts)).rejects.toThrow('another version of farm3d');
});

test('devices that share a name from before names were unique keep it; no other device gets it', async () => {
  const earlier = join(scripts, 'earlier');
  mkdirSync(earlier);
  for (const name of readdirSync(MIGRATIONS).filter((one) => one < '0093'))
    copyFileSync(join(MIGRATIONS, name), join(earlier, name));
  await migrate(pool, earlier);
  await pool.query(
    `insert into organisation (id, name) values ('00000000-0000-4000-8000-000000000001', 'old')`,
  );
  const insert = (n: number) =>
    pool.query(
      `insert into device (organisation_id, product_model_id, name, token_hash)
       select '00000000-0000-4000-8000-000000000001', (select id from product_model limit 1), 'pump', $1`,
      [Buffer.from([n])],
    );
  await pool.query(
    `insert into product_model (code, name, product_type_code) values ('OLD', 'old', 'QT') on conflict do nothing`,
  );
  await insert(1);
  await insert(2);
  expect(await migrate(pool)).toContain('0093_device_names.sql');
  await pool.query(`update device set third_id = 'x'`);
  const { rows } = await pool.query(`select name from device where third_id = 'x'`);
  expect(rows).toEqual([{ name: 'pump' }, { name: 'pump' }]);
  await expect(insert(3)).rejects.toMatchObject({ code: '23505', constraint: 'device_name' });
});

test('every day around today gets its partition; a day with readings in the default partition keeps them there', async () => {
  await migrate(pool);
  const now = Date.UTC(2026, 6, 15, 12);
  await pool.query(`insert into ts_message values (1, '2026-07-16T10:00:00Z', '{"a": 1}')`);
  const partitions = new Partitions(pool, createLogger('silent'));
  await partitions.ensure(now);
  await partitions.ensure(now);
  await pool.query(
    `insert into ts_message values (1, '2026-07-15T23:59:59.999Z', '{}'), (1, '2026-07-15T00:00:00Z', '{}')`,
  );
  const { rows } = await pool.query(
    `select ts, tableoid::regclass::text as place from ts_message order by ts`,
  );
  expect(rows.map(({ place }: { place: string }) => place)).toEqual([
    'ts_message_20260715',
    'ts_message_20260715',
    'ts_message_default',
  ]);
  const made = await pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'ts_message'::regclass order by 1`,
  );
  expect(made.rows.map(({ name }) => name)).toEqual([
    'ts_message_20260713',
    'ts_message_20260714',
    'ts_message_20260715',
    'ts_message_20260717',
    'ts_message_20260718',
    'ts_message_default',
  ]);
});
