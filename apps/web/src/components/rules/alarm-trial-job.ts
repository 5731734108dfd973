import type {
  AlarmTrialDraft,
  AlarmTrialOfDevices,
  AlarmTrialTarget,
  ClientOf,
  alarmTrials,
} from '@farm3d/api';

/** A running job is asked for so often, milliseconds. */
const POLL_MS = 700;

interface TrialJobCalls<Result> {
  readonly get: (
    id: string,
    options: { signal: AbortSignal },
  ) => Promise<{ readonly state: string; readonly progress: number; readonly result: Result | null }>;
  readonly remove: (id: string) => Promise<unknown>;
}

export interface TrialJobOptions {
  readonly signal: AbortSignal;
  /** Called with the share that is done, 0 … 1. */
  readonly onProgress: (share: number) => void;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Tries a rule in the background. Aborted, the job is cancelled.
 * @throws {Error} when the job fails or was cancelled by somebody else
 */
export async function runTrialJob<Result>(
  calls: TrialJobCalls<Result>,
  start: () => Promise<{ readonly id: string }>,
  { signal, onProgress }: TrialJobOptions,
): Promise<Result> {
  const { id } = await start();
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

type TrialCalls = Pick<
  ClientOf<{ alarmTrials: typeof alarmTrials }>['alarmTrials'],
  'start' | 'get' | 'remove'
>;

/** Tries an alarm setting in the background, as `runTrialJob`. */
export const runAlarmTrialJob = (
  calls: TrialCalls,
  target: AlarmTrialTarget,
  draft: AlarmTrialDraft,
  { days, ...options }: TrialJobOptions & { readonly days: number },
): Promise<AlarmTrialOfDevices> => runTrialJob(calls, () => calls.start(target, draft, days), options);
