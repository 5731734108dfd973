import { serviceNumberFilter } from '@farm3d/api/validation';

/** Filters the text of a field and keeps the cursor position. @returns the filtered text */
export function filterField(field: HTMLInputElement, keep: (text: string) => string): string {
  const { value, selectionStart } = field;
  const kept = keep(value);
  if (kept !== value) {
    const at = keep(value.slice(0, selectionStart ?? value.length)).length;
    field.value = kept;
    field.setSelectionRange(at, at);
  }
  return kept;
}

/** Parses a number; null when the text is unfinished or empty. */
export function parseNumeric(text: string): number | null {
  const kept = serviceNumberFilter(text);
  if (!/\d/.test(kept)) return null;
  const value = Number(kept);
  return Number.isFinite(value) ? value : null;
}

/** Formats a number for an input: at most `digits` decimals, no trailing zeros, never '-0'. */
export function formatNumeric(value: number, digits: number): string {
  const fixed = value.toFixed(digits);
  const trimmed = fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed;
  return trimmed === '-0' ? '0' : trimmed;
}
