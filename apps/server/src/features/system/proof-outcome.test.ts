import { expect, test } from 'vitest';
import { StartupError } from '../../platform/startup-error.ts';
import { lacksSpace, outcomeOf, ProofEnd } from './proof-outcome.ts';

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

const coded = (code: string) => Object.assign(new Error('refused'), { code });

test.for([
  [new ProofEnd('cancelled'), 'cancelled'],
  [new ProofEnd('interrupted'), 'interrupted'],
  [coded('ENOSPC'), 'disk'],
  [coded('53100'), 'disk'],
  // The backup itself does not fit what its list of contents tells.
  [new StartupError('the backup ends early'), 'damaged'],
  [coded('ENOENT'), 'gone'],
  [coded('ENOTDIR'), 'gone'],
  [coded('EACCES'), 'gone'],
  [coded('EPERM'), 'gone'],
  // The user of the database may make none.
  [coded('42501'), 'denied'],
  [coded('22P02'), 'damaged'],
  [coded('23505'), 'damaged'],
  [coded('40001'), 'failed'],
  [coded('P2200'), 'failed'],
  [new Error('no code'), 'failed'],
  ['no error at all', 'failed'],
] as const)('%s says of a backup: %s', ([error, outcome]) => {
  expect(outcomeOf(error)).toBe(outcome);
});

test('the end of a proof says how it ended', () => {
  expect(new ProofEnd('disk')).toMatchObject({ name: 'ProofEnd', message: expect.stringMatching(/disk$/) });
});
