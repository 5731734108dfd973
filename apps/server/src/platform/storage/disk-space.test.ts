import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { createLogger, type Logger } from '../logger.ts';
import { DiskSpace, isDiskFull, type Reserve } from './disk-space.ts';

const folder = mkdtempSync(join(tmpdir(), 'farm3d-space-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** More than any disk has free, MiB. */
const TOO_MUCH = 1e12;

/** Which uses are full after the first measurement. */
async function measured(
  reserves: { files: number; database: number },
  databaseFolder: string | null = folder,
): Promise<{ full: string[]; calls: number }> {
  const disk = new DiskSpace(
    {
      files: { folder, reserveMiB: reserves.files },
      database: { folder: databaseFolder, reserveMiB: reserves.database },
    },
    createLogger('silent'),
  );
  let calls = 0;
  disk.onDatabaseFull(() => (calls += 1));
  await disk.start();
  onTestFinished(() => disk.stop());
  return { full: (['files', 'database'] as const).filter((use) => disk.isFull(use)), calls };
}

test('each use has its own reserve, and is full from the first measurement on', async () => {
  expect(await measured({ files: 0, database: 0 })).toEqual({ full: [], calls: 0 });
  expect(await measured({ files: TOO_MUCH, database: 0 })).toEqual({ full: ['files'], calls: 0 });
  expect(await measured({ files: 0, database: TOO_MUCH })).toEqual({ full: ['database'], calls: 1 });
  expect(await measured({ files: TOO_MUCH, database: TOO_MUCH })).toEqual({
    full: ['files', 'database'],
    calls: 1,
  });
});

test('the disk of an external database is not measured', async () => {
  expect(await measured({ files: 0, database: TOO_MUCH }, null)).toEqual({ full: [], calls: 0 });
});

/** A watch of these reserves, which may be changed; what it logs. */
function watched(files: Reserve, database: Reserve) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const logged: [string, Record<string, unknown>, string][] = [];
  const line = (level: string) => (details: Record<string, unknown>, text: string) =>
    logged.push([level, details, text]);
  const log = { info: line('info'), warn: line('warn'), error: line('error') } as unknown as Logger;
  const disk = new DiskSpace({ files, database }, log);
  onTestFinished(() => disk.stop());
  return { disk, logged };
}

test('a disk that gets full and has space again is told once each, with what is free', async () => {
  const database = { folder, reserveMiB: 0 };
  const { disk, logged } = watched({ folder, reserveMiB: 0 }, database);
  let calls = 0;
  const stopListening = disk.onDatabaseFull(() => (calls += 1));
  await disk.start();
  const until = async (isFull: boolean) => {
    await vi.advanceTimersByTimeAsync(500);
    await vi.waitFor(() => expect(disk.isFull('database')).toBe(isFull));
  };
  database.reserveMiB = TOO_MUCH;
  await until(true);
  await vi.advanceTimersByTimeAsync(500);
  database.reserveMiB = 0;
  await until(false);
  stopListening();
  database.reserveMiB = TOO_MUCH;
  await until(true);
  expect(calls).toBe(1);
  expect(disk.isFull('files')).toBe(false);
  const details = (reserveMiB: number) => ({
    use: 'database',
    folder,
    freeMiB: expect.any(Number),
    reserveMiB,
  });
  expect(logged).toEqual([
    ['error', details(TOO_MUCH), 'the disk is full up to its reserve'],
    ['info', details(0), 'the disk has space again'],
    ['error', details(TOO_MUCH), 'the disk is full up to its reserve'],
  ]);
  const { bavail, bsize, blocks } = statfsSync(folder);
  const freeMiB = Number(logged[0]?.[1]['freeMiB']);
  expect(Number.isInteger(freeMiB)).toBe(true);
  expect(freeMiB).toBeLessThanOrEqual((blocks * bsize) / 1024 ** 2);
  // Others write to it as well: near what is free now.
  expect(Math.abs(freeMiB - (bavail * bsize) / 1024 ** 2)).toBeLessThan(0.2 * freeMiB + 64);
});

test('the reserve is in MiB: a disk with more than that is not full', async () => {
  const { bavail, bsize } = statfsSync(folder);
  const freeMiB = (bavail * bsize) / 1024 ** 2;
  expect(await measured({ files: freeMiB / 2, database: freeMiB * 2 })).toEqual({
    full: ['database'],
    calls: 1,
  });
});

test('after its stop a disk is not measured any more', async () => {
  const files = { folder, reserveMiB: 0 };
  const { disk, logged } = watched(files, { folder: null, reserveMiB: 0 });
  await disk.start();
  disk.stop();
  // The disk of an external database is not looked at at all.
  expect(logged).toEqual([]);
  files.reserveMiB = TOO_MUCH;
  expect(vi.getTimerCount()).toBe(0);
  expect(disk.isFull('files')).toBe(false);
});

test('a folder that is not there is told, and is no reason to stop', async () => {
  const missing = join(folder, 'missing');
  const { disk, logged } = watched(
    { folder: missing, reserveMiB: TOO_MUCH },
    { folder, reserveMiB: TOO_MUCH },
  );
  await disk.start();
  expect([disk.isFull('files'), disk.isFull('database')]).toEqual([false, true]);
  expect(logged[0]).toEqual([
    'warn',
    { err: expect.any(Error), folder: missing },
    'the free space of a disk cannot be measured',
  ]);
  expect(await disk.spaces()).toMatchObject([
    { use: 'files', freeBytes: null, totalBytes: null },
    { use: 'database' },
  ]);
});

test('the disks are listed with their bytes, those of others are left out', async () => {
  const { disk } = watched({ folder, reserveMiB: 3 }, { folder: null, reserveMiB: 5 });
  const { blocks, bsize } = statfsSync(folder);
  const spaces = await disk.spaces();
  expect(spaces).toEqual([
    {
      use: 'files',
      freeBytes: expect.any(Number),
      totalBytes: blocks * bsize,
      reserveBytes: 3 * 1024 * 1024,
    },
  ]);
  const free = spaces[0]?.freeBytes ?? 0;
  expect(free % bsize).toBe(0);
  expect(free).toBeGreaterThan(blocks);
  expect(free).toBeLessThanOrEqual(blocks * bsize);
});

test.each([
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), true],
  [Object.assign(new Error('x'), { code: 'EDQUOT' }), true],
  [Object.assign(new Error('x'), { code: '53100' }), true],
  [Object.assign(new Error('x'), { code: 'EIO' }), false],
  [new Error('ENOSPC'), false],
  [{ code: 'ENOSPC' }, false],
  [undefined, false],
])('an error of a full disk is known by its code (%#)', (error, isFull) => {
  expect(isDiskFull(error)).toBe(isFull);
});
