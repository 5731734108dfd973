import { signal } from '@preact/signals-react';
import type { Preferences } from '../../../platform/preferences.ts';
import type { LabelMode } from './needed-labels.ts';

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
