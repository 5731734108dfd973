import type { DeviceImportJob, SheetRow } from '@farm3d/api';

/** The rows without an error: those that are imported. */
export const goodRows = (rows: readonly SheetRow[]): SheetRow[] => rows.filter(({ error }) => error === null);

/** The rows with what a job refused in them. @param errors of the job; its rows are the good ones, from 1 */
export function withErrors(
  rows: readonly SheetRow[],
  errors: DeviceImportJob['errors'],
): readonly SheetRow[] {
  const sent = goodRows(rows);
  const refused = new Map(
    errors.flatMap(({ row, field, msg }) => {
      const wrong = sent[row - 1];
      return wrong ? [[wrong, { field, msg }] as const] : [];
    }),
  );
  return rows.map((row) => ({ ...row, error: refused.get(row) ?? row.error }));
}

/** The rows in the order in which they are listed: those with errors first. */
export const listed = (rows: readonly SheetRow[]): SheetRow[] =>
  rows.toSorted((a, b) => Number(a.error === null) - Number(b.error === null) || a.row - b.row);
