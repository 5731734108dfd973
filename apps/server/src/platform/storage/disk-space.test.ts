import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../logger.ts';
import { DiskSpace } from './disk-space.ts';

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
