import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-react';
import { ApiError, type AlarmTrialDraft } from '@farm3d/api';
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
