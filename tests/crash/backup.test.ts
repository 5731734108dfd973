import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { insertDevices } from './support/devices.ts';
import { DataFolder, FarmProcess, runToExit } from './support/farm-process.ts';
import { Generator } from './support/generator.ts';
import { until } from './support/until.ts';

/** A test that waits in vain fails after its own timeout, not that of the suite. */

const outside = mkdtempSync(join(tmpdir(), 'farm3d-backup-'));
const file = join(outside, 'farm.backup');
const source = new DataFolder();
const target = new DataFolder();

afterAll(async () => {
  await source.remove();
  await target.remove();
  rmSync(outside, { recursive: true, force: true });
});

/** Written in the background, from the readings and from the clock: they may change between two queries. */
const DERIVED = /^(ts_(hour|day|stale|pack)|rollup|pack|platform_tick$|clock_record$)/;

/** Sealed with the key of a data folder, which no backup contains: a server with another key makes them anew. */
const SEALED_ANEW = 'installation_secret';

/** The rows of every table as text, in a fixed order. */
async function contents(folder: DataFolder): Promise<Record<string, string[]>> {
  const client = await folder.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace
         and relkind in ('r', 'p') and not relispartition and relname <> 'schema_migration' order by 1`,
    );
    const result: Record<string, string[]> = {};
    for (const { name } of rows.filter((row) => !DERIVED.test(row.name))) {
      const table = await client.query<{ row: string }>(`select t::text as row from "${name}" t order by 1`);
      result[name] = table.rows.map(({ row }) => row);
    }
    return result;
  } finally {
    await client.end();
  }
}

test('one command makes a complete backup while devices report; one command restores it', async () => {
  const server = await FarmProcess.start(source, { demo: true });
  const client = await source.connect();
  const devices = await insertDevices(client, 2);
  await client.query(
    `update device set name = E'换行\\n制表\\t反斜线\\\\ \\\\.' , attributes = '{"a": "\\\\N", "b": null}' where id = $1`,
    [devices[0]?.id],
  );
  await client.end();
  const generator = new Generator({ base: Date.now() - 3_600_000, window: 4, next: new Map() });
  await generator.start(server.mqttPort, devices, 5);
  await until(() => generator.acknowledged.length > 200, 'readings are stored');
  const before = generator.acknowledged.map(({ device, first }) => [device.key, first] as const);
  const backup = await runToExit({ FARM3D_DATA_DIR: source.path }, ['backup', file]);
  expect([backup.code, backup.stderr]).toEqual([0, '']);
  generator.end();
  await server.stop();

  const restored = await runToExit({ FARM3D_DATA_DIR: target.path }, ['restore', file]);
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  expect(restored.stdout).toMatch(/^restored what stood at /m);
  const again = await FarmProcess.start(target);
  const check = await target.connect();
  // It contains what was acknowledged before it began.
  for (const [device, first] of before) {
    const { rowCount } = await check.query(
      `select from ts_message where device = $1 and (values ->> 'n')::int = $2`,
      [device, first],
    );
    expect(rowCount).toBe(1);
  }
  // The next rows get numbers that are not in use.
  expect(await insertDevices(check, 1)).toHaveLength(1);
  await check.end();
  await again.stop();
});

test('the backup of a stopped server restores every row as it was', async () => {
  const server = await FarmProcess.start(source);
  const before = await contents(source);
  await server.stop();
  expect((await runToExit({ FARM3D_DATA_DIR: source.path }, ['backup', file])).code).toBe(0);
  // The page of the system's health shows when.
  const later = await FarmProcess.start(source);
  expect((await contents(source))['backup_record']?.at(-1)).toContain('farm.backup');
  await later.stop();
  const refused = await runToExit({ FARM3D_DATA_DIR: target.path }, ['restore', file]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--replace')]);
  expect((await runToExit({ FARM3D_DATA_DIR: target.path }, ['restore', file, '--replace'])).code).toBe(0);
  const again = await FarmProcess.start(target);
  const after = await contents(target);
  await again.stop();
  expect(Object.keys(after)).toEqual(Object.keys(before));
  expect(Object.values(before).flat().length).toBeGreaterThan(300);
  const { [SEALED_ANEW]: sealedBefore, ...rowsBefore } = before;
  const { [SEALED_ANEW]: sealedAfter, ...rowsAfter } = after;
  expect(rowsAfter).toEqual(rowsBefore);
  expect(sealedAfter).toHaveLength(sealedBefore!.length);
  expect(sealedAfter).not.toEqual(sealedBefore);
});

test('a truncated file, or a missing one, changes nothing', async () => {
  const whole = readFileSync(file);
  const cut = join(outside, 'cut.backup');
  for (const bytes of [whole.subarray(0, whole.length >> 1), Buffer.from('not a backup')]) {
    writeFileSync(cut, bytes);
    const result = await runToExit({ FARM3D_DATA_DIR: target.path }, ['restore', cut, '--replace']);
    expect(result.code).toBe(1);
    expect(result.stderr.trim().split('\n')).toHaveLength(1);
  }
  const server = await FarmProcess.start(target);
  const { device } = await contents(target);
  expect(device?.length).toBeGreaterThan(2);
  await server.stop();
});
