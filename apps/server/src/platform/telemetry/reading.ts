import { isInexact, parseExact } from '../exact-json.ts';
import type { JsonValue } from '../json-value.ts';
import { isStorableText } from '../storage/storable-text.ts';

/** Limits of one message. That of the payload is checked before it is parsed. */
export const MAX_PAYLOAD_BYTES = 65_536;
const MAX_JSON_DEPTH = 16;
/** Of one object; the payload limit bounds an array of readings. */
const MAX_KEYS_PER_READING = 1_024;
const MAX_KEY_LENGTH = 256;
const MAX_TEXT_LENGTH = 65_536;

/** How far a time stamp may be from the clock: 10 years back, 1 day ahead. */
const MAX_AGE_MS = 3_653 * 86_400_000;
const MAX_AHEAD_MS = 86_400_000;

/** Values of one device at one instant. `values` has no prototype, so that `__proto__` is an ordinary key. */
export interface Reading {
  /** Epoch ms. */
  readonly ts: number;
  readonly values: Record<string, JsonValue>;
  /** Keys whose values lie outside the range that the product model declares; absent: none. */
  readonly outside?: readonly string[];
}

/** Why a part of a message is refused, or flagged. */
export interface Problem {
  /** The key or path in the payload; `payload` for the whole. */
  readonly field: string;
  /** One sentence, English. */
  readonly reason: string;
  /** The value lies outside its declared range: it is stored and flagged. Absent: the part is refused. */
  readonly outside?: true;
}

export interface Decoded {
  readonly readings: readonly Reading[];
  readonly problems: readonly Problem[];
}

/**
 * Reads the ThingsBoard telemetry forms: `{k: v}` (time of arrival), `{ts, values: {k: v}}`, and an array that mixes
 * both. `null` values are ignored; objects and arrays are values. Valid parts are returned beside invalid ones.
 */
export function decodeTelemetry(payload: Uint8Array, receivedAt: number): Decoded {
  const parsed = parseJson(payload);
  if ('problem' in parsed) return { readings: [], problems: [parsed.problem] };
  const problems: Problem[] = [];
  const readings: Reading[] = [];
  if (Array.isArray(parsed.value)) {
    for (const [index, element] of parsed.value.entries()) {
      decodeElement(element, `[${index}]`, receivedAt, readings, problems);
    }
  } else {
    decodeElement(parsed.value, '', receivedAt, readings, problems);
  }
  return { readings, problems };
}

/** Reads a flat object of client attributes. */
export function decodeAttributes(payload: Uint8Array): {
  readonly values: Record<string, JsonValue>;
  readonly problems: readonly Problem[];
} {
  const parsed = parseJson(payload);
  if ('problem' in parsed) return { values: Object.create(null), problems: [parsed.problem] };
  const problems: Problem[] = [];
  if (!isObject(parsed.value)) {
    return { values: Object.create(null), problems: [{ field: 'payload', reason: 'must be a JSON object' }] };
  }
  return { values: decodeValues(parsed.value, '', problems), problems };
}

/** Parses any JSON within the limits, such as the response of a device to a command, as `parseExact` does. */
export function parseJson(payload: Uint8Array): { value: JsonValue } | { problem: Problem } {
  if (payload.byteLength > MAX_PAYLOAD_BYTES) {
    return {
      problem: {
        field: 'payload',
        reason: `is ${payload.byteLength} bytes long, more than ${MAX_PAYLOAD_BYTES}`,
      },
    };
  }
  let value: JsonValue;
  try {
    value = parseExact(UTF8.decode(payload));
  } catch (error) {
    return { problem: error instanceof RangeError ? TOO_DEEP : NO_JSON };
  }
  return depthExceeds(value, MAX_JSON_DEPTH) ? { problem: TOO_DEEP } : { value };
}

const NO_JSON: Problem = { field: 'payload', reason: 'is not JSON in UTF-8' };
const TOO_DEEP: Problem = { field: 'payload', reason: `is nested deeper than ${MAX_JSON_DEPTH}` };

