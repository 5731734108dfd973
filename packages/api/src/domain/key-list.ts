/**
 * Keys in one text, as ThingsBoard writes them: `a,b`. A comma in a key is written `\,`, and `\\` is a backslash; before
 * anything else a backslash is itself. Empty keys are left out.
 */
export function splitKeys(text: string): string[] {
  return Array.from(text.matchAll(/(?:\\[\\,]|[^,])+/g), ([key]) => key.replaceAll(/\\([\\,])/g, '$1'));
}

/** Writes keys so that `splitKeys` reads them. */
export function joinKeys(keys: readonly string[]): string {
  return keys.map((key) => key.replaceAll(/[\\,]/g, String.raw`\$&`)).join(',');
}
