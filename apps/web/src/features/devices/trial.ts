import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-react';
import type { AlarmTrialDraft } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';

/** A setting is tried when nothing was typed for so long, milliseconds. */
export const PAUSE_MS = 500;

export interface TrialOptions<Answer> {
  /** Null while the setting is incomplete. */
  readonly tried: ReadonlySignal<AlarmTrialDraft | null>;
  readonly run: (draft: AlarmTrialDraft, signal: AbortSignal) => Promise<Answer>;
}

/** Runs a trial of the setting as it stands when the person pauses; a former run is aborted. */
export function createTrial<Answer>({ tried, run }: TrialOptions<Answer>) {
  // By its text: a change of another field is none of the setting to try.
  const wanted = computed(() => (tried.value === null ? null : JSON.stringify(tried.value)));
  /** The setting of the latest failure. */
  const failed = signal<string | null>(null);
  const answer = loadable(async (abort) => {
    const [draft, of] = [tried.peek(), wanted.peek()];
    if (draft === null) throw new TypeError('an incomplete setting is not tried');
    try {
      const value = await run(draft, abort);
      failed.value = null;
      return { of, value };
    } catch (error) {
      if (!abort.aborted) failed.value = of;
      throw error;
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
  return {
    /** The latest answer, also of a former setting. */
    answer: computed(() => answer.value.value?.value ?? null),
    error: answer.error,
    /** 'running' also during the pause. */
    state: computed<'incomplete' | 'running' | 'done' | 'failed'>(() => {
      if (wanted.value === null) return 'incomplete';
      if (failed.value === wanted.value && !answer.loading.value) return 'failed';
      return answer.value.value?.of === wanted.value && !answer.loading.value ? 'done' : 'running';
    }),
    retry,
  };
}
