import { batch, effect, signal, type ReadonlySignal } from '@preact/signals-react';
import { isAborted } from './problem.ts';

/** Something that is fetched: what is known of it, and whether it is on its way. */
export interface Loadable<T> {
  readonly value: ReadonlySignal<T | null>;
  readonly error: ReadonlySignal<unknown>;
  readonly loading: ReadonlySignal<boolean>;
  /** Whether there ever was an answer, be it that there is nothing. */
  readonly hasLoaded: ReadonlySignal<boolean>;
  /** Fetches again; an earlier fetch still under way is given up. What was known stays until the answer is there. */
  readonly load: () => Promise<void>;
  /** Changes what is known without asking. */
  readonly set: (value: T) => void;
}

/** Made inside `createModel`, it is given up together with the model. */
export function loadable<T>(fetcher: (signal: AbortSignal) => Promise<T>): Loadable<T> {
  const value = signal<T | null>(null);
  const error = signal<unknown>(null);
  const loading = signal(false);
  const answered = signal(false);
  let controller: AbortController | undefined;

  const load = async (): Promise<void> => {
    controller?.abort();
    const request = new AbortController();
    controller = request;
    loading.value = true;
    try {
      const answer = await fetcher(request.signal);
      if (request.signal.aborted) return;
      batch(() => {
        value.value = answer;
        answered.value = true;
        error.value = null;
      });
    } catch (problem) {
      if (request.signal.aborted || isAborted(problem)) return;
      error.value = problem;
    } finally {
      if (controller === request) loading.value = false;
    }
  };

  effect(() => () => controller?.abort());
  return {
    value,
    error,
    loading,
    hasLoaded: answered,
    load,
    set: (next) => {
      value.value = next;
    },
  };
}
