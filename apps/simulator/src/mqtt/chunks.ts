import type { Point } from '../farm.ts';

/** Messages stay below the platform's cap of 65,536 bytes with room for the topic and header. */
export const MAX_MESSAGE_BYTES = 60_000;

/** Packs points into JSON arrays `[{ts, values}, …]` no longer than `limit` bytes. Values here are ASCII. */
export function* historyMessages(points: readonly Point[], limit = MAX_MESSAGE_BYTES): Generator<string> {
  let parts: string[] = [];
  let bytes = 2;
  for (const point of points) {
    const text = JSON.stringify(point);
    if (parts.length > 0 && bytes + text.length + 1 > limit) {
      yield `[${parts.join(',')}]`;
      parts = [];
      bytes = 2;
    }
    parts.push(text);
    bytes += text.length + 1;
  }
  if (parts.length > 0) yield `[${parts.join(',')}]`;
}
