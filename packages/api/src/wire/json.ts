/** A JSON object, not an array and not null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Members of `source` that are not in `known`. `Object.fromEntries` and spreads define own properties, so
 * that even a key `__proto__` is preserved and does not change a prototype.
 */
export function unknownKeys(
  source: Record<string, unknown>,
  known: ReadonlySet<string>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(source).filter(([key]) => !known.has(key)));
}

/** JSON text, encoded once or twice; an object is returned as it is. Undefined when it cannot be parsed. */
export function readJsonText(value: unknown): unknown {
  let current = value;
  for (let depth = 0; depth < 2 && typeof current === 'string'; depth++) {
    if (current.trim() === '') return null;
    try {
      current = JSON.parse(current) as unknown;
    } catch {
      return undefined;
    }
  }
  return current;
}
