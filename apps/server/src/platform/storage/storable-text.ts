/** Whether PostgreSQL can store a text: it takes no U+0000, and half a surrogate pair has no UTF-8. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
