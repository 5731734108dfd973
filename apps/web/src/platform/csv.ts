/** A cell of a CSV file; spreadsheets must not take text for a formula. */
const cell = (text: string): string =>
  `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** A table that spreadsheets open; its first row has the names of the columns. */
export function csvText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  // The byte order mark lets Excel read Chinese.
  return `\uFEFF${[head, ...rows.map((row) => row.map(cell))].map((row) => row.join(',')).join('\r\n')}`;
}
