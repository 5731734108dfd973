/** Keys of a device that a caller may see; null: all of them. */
export type VisibleKeys = ReadonlySet<string> | null;

export const isVisible = (visible: VisibleKeys, key: string): boolean => visible?.has(key) ?? true;

/** Those of `keys` that the caller may see. */
export const visibleOf = (visible: VisibleKeys, keys: readonly string[]): readonly string[] =>
  visible ? keys.filter((key) => visible.has(key)) : keys;

/** The members whose names the caller may see. */
export function visibleMembers<T>(
  visible: VisibleKeys,
  values: Readonly<Record<string, T>>,
): Record<string, T> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => isVisible(visible, key)));
}

/** What several shares show together; null is all. */
export function visibleTogether(choices: readonly (readonly string[] | null)[]): VisibleKeys {
  const keys = new Set<string>();
  for (const choice of choices) {
    if (choice === null) return null;
    for (const key of choice) keys.add(key);
  }
  return keys;
}

/** Whether two callers see the same. */
export function seesSame(one: VisibleKeys, other: VisibleKeys): boolean {
  if (one === null || other === null) return one === other;
  return one.size === other.size && [...one].every((key) => other.has(key));
}
