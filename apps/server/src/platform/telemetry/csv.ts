import type { JsonValue } from '../json-value.ts';
import type { MessageRow } from './queries.ts';

/** Rows written at a time. */
const CHUNK = 500;
/** Spreadsheets would take these texts for formulas. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** RFC 4180 with a byte order mark, so that spreadsheets read Chinese; one message a line, its time in ISO 8601. */
export async function* csvLines(
  keys: readonly string[],
  rows: AsyncIterable<MessageRow>,
): AsyncGenerator<Buffer> {
  let lines = [`\uFEFF${['time', ...keys].map(cell).join(',')}`];
  for await (const { ts, values } of rows) {
    lines.push([new Date(ts).toISOString(), ...keys.map((key) => cell(values[key]))].join(','));
    if (lines.length < CHUNK) continue;
    yield Buffer.from(`${lines.join('\r\n')}\r\n`);
    lines = [];
  }
  if (lines.length > 0) yield Buffer.from(`${lines.join('\r\n')}\r\n`);
}
