import { user } from './session.ts';

/** Lifetime of a draft, milliseconds. */
const KEPT_MS = 30 * 24 * 3_600_000;

interface Draft {
  /** Epoch milliseconds. */
  savedAt: number;
  values: unknown;
}

/** Storage of unsaved forms in this browser. */
export interface Drafts<T> {
  read: () => T | null;
  /** Null removes it. */
  write: (values: T | null) => void;
}

/**
 * Storage of the unsaved values of a form: they survive a reload, a lost network and a lost login, and belong to the user
 * in the organisation.
 * @param name of the form and of the record that it edits, such as 'device.6f1c…'
 */
export function draftStore<T>(name: string): Drafts<T> {
  const owner = user.peek();
  const key = `farm3d.draft.${owner?.userId ?? ''}.${owner?.organisation.id ?? ''}.${name}`;
  return {
    read: () => {
      try {
        const text = localStorage.getItem(key);
        const draft = text === null ? null : (JSON.parse(text) as Draft);
        return draft && Date.now() - draft.savedAt < KEPT_MS ? (draft.values as T) : null;
      } catch {
        return null;
      }
    },
    write: (values) => {
      try {
        if (values === null) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify({ savedAt: Date.now(), values } satisfies Draft));
      } catch {
        // Without storage the values last until the page is left.
      }
    },
  };
}
