import { signal, type ReadonlySignal } from '@preact/signals-react';
import { problemText } from '../platform/problem.ts';
import { showToast } from '../platform/toasts.ts';

/** Changes that a page makes, each with a message of how it ended. */
export interface Attempts {
  /** Whether one is under way. */
  readonly busy: ReadonlySignal<boolean>;
  /**
   * Makes one; a message says that it was made, or why not.
   * @param work answers the message; null: none
   * @returns whether it was made
   */
  readonly attempt: (work: () => Promise<string | null>) => Promise<boolean>;
}

/** @param onEnd called after each, also after one that failed: what is shown is fetched again */
export function createAttempts(onEnd: () => void = () => undefined): Attempts {
  const busy = signal(false);
  return {
    busy,
    attempt: async (work) => {
      busy.value = true;
      try {
        const text = await work();
        if (text !== null) showToast('success', text);
        return true;
      } catch (error) {
        showToast('error', problemText(error));
        return false;
      } finally {
        busy.value = false;
        onEnd();
      }
    },
  };
}

/** What a dialog is open for. */
export interface Opening<Subject> {
  /** Null: it is closed. */
  readonly subject: ReadonlySignal<Subject | null>;
  readonly open: (subject: Subject) => void;
  readonly close: () => void;
}

export function createOpening<Subject>(): Opening<Subject> {
  const subject = signal<Subject | null>(null);
  return {
    subject,
    open: (next) => {
      subject.value = next;
    },
    close: () => {
      subject.value = null;
    },
  };
}

/** Something that is asked before it is done: a `Confirm` shows it. */
export interface Question<Asked> {
  /** What it is about; null: nothing is asked. */
  readonly asked: ReadonlySignal<Asked | null>;
  readonly busy: ReadonlySignal<boolean>;
  readonly ask: (about: Asked) => void;
  readonly cancel: () => void;
  /** Does it, and closes the question when it has ended. */
  readonly confirm: () => Promise<void>;
}

/** @param work must not fail: see {@link Attempts} */
export function createQuestion<Asked>(work: (about: Asked) => Promise<unknown>): Question<Asked> {
  const asked = signal<Asked | null>(null);
  const busy = signal(false);
  return {
    asked,
    busy,
    ask: (about) => {
      asked.value = about;
    },
    cancel: () => {
      asked.value = null;
    },
    confirm: async () => {
      const about = asked.peek();
      if (about === null || busy.peek()) return;
      busy.value = true;
      try {
        await work(about);
      } finally {
        busy.value = false;
        // Cancelled meanwhile, something else may be asked.
        if (asked.peek() === about) asked.value = null;
      }
    },
  };
}
