/** Lets the browser save a file. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has read the address by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A cell of a CSV file; spreadsheets must not take text for a formula. */
const cell = (text: string): string =>
  `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** A table that spreadsheets open; its first row has the names of the columns. */
export function csvText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  // The byte order mark lets Excel read Chinese.
  return `\uFEFF${[head, ...rows.map((row) => row.map(cell))].map((row) => row.join(',')).join('\r\n')}`;
}

/** Readable size; a KB is 1024 bytes (readings 34). */
export function sizeText(bytes: number): string {
  if (bytes >= 1024 ** 3) return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
  if (bytes >= 1024 * 1024) return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  return `${Math.max(1, Math.round(bytes / 1024))} KB`;
}
