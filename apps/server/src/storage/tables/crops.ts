import type { ColumnType, Generated } from 'kysely';

export interface PlantConfigurationTable {
  id: Generated<string>;
  organisation_id: string;
  crop: string;
  picture: string | null;
  model_path: string | null;
  growth_model: string | null;
  period: string | null;
  /** yyyy-MM-dd. */
  grow_time: string | null;
  scene_id: string | null;
  created_by: string | null;
  version: Generated<number>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}
