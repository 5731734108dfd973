import type { ColumnType, Generated } from 'kysely';

export interface FileTable {
  id: Generated<string>;
  organisation_id: string;
  created_by: string | null;
  sha256: string;
  /** int8 comes back as text. */
  size: ColumnType<string, number, number>;
  media_type: string;
  extension: string;
  original_name: string;
  width: number | null;
  height: number | null;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}
