import { batch, effect, signal, type ReadonlySignal, untracked } from '@preact/signals-react';
import { isAborted, isUnanswered } from './problem.ts';
import { texts } from './locale.ts';
import type { LiveStore } from './live-store.ts';
import { dismissToasts } from './toasts.ts';

/** A value fetched from the API, with its loading state. */
export interface Loadable<T> {
  readonly value: ReadonlySignal<T | null>;
  readonly error: ReadonlySignal<unknown>;
  readonly loading: ReadonlySignal<boolean>;
  /** Whether a response ever arrived, even an empty one. */
  readonly hasLoaded: ReadonlySignal<boolean>;
  /** Fetches again and aborts an earlier fetch. The old value stays until the response arrives. */
  readonly load: () => Promise<void>;
  /** Sets the value without fetching. */
  readonly set: (value: T) => void;
}

/** Loads that got no answer, to be repeated when the server is there again. */
const unanswered = new Set<() => Promise<void>>();

/** The server is there again: what it did not answer is asked again. */
export function loadUnanswered(): void {
  for (const load of unanswered) void load();
}

/** Created inside `createModel`, it is aborted with the model. What got no answer is loaded again by {@link loadUnanswered}. */
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
    unanswered.delete(load);
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
      if (isUnanswered(problem)) unanswered.add(load);
    } finally {
      if (controller === request) loading.value = false;
    }
  };

  effect(() => () => {
    controller?.abort();
    unanswered.delete(load);
  });
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

/** Calls `run` whenever the connection to the server is back after it was lost. @returns the function that ends it */
export function onReconnected(live: LiveStore, run: () => void): () => void {
  let wasLost = false;
  return effect(() => {
    const status = live.status.value;
    if (status === 'offline') wasLost = true;
    if (status !== 'online' || !wasLost) return;
    wasLost = false;
    untracked(run);
  });
}

/**
 * When the server can be reached again, what it did not answer is asked again, and toasts that only say that it cannot be
 * reached are gone.
 */
export function mendWhenReconnected(live: LiveStore): void {
  onReconnected(live, () => {
    loadUnanswered();
    const unreachable = texts('error.network');
    dismissToasts((text) => unreachable.some((one) => text.includes(one)));
  });
}

/** Calls a function once for all requests of `pauseMs`, however long they go on. */
export function createPace(work: () => void, pauseMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    ask: (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, pauseMs);
    },
    dispose: (): void => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
