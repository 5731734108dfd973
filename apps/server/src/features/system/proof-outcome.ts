import type { AnswerOf, system } from '@farm3d/api';
import { StartupError } from '../../platform/startup-error.ts';
import { isDiskFull, type DiskSpace } from '../../platform/storage/disk-space.ts';

/** The proof of a backup, as the call answers it. */
export type Proof = AnswerOf<typeof system.proveBackup>;
/** How one ended. */
export type Outcome = Exclude<Proof['state'], 'running'>;

/** Ends a proof with this outcome. */
export class ProofEnd extends Error {
  override readonly name = 'ProofEnd';
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(`the proof of the backup ends: ${outcome}`);
    this.outcome = outcome;
  }
}

/** Whether the disk of the database has no room for as much again. That of an external database is not known. */
export function lacksSpace(spaces: Awaited<ReturnType<DiskSpace['spaces']>>, bytes: number): boolean {
  const disk = spaces.find(({ use }) => use === 'database');
  return disk !== undefined && disk.freeBytes !== null && disk.freeBytes - disk.reserveBytes < bytes;
}

/** What an error says of the backup. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof ProofEnd) return error.outcome;
  if (isDiskFull(error)) return 'disk';
  if (error instanceof StartupError) return 'damaged';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(code)) return 'gone';
  if (code === '42501') return 'denied';
  // Data that PostgreSQL refuses: what is read is not what was written.
  return /^2[23]/.test(code) ? 'damaged' : 'failed';
}
