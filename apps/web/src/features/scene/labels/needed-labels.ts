/** Which objects have a label: those that need one, all of them, or none. */
export type LabelMode = 'need' | 'all' | 'none';

/** Why an object has a label. */
export type LabelNeed = 'alarm' | 'offline' | 'chosen' | 'any';

export interface NeededLabel {
  readonly id: string;
  readonly need: LabelNeed;
}

export interface LabelFacts {
  readonly hasAlarm: (id: string) => boolean;
  /** Undefined: not known, which needs no label. */
  readonly isOnline: (id: string) => boolean | undefined;
  readonly isChosen: (id: string) => boolean;
}

/** The objects that have a label, the most important first, else in the order of `ids`. */
export function neededLabels(
  ids: readonly string[],
  mode: LabelMode,
  { hasAlarm, isOnline, isChosen }: LabelFacts,
): NeededLabel[] {
  if (mode === 'none') return [];
  const needed = ids.flatMap((id): NeededLabel[] => {
    const need = hasAlarm(id)
      ? 'alarm'
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
    need === 'alarm' ? 0 : isChosen(id) ? 1 : need === 'offline' ? 2 : 3;
  return needed.toSorted((a, b) => rank(a) - rank(b));
}
