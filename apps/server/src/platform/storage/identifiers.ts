const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text can be the id of a row: PostgreSQL fails for others instead of finding nothing. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
