/**
 * Keeps digits, one decimal point and an optional leading minus, as a person types (Spec §5).
 * The result may be unfinished, such as '-' or '3.'.
 */
export function keepNumeric(text: string): string {
  const negative = text.trimStart().startsWith('-');
  const [whole = '', ...rest] = text.replaceAll(/[^\d.]/g, '').split('.');
  const fraction = rest.length > 0 ? `.${rest.join('')}` : '';
  return `${negative ? '-' : ''}${whole}${fraction}`;
}

/** The number that a text stands for, or null when it is unfinished or empty. */
export function parseNumeric(text: string): number | null {
  const kept = keepNumeric(text);
  if (!/\d/.test(kept)) return null;
  const value = Number(kept);
  return Number.isFinite(value) ? value : null;
}

/** A number as an input shows it: at most `digits` decimals, no trailing zeros, never '-0'. */
export function formatNumeric(value: number, digits: number): string {
  const fixed = value.toFixed(digits);
  const trimmed = fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed;
  return trimmed === '-0' ? '0' : trimmed;
}
