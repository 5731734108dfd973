import { expect, test } from 'vitest';
import { lacksSpace } from './backup-proofs.ts';

const disk = (use: 'files' | 'database', freeBytes: number | null) => ({
  use,
  freeBytes,
  totalBytes: 1_000,
  reserveBytes: 100,
});

test.for([
  ['as much as is free above the reserve', [disk('database', 400)], false],
  ['a byte more than that', [disk('database', 399)], true],
  ['the disk of files says nothing', [disk('files', 0), disk('database', 400)], false],
  ['a disk that cannot be measured refuses nothing', [disk('database', null)], false],
  ['that of an external database is not known', [disk('files', 0)], false],
] as const)('a proof of 300 bytes: %s', ([, disks, expected]) => {
  expect(lacksSpace([...disks], 300)).toBe(expected);
});
