import type { JsonValue } from './json-value.ts';

declare global {
  /** Of ECMAScript's "JSON.parse source text access"; TypeScript declares none of it yet. */
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown;
    rawJSON(text: string): unknown;
    isRawJSON(value: unknown): boolean;
  }
}

/** Shorter integers are below 2^53: most texts hold none that is longer, and are parsed once. */
const LONG_INTEGER = /(?:^|[[:,\s])-?[1-9]\d{15}/;
const INTEGER = /^\s*[+-]?\d+\s*$/;

/** Whether an integer, as written, is another one as a number: beyond 2^53 a number holds only some of them. */
export function isRounded(written: string): boolean {
  if (!INTEGER.test(written)) return false;
  const value = Number(written);
  return Number.isFinite(value) && !Number.isSafeInteger(value) && BigInt(value) !== BigInt(written);
}

/**
 * As `JSON.parse`, but an integer that a number would round, such as an id of 64 bits, is kept as it was written:
 * `isInexact` finds it, `JSON.stringify` writes it unchanged. Decimals and exponents are measurements, and are rounded.
 * @throws {SyntaxError} when the text is not JSON
 * @throws {RangeError} when it holds such an integer and is nested some thousand levels deep
 */
export function parseExact(text: string): JsonValue {
  const value = JSON.parse(text) as JsonValue;
  return LONG_INTEGER.test(text) ? (JSON.parse(text, keepWritten) as JsonValue) : value;
}

function keepWritten(_key: string, value: unknown, { source }: { source?: string }): unknown {
  return typeof value === 'number' && source !== undefined && isRounded(source)
    ? JSON.rawJSON(source)
    : value;
}

/** Whether a member of what `parseExact` returned is an integer that no number holds. */
export function isInexact(value: unknown): boolean {
  return JSON.isRawJSON(value);
}
