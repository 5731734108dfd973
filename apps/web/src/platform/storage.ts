import type { User } from '@farm3d/api';

export type Preference =
  | 'locale'
  | 'theme'
  | 'units'
  | 'session'
  | 'outbox'
  | 'user'
  | 'quality'
  | 'objects'
  | 'labels'
  | 'labels.chosen'
  | 'snap.grid'
  | 'snap.angle'
  | 'device.model';

/** A choice kept in this browser, or null. Storage that is switched off counts as empty. */
export function readPreference(name: Preference): string | null {
  try {
    return localStorage.getItem(`farm3d.${name}`);
  } catch {
    return null;
  }
}

export function writePreference(name: Preference, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`farm3d.${name}`);
    else localStorage.setItem(`farm3d.${name}`, value);
  } catch {
    // Private windows may throw; the choice then lasts until the page is left.
  }
}

/** The choices kept in a browser. */
export interface Preferences {
  /** Null: nothing is kept. */
  readonly read: (name: Preference) => string | null;
  /** Null removes it. */
  readonly write: (name: Preference, value: string | null) => void;
}

/** Those of this browser. */
export const preferences: Preferences = { read: readPreference, write: writePreference };

/** Lifetime of a draft, milliseconds. */
const KEPT_MS = 30 * 24 * 3_600_000;

interface Draft {
  /** Epoch milliseconds. */
  savedAt: number;
  values: unknown;
}

/** Storage of the unsaved values of a form. */
export interface Drafts<T> {
  read: () => T | null;
  /** Null removes it. */
  write: (values: T | null) => void;
}

/** Where drafts are kept: the storage of a browser, which may be switched off. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Storage of the unsaved values of a form: they survive a reload, a lost network and a lost login, and belong to the user
 * in the organisation.
 * @param owner null: nobody is logged in
 * @param storage throws where there is none
 * @param name of the form and of the record that it edits, such as 'device.6f1c…'
 */
export function draftsOf<T>(owner: User | null, storage: () => DraftStorage, name: string): Drafts<T> {
  const key = `farm3d.draft.${owner?.userId ?? ''}.${owner?.organisation.id ?? ''}.${name}`;
  return {
    read: () => {
      try {
        const text = storage().getItem(key);
        const draft = text === null ? null : (JSON.parse(text) as Draft);
        return draft && Date.now() - draft.savedAt < KEPT_MS ? (draft.values as T) : null;
      } catch {
        return null;
      }
    },
    write: (values) => {
      try {
        if (values === null) storage().removeItem(key);
        else storage().setItem(key, JSON.stringify({ savedAt: Date.now(), values } satisfies Draft));
      } catch {
        // Without storage the values last until the page is left.
      }
    },
  };
}
