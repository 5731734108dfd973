import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals-react';
import { ApiError, type Linkage, type LinkageTrialResult } from '@farm3d/api';
import { runTrialJob } from '../../components/rules/trial-job.ts';
import { isAborted, problemText } from '../../platform/problem.ts';
import { linkageApi, linkageTrialApi } from './linkage-api.ts';

type Tried = Pick<Linkage, 'triggers' | 'condition' | 'once'>;

/** HTTP status of a trial of too many messages. */
const TOO_LARGE = 413;

/** Triggers whose past is known. */
const KNOWN: ReadonlySet<string> = new Set(['telemetry', 'cron', 'alarm']);

/**
 * Tries the linkage of the form on the past. Created inside a model.
 * @param draft null while the trigger or the condition is incomplete
 */
export function createTrial(draft: ReadonlySignal<Tried | null>) {
  const busy = signal(false);
  const problem = signal<string | null>(null);
  /** There are more messages than a call takes: a job tries them. */
  const isTooLarge = signal(false);
  /** Share of a job that is done, 0 … 1; null: none runs. */
  const progress = signal<number | null>(null);
  /** The last result, and what was tried. */
  const last = signal<{ readonly of: string; readonly result: LinkageTrialResult } | null>(null);
  let controller: AbortController | undefined;
  const present = computed(() =>
    draft.value ? JSON.stringify([draft.value.triggers, draft.value.condition, draft.value.once]) : null,
  );
  effect(() => () => controller?.abort());
  // What was wrong may be mended.
  effect(() => {
    if (present.value === null) return;
    problem.value = null;
    isTooLarge.value = false;
  });
  const begin = async (
    work: (tried: Tried, request: AbortController) => Promise<LinkageTrialResult>,
  ): Promise<void> => {
    const [tried, of] = [draft.peek(), present.peek()];
    if (!tried || of === null) return;
    controller?.abort();
    const request = new AbortController();
    controller = request;
    busy.value = true;
    problem.value = null;
    isTooLarge.value = false;
    try {
      last.value = { of, result: await work(tried, request) };
    } catch (error) {
      if (isAborted(error)) return;
      batch(() => {
        last.value = null;
        // That a job cannot try it either is said like any other problem.
        isTooLarge.value =
          progress.peek() === null && error instanceof ApiError && error.status === TOO_LARGE;
        if (!isTooLarge.peek()) problem.value = problemText(error);
      });
    } finally {
      if (controller === request) {
        busy.value = false;
        progress.value = null;
      }
    }
  };
  return {
    busy,
    problem,
    isTooLarge,
    progress,
    isPossible: computed(() => draft.value?.triggers.some(({ type }) => KNOWN.has(type)) ?? false),
    /** Whether it has a trigger without a past, too. */
    isPartial: computed(() => draft.value?.triggers.some(({ type }) => !KNOWN.has(type)) ?? false),
    /** Of the form as it is; null: not tried since it was changed. */
    result: computed(() =>
      last.value !== null && last.value.of === present.value ? last.value.result : null,
    ),
    run: (): Promise<void> =>
      begin(({ triggers, condition, once }, { signal: aborted }) =>
        linkageApi.tryOut({ triggers, condition, once }, { signal: aborted }),
      ),
    /** In the background, with progress. */
    runAsJob: (): Promise<void> =>
      begin(({ triggers, condition, once }, { signal: aborted }) => {
        progress.value = 0;
        return runTrialJob(linkageTrialApi, () => linkageTrialApi.start({ triggers, condition, once }), {
          signal: aborted,
          onProgress: (share) => {
            if (!aborted.aborted) progress.value = share;
          },
        });
      }),
    /** Ends the job; it can be begun again. */
    cancel: (): void => {
      controller?.abort();
      controller = undefined;
      busy.value = false;
      progress.value = null;
      isTooLarge.value = true;
    },
  };
}