/** A byte order mark at the beginning is passed over. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

function decodeElement(
  element: JsonValue,
  path: string,
  receivedAt: number,
  readings: Reading[],
  problems: Problem[],
): void {
  if (!isObject(element)) {
    problems.push({ field: path || 'payload', reason: 'must be a JSON object' });
    return;
  }
  const stamped = Object.hasOwn(element, 'ts') && Object.hasOwn(element, 'values');
  if (!stamped) {
    readings.push({ ts: receivedAt, values: decodeValues(element, path, problems) });
    return;
  }
  const at = (name: string) => (path ? `${path}.${name}` : name);
  const ts = readInstant(element['ts'] ?? null);
  if (ts === null) {
    problems.push({ field: at('ts'), reason: 'must be a whole number of milliseconds since 1970' });
    return;
  }
  if (ts < receivedAt - MAX_AGE_MS || ts > receivedAt + MAX_AHEAD_MS) {
    problems.push({
      field: at('ts'),
      reason:
        'lies outside the accepted time, 10 years back to 1 day ahead (milliseconds since 1970 are expected)',
    });
    return;
  }
  // Some tools send only attributes and `null` here.
  const values = element['values'] ?? {};
  if (!isObject(values)) {
    problems.push({ field: at('values'), reason: 'must be a JSON object' });
    return;
  }
  readings.push({ ts, values: decodeValues(values, path, problems) });
}

/**
 * Removes from a parsed object what cannot be stored, and its prototype. It is not copied: copies of each value took
 * more time than parsing it.
 */
function decodeValues(
  parsed: { [key: string]: JsonValue },
  path: string,
  problems: Problem[],
): Record<string, JsonValue> {
  const keys = Object.keys(parsed);
  if (keys.length > MAX_KEYS_PER_READING) {
    problems.push({ field: path || 'payload', reason: `holds more than ${MAX_KEYS_PER_READING} keys` });
    return Object.create(null) as Record<string, JsonValue>;
  }
  const values = Object.setPrototypeOf(parsed, null) as Record<string, JsonValue>;
  for (const key of keys) {
    const value = values[key] ?? null;
    const reason = value === null ? null : (keyProblem(key) ?? valueProblem(value));
    if (reason !== null) problems.push({ field: printable(key, 64), reason });
    if (value === null || reason !== null) delete values[key];
  }
  return values;
}

function readInstant(value: JsonValue): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  // Some clients of ThingsBoard send the number as text.
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : null;
}

function keyProblem(key: string): string | null {
  if (key.length === 0) return 'the key is empty';
  if (key.length > MAX_KEY_LENGTH) return `the key is longer than ${MAX_KEY_LENGTH} characters`;
  return isStorableText(key) ? null : 'the key holds a character that cannot be stored';
}

/**
 * The sum of ten million such numbers is a number still. A sum that is none is an error of the database, and the hours of
 * all devices would wait for that of one.
 */
export const MAX_NUMBER = 1e301;

/** Why 9007199254740993 is refused: it would be stored as another integer. A key of text takes its digits. */
export const ROUNDED_INTEGER = 'the integer has more digits than a number holds exactly';

/** PostgreSQL's jsonb refuses U+0000 and unpaired surrogates; JSON.parse makes 1e999 infinite. */
function valueProblem(value: JsonValue): string | null {
  if (typeof value === 'string') {
    if (value.length > MAX_TEXT_LENGTH) return `the text is longer than ${MAX_TEXT_LENGTH} characters`;
    return isStorableText(value) ? null : 'the text holds a character that cannot be stored';
  }
  if (typeof value === 'number') return Math.abs(value) <= MAX_NUMBER ? null : 'the number is too large';
  if (typeof value === 'boolean' || value === null) return null;
  if (isInexact(value)) return ROUNDED_INTEGER;
  for (const [key, child] of Object.entries(value)) {
    const reason =
      (Array.isArray(value) ? null : isStorableText(key) ? null : 'a key cannot be stored') ??
      valueProblem(child);
    if (reason !== null) return reason;
  }
  return null;
}

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether objects and arrays lie in each other deeper than `limit`. It goes no deeper than that itself. */
function depthExceeds(value: JsonValue, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit < 0) return true;
  if (Array.isArray(value)) return value.some((child) => depthExceeds(child, limit - 1));
  for (const key in value) if (depthExceeds(value[key] ?? null, limit - 1)) return true;
  return false;
}

/** External text made safe to store and show: at most `length` characters, no control characters. */
export function printable(text: string, length: number): string {
  return text
    .slice(0, length)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** Begin of a payload, for people who look for the reason of a rejection. */
export function excerptOf(payload: Uint8Array): string {
  return printable(new TextDecoder('utf-8').decode(payload.subarray(0, 400)), 200);
}
