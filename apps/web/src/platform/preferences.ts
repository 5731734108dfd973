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
