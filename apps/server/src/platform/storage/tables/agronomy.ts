import type { ColumnType } from 'kysely';
import type { JsonValue } from '../../json-value.ts';

export interface AgronomyEditTable {
  organisation_id: string;
  table_name: string;
  row_id: string;
  field: string;
  value: ColumnType<JsonValue, string, string>;
  note: string;
  edited_by: string | null;
  edited_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export interface AgronomyClimateTable {
  organisation_id: string;
  /** First day of the month. */
  month: ColumnType<Date | string, string, string>;
  /** mm. */
  rain: number;
  /** mm. */
  et0: number | null;
  /** Mean daily extremes, °C. */
  tmax: number | null;
  tmin: number | null;
}
