import type { ColumnType, Generated } from 'kysely';
import type { JsonValue } from '../../json-value.ts';

type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>;

export interface OrganisationSettingTable {
  organisation_id: string;
  name: string;
  value: ColumnType<JsonValue, string, string>;
  updated_at: DefaultInstant;
}

export interface DepartmentTable {
  id: Generated<string>;
  organisation_id: string;
  parent_id: string | null;
  name: string;
  created_at: DefaultInstant;
}

export interface PlotSkinTable {
  id: Generated<string>;
  organisation_id: string;
  name: string;
  skin_url: string;
  created_at: DefaultInstant;
}
