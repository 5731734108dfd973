import type { ColumnType, Generated } from 'kysely';

/** Soil values of a plot beside the texture. */
export interface PlotSoilValues {
  sand?: number | null;
  clay?: number | null;
  organicMatter?: number | null;
  curve?: { tension: number; vwc: number }[] | null;
  mulch?: { kind: 'plastic' | 'organic'; cover: number } | null;
  curveNumber?: number | null;
  waterTable?: number | null;
  waterEc?: number | null;
  soilEc?: number | null;
  irrigatedShare?: number | null;
}

/** Irrigation that a user started or planned from the advice. */
export interface PlotIrrigationTable {
  id: Generated<string>;
  organisation_id: string;
  plot_id: string;
  kind: 'valve' | 'order';
  /** mm. */
  gross: number | null;
  /** m³. */
  volume: number | null;
  done_by: string | null;
  done_at: ColumnType<Date, Date | undefined, never>;
}

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
  /** The water meter of the plot, when it is not the valve. */
  meter_id: string | null;
  /** m. */
  wind_height: number | null;
  /** As validated by the call. */
  soil: ColumnType<PlotSoilValues | null, string | null | undefined, string | null>;
  /** IANA name. */
  time_zone: string | null;
  created_by: string | null;
  version: Generated<number>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}
