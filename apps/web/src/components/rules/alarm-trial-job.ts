import type {
  alarmTrials,
  AlarmTrialDraft,
  AlarmTrialOfDevices,
  AlarmTrialTarget,
  ClientOf,
} from '@farm3d/api';

/** A running job is asked for so often, milliseconds. */
const POLL_MS = 700;

type TrialCalls = Pick<
  ClientOf<{ alarmTrials: typeof alarmTrials }>['alarmTrials'],
  'start' | 'get' | 'remove'
>;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Tries a setting in the background. Aborted, the job is cancelled.
 * @throws {Error} when the job fails or was cancelled by somebody else
 */
export async function runTrialJob(
  calls: TrialCalls,
  target: AlarmTrialTarget,
  draft: AlarmTrialDraft,
  { days, signal, onProgress }: { days: number; signal: AbortSignal; onProgress: (share: number) => void },
): Promise<AlarmTrialOfDevices> {
  const { id } = await calls.start(target, draft, days);
  try {
    for (;;) {
      signal.throwIfAborted();
      // One request after the other: the next asks what became of it since.
      // oxlint-disable-next-line no-await-in-loop
      const { state, progress, result } = await calls.get(id, { signal });
      onProgress(progress);
      if (result) return result;
      if (state !== 'running') throw new Error(`the trial is ${state}`);
      await pause(POLL_MS);
    }
  } catch (error) {
    if (signal.aborted) calls.remove(id).catch(() => undefined);
    throw error;
  }
}
