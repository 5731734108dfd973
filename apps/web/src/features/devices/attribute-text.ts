/** A typed attribute value: JSON where it is JSON (numbers, true, objects), else the text itself. */
export function parseAttribute(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
