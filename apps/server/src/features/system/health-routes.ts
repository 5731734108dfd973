import { system } from '@farm3d/api';
import { LARGEST_STEP_MS } from '../../platform/clock.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { BackupProofs } from './backup-proofs.ts';
import { healthReport, type HealthNeeds } from './health.ts';

interface Needs extends HealthNeeds {
  readonly proofs: Pick<BackupProofs, 'last' | 'begin' | 'cancel'>;
}

/** `/api/system`: for the operators of the installation. */
export function healthRoutes(needs: Needs): ServedCall[] {
  const { proofs, clockKeeper } = needs;
  return [
    serve(system.report, () => healthReport(needs)),
    serve(system.proveBackup, async () => {
      const begun = await proofs.begin();
      if (typeof begun !== 'string') return begun;
      throw new HttpProblem(begun === 'space' ? 507 : 409, `backup.${begun}`);
    }),
    serve(system.confirmClock, async ({ body: { sizeMs } }) => {
      const { step } = clockKeeper;
      // Another step than the one that the person has seen.
      if (step === null || Math.abs(step.sizeMs - sizeMs) > LARGEST_STEP_MS)
        throw new HttpProblem(409, 'clock.noStep');
      await clockKeeper.confirm();
      return null;
    }),
    serve(system.cancelProof, async () => {
      if (!(await proofs.cancel())) throw notFound();
      return null;
    }),
  ];
}
