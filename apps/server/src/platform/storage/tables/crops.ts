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
  name: string | null;
  device_ids: Generated<string[]>;
  valve_id: string | null;
  environment: 'field' | 'greenhouse' | null;
  /** m². */
  area: number | null;
  soil_texture: string | null;
  /** m³/m³. */
  field_capacity: number | null;
  wilting_point: number | null;
  irrigation_method: 'surface' | 'sprinkler' | 'drip' | null;
  /** m³/h. */
  irrigation_flow: number | null;
  irrigation_efficiency: number | null;
  latitude: number | null;
  longitude: number | null;
  /** m above the sea. */
  elevation: number | null;
  transmissivity: number | null;
  /** IANA name. */
  time_zone: string | null;
  created_by: string | null;
  version: Generated<number>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}
