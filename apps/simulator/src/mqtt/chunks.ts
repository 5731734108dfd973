import type { Point } from '../farm.ts';

/** Messages stay below the platform's cap of 65,536 bytes with room for the topic and header. */
export const MAX_MESSAGE_BYTES = 60_000;
/** The platform takes at most 1,024 values in one message. */
export const MAX_MESSAGE_VALUES = 1000;

/** Packs points into JSON arrays `[{ts, values}, …]` within both limits. Values here are ASCII. */
export function* historyMessages(points: readonly Point[], maxBytes = MAX_MESSAGE_BYTES): Generator<string> {
  let parts: string[] = [];
  let bytes = 2;
  let values = 0;
  for (const point of points) {
    const text = JSON.stringify(point);
    const count = Object.keys(point.values).length;
    if (parts.length > 0 && (bytes + text.length + 1 > maxBytes || values + count > MAX_MESSAGE_VALUES)) {
      yield `[${parts.join(',')}]`;
      parts = [];
      bytes = 2;
      values = 0;
    }
    parts.push(text);
    bytes += text.length + 1;
    values += count;
  }
  if (parts.length > 0) yield `[${parts.join(',')}]`;
}
