import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals-react';
import type { Linkage, LinkageTrialResult } from '@farm3d/api';
import { isAborted, problemText } from '../../platform/problem.ts';
import { linkageApi } from './linkage-api.ts';

type Tried = Pick<Linkage, 'triggers' | 'condition' | 'once'>;

/** Triggers whose past is known. */
const KNOWN: ReadonlySet<string> = new Set(['telemetry', 'cron', 'alarm']);

/**
 * Tries the linkage of the form on the past. Created inside a model.
 * @param draft null while the trigger or the condition is incomplete
 */
export function createTrial(draft: ReadonlySignal<Tried | null>) {
  const busy = signal(false);
  const problem = signal<string | null>(null);
  /** The last result, and what was tried. */
  const last = signal<{ readonly of: string; readonly result: LinkageTrialResult } | null>(null);
  let controller: AbortController | undefined;
  const present = computed(() =>
    draft.value ? JSON.stringify([draft.value.triggers, draft.value.condition, draft.value.once]) : null,
  );
  effect(() => () => controller?.abort());
  // What was wrong may be mended.
  effect(() => {
    if (present.value !== null) problem.value = null;
  });
  return {
    busy,
    problem,
    isPossible: computed(() => draft.value?.triggers.some(({ type }) => KNOWN.has(type)) ?? false),
    /** Whether it has a trigger without a past, too. */
    isPartial: computed(() => draft.value?.triggers.some(({ type }) => !KNOWN.has(type)) ?? false),
    /** Of the form as it is; null: not tried since it was changed. */
    result: computed(() =>
      last.value !== null && last.value.of === present.value ? last.value.result : null,
    ),
    run: async (): Promise<void> => {
      const [tried, of] = [draft.peek(), present.peek()];
      if (!tried || of === null) return;
      controller?.abort();
      const request = new AbortController();
      controller = request;
      busy.value = true;
      problem.value = null;
      try {
        const { triggers, condition, once } = tried;
        const result = await linkageApi.tryOut({ triggers, condition, once }, { signal: request.signal });
        last.value = { of, result };
      } catch (error) {
        if (isAborted(error)) return;
        batch(() => {
          last.value = null;
          problem.value = problemText(error);
        });
      } finally {
        if (controller === request) busy.value = false;
      }
    },
  };
}
