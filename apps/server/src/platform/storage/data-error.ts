/** Whether PostgreSQL refused the data itself, SQLSTATE classes 22 (data exception) and 23 (constraint): a retry would fail again. */
export function isDataError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^2[23]\w{3}$/.test(code);
}
