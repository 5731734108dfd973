import type { ColumnType, Generated } from 'kysely';
import type { JsonValue } from '../../json-value.ts';

type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>;

export interface ArticleTable {
  id: Generated<string>;
  organisation_id: string;
  kind: 'notice' | 'tutorial' | 'instruction';
  title: string;
  content: string;
  cover: string | null;
  state: Generated<number>;
  product_model_id: string | null;
  created_by: string | null;
  created_at: DefaultInstant;
}

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
