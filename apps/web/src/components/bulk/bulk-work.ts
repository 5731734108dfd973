import { createModel, effect, signal } from '@preact/signals-react';
import { isAborted, problemText } from '../../platform/problem.ts';

/** Calls at once: the server has other clients. */
const LANES = 4;

export interface BulkProgress {
  readonly title: string;
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** Reason of the first failure. */
  readonly reason: string | null;
  /** Each failed item by its name, where the job names its items. */
  readonly failures: readonly { readonly name: string; readonly reason: string }[];
  readonly isRunning: boolean;
}

interface BulkJob<T> {
  readonly title: string;
  readonly items: readonly T[];
  readonly work: (item: T, signal: AbortSignal) => Promise<void>;
  /** Reverts one item. Default: it cannot be reverted. */
  readonly undo?: (item: T, signal: AbortSignal) => Promise<void>;
  /** Name of an item in the list of failures. Default: only their number is shown. */
  readonly nameOf?: (item: T) => string;
  readonly onEnd: () => void;
}

/** One action on many items, with its progress; it can be stopped, and reverted where that is possible. */
export const BulkModel = createModel(() => {
  /** Stays when the dialog closes: while it fades out it shows what it showed last. */
  const progress = signal<BulkProgress | null>(null);
  const isOpen = signal(false);
  /** Reverts the successful items. */
  const undo = signal<(() => Promise<void>) | null>(null);
  let abort = new AbortController();
  effect(() => () => abort.abort());

  const run = async <T>(job: BulkJob<T>): Promise<void> => {
    const { title, items, work, undo: takeBack, nameOf, onEnd } = job;
    abort = new AbortController();
    const { signal: stopped } = abort;
    const queue = [...items];
    const done: T[] = [];
    undo.value = null;
    isOpen.value = true;
    progress.value = {
      title,
      done: 0,
      total: items.length,
      failed: 0,
      reason: null,
      failures: [],
      isRunning: true,
    };
    const count = (part: (now: BulkProgress) => Partial<BulkProgress>): void => {
      const now = progress.peek();
      if (now) progress.value = { ...now, ...part(now) };
    };
    const lane = async (): Promise<void> => {
      for (let item = queue.shift(); item !== undefined && !stopped.aborted; item = queue.shift()) {
        try {
          await work(item, stopped);
          done.push(item);
          count((now) => ({ done: now.done + 1 }));
        } catch (error) {
          if (isAborted(error)) return;
          const reason = problemText(error);
          count((now) => ({
            failed: now.failed + 1,
            reason: now.reason ?? reason,
            failures: nameOf ? [...now.failures, { name: nameOf(item), reason }] : [],
          }));
        }
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    count(() => ({ isRunning: false }));
    if (takeBack && done.length > 0) undo.value = () => run({ title, items: done, work: takeBack, onEnd });
    onEnd();
  };

  return {
    progress,
    isOpen,
    undo,
    run,
    stop: (): void => abort.abort(),
    close: (): void => {
      isOpen.value = false;
    },
  };
});

export type Bulk = InstanceType<typeof BulkModel>;
