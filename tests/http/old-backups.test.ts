import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg, { type PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { afterAll, expect, test } from 'vitest';
import { readBackup } from '../../apps/server/src/platform/storage/backup/read-backup.ts';
import { readMigrations } from '../../apps/server/src/platform/storage/migrate.ts';
import { farm, farmDatabase } from '../support/farm.ts';

// What an older farm3d backed up is restored by this one, row for row. backups/COMMIT.backup was written by `npm run backup`
// of that commit, after the cases of its contract tests; of devices with many readings those are left out.

const BACKUPS = join(import.meta.dirname, 'backups');
const KEPT = readdirSync(BACKUPS);
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

/** What migrations have changed since in a row: the range of a signal (0205). */
const changed = (row: string): string =>
  row.includes('\trssi\t') ? row.replace('"max": -45, "min": -115', '"max": 0, "min": -150') : row;

/** What stands in these columns now, as a backup writes it. */
async function rowsNow(client: PoolClient, table: string, columns: readonly string[]): Promise<string[]> {
  const list = columns.map((column) => `"${column}"`).join();
  const sent = client.query(copyTo(`copy (select ${list} from ${NAMES_NOW[table] ?? table}) to stdout`));
  return (await text(sent)).split('\n').slice(0, -1);
}

test.each(KEPT)('%s is restored row for row', async (name) => {
  const { connection, remove } = await farmDatabase(join(BACKUPS, name));
  const pool = new pg.Pool(connection);
  const client = await pool.connect();
  try {
    for (const [table, { columns, rows }] of tablesOf(join(BACKUPS, name))) {
      const now = await rowsNow(client, table, columns);
      expect([table, now.toSorted()]).toEqual([table, rows.map(changed).toSorted()]);
    }
    const { rows } = await client.query<{ name: string }>('select name from schema_migration order by name');
    expect(rows).toEqual(readMigrations().map(({ name }) => ({ name })));
  } finally {
    client.release();
    await pool.end();
    await remove();
  }
});

test.each(KEPT)('the server works with what %s holds', async (name) => {
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

test('a backup of another line is refused by its first migration that this farm3d has not, and changes nothing', async () => {
  const [header = '', ...rest] = linesOf(join(BACKUPS, KEPT[0]!));
  const first = JSON.parse(header) as { migrations: string[] };
  const migrations = first.migrations.with(50, '0107_of_another_line.sql');
  const path = join(folder, 'other.backup');
  writeFileSync(path, gzipSync([JSON.stringify({ ...first, migrations }), ...rest].join('\n')));
  const server = await farm();
  const pool = server.pool();
  try {
    const api = await server.client();
    await api.scenes.create({ name: '甲棚' });
    const restored = readBackup(pool, path, { replace: true, filesFolder: null });
    await expect(restored).rejects.toThrow('0107_of_another_line.sql');
    const used = readBackup(pool, join(BACKUPS, KEPT[0]!), { replace: false, filesFolder: null });
    await expect(used).rejects.toThrow('in use');
    expect((await api.scenes.list()).items.map(({ name }) => name)).toEqual(['甲棚']);
  } finally {
    await pool.end();
    await server.stop();
  }
});
