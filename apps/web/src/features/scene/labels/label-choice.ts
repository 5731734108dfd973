import { signal } from '@preact/signals-react';
import type { Preferences } from '../../../platform/storage.ts';

const MODES: readonly LabelMode[] = ['need', 'all', 'none'];

/** Ids as they were kept; what cannot be read is no choice. */
function keptIds(text: string | null): readonly string[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Which devices have a label at rest, as the person chose it in this browser. */
export function createLabelChoice(preferences: Preferences) {
  const stored = preferences.read('labels');
  const mode = signal<LabelMode>(MODES.find((one) => one === stored) ?? 'need');
  const chosen = signal<ReadonlySet<string>>(new Set(keptIds(preferences.read('labels.chosen'))));
  return {
    mode,
    /** Devices that the person wants to see always. */
    chosen,
    setMode: (next: LabelMode): void => {
      mode.value = next;
      preferences.write('labels', next);
    },
    toggle: (id: string): void => {
      const next = new Set(chosen.peek());
      if (!next.delete(id)) next.add(id);
      chosen.value = next;
      preferences.write('labels.chosen', next.size > 0 ? JSON.stringify([...next]) : null);
    },
  };
}

export type LabelChoice = ReturnType<typeof createLabelChoice>;

/** Which objects have a label: those that need one, all of them, or none. */
export type LabelMode = 'need' | 'all' | 'none';

/** Why an object has a label. */
export type LabelNeed = 'alarm' | 'order' | 'offline' | 'chosen' | 'any';

export interface NeededLabel {
  readonly id: string;
  readonly need: LabelNeed;
}

export interface LabelFacts {
  readonly hasAlarm: (id: string) => boolean;
  /** Whether a work order about it is unfinished. */
  readonly hasOrder: (id: string) => boolean;
  /** Undefined: not known, which needs no label. */
  readonly isOnline: (id: string) => boolean | undefined;
  readonly isChosen: (id: string) => boolean;
}

/** The objects that have a label, the most important first, else in the order of `ids`. */
export function neededLabels(
  ids: readonly string[],
  mode: LabelMode,
  { hasAlarm, hasOrder, isOnline, isChosen }: LabelFacts,
): NeededLabel[] {
  if (mode === 'none') return [];
  const needed = ids.flatMap((id): NeededLabel[] => {
    const need = hasAlarm(id)
      ? 'alarm'
      : hasOrder(id)
        ? 'order'
        : isOnline(id) === false
          ? 'offline'
          : isChosen(id)
            ? 'chosen'
            : mode === 'all'
              ? 'any'
              : null;
    return need ? [{ id, need }] : [];
  });
  // What the person chose comes before the offline ones, whether it is offline or not.
  const rank = ({ id, need }: NeededLabel): number =>
    need === 'alarm' ? 0 : isChosen(id) ? 1 : need === 'order' ? 2 : need === 'offline' ? 3 : 4;
  return needed.toSorted((a, b) => rank(a) - rank(b));
}
