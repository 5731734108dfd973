import { signal } from '@preact/signals-react';
import { user } from '../../platform/session.ts';

/** A list that was saved under a name. */
export interface SavedView {
  readonly name: string;
  /** Search part of its address. */
  readonly address: string;
}

/** The user's saved views of devices, kept in this browser. */
export function createSavedViews() {
  const key = `farm3d.views.devices.${user.peek()?.userId ?? ''}`;
  const read = (): readonly SavedView[] => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? '[]') as readonly SavedView[];
    } catch {
      return [];
    }
  };
  const views = signal(read());
  const write = (next: readonly SavedView[]): void => {
    views.value = next;
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Without storage they last until the page is left.
    }
  };
  return {
    views,
    /** Another view of the same name is replaced. */
    save: (view: SavedView): void => write([...views.peek().filter(({ name }) => name !== view.name), view]),
    remove: (name: string): void => write(views.peek().filter((view) => view.name !== name)),
  };
}
