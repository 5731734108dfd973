import type { ColumnType, Generated } from 'kysely';

export interface RegionMapTable {
  id: Generated<string>;
  organisation_id: string;
  parent_code: string;
  file_id: string;
  regions: number;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}
