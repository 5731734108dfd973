import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-react';
import {
  ApiError,
  type AlarmTrialDraft,
  type AlarmTrialOfDevices,
  type AlarmTrialTarget,
  type ClientOf,
  type alarmTrials,
} from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';

/** A setting is tried when nothing was typed for so long, milliseconds. */
export const PAUSE_MS = 500;

export interface TrialOptions<Answer> {
  /** Null while the setting is incomplete. */
  readonly tried: ReadonlySignal<AlarmTrialDraft | null>;
  readonly run: (draft: AlarmTrialDraft, signal: AbortSignal) => Promise<Answer>;
  /** As `run`, for more readings than that takes. @param onProgress called with the share that is done, 0 … 1 */
  readonly runAsJob: (
    draft: AlarmTrialDraft,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ) => Promise<Answer>;
}

/** HTTP status of a trial of too many readings. */
const TOO_LARGE = 413;

/** Runs a trial of the setting as it stands when the person pauses; a former run is aborted. */
export function createTrial<Answer>({ tried, run, runAsJob }: TrialOptions<Answer>) {
  // By its text: a change of another field is none of the setting to try.
  const wanted = computed(() => (tried.value === null ? null : JSON.stringify(tried.value)));
  /** The setting of the latest failure. */
  const failed = signal<string | null>(null);
  /** Share of a job that is done, 0 … 1; null: none runs. */
  const progress = signal<number | null>(null);
  let isJob = false;
  const answer = loadable(async (abort) => {
    const [draft, of] = [tried.peek(), wanted.peek()];
    if (draft === null) throw new TypeError('an incomplete setting is not tried');
    progress.value = isJob ? 0 : null;
    const work = isJob
      ? runAsJob(draft, abort, (share) => {
          if (!abort.aborted) progress.value = share;
        })
      : run(draft, abort);
    isJob = false;
    try {
      const value = await work;
      failed.value = null;
      return { of, value };
    } catch (error) {
      if (!abort.aborted) failed.value = of;
      throw error;
    } finally {
      if (!abort.aborted) progress.value = null;
    }
  });
  const retry = (): void => {
    if (wanted.peek() !== null) void answer.load();
  };
  effect(() => {
    if (wanted.value === null) return undefined;
    const timer = setTimeout(retry, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  /** 'running' also during the pause. */
  const state = computed<'incomplete' | 'running' | 'done' | 'failed'>(() => {
    if (wanted.value === null) return 'incomplete';
    if (failed.value === wanted.value && !answer.loading.value) return 'failed';
    return answer.value.value?.of === wanted.value && !answer.loading.value ? 'done' : 'running';
  });
  return {
    /** The latest answer, also of a former setting. */
    answer: computed(() => answer.value.value?.value ?? null),
    error: answer.error,
    state,
    /** The setting was to be tried on more readings than a call takes: `tryAsJob` does. */
    isTooLarge: computed(() => {
      const { value: error } = answer.error;
      return state.value === 'failed' && error instanceof ApiError && error.status === TOO_LARGE;
    }),
    progress: progress as ReadonlySignal<number | null>,
    retry,
    tryAsJob: (): void => {
      isJob = true;
      retry();
    },
  };
}

export type AlarmTrial<Answer> = ReturnType<typeof createTrial<Answer>>;

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
