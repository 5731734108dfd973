import type { FeatureCollection } from 'geojson';
import type { FieldLngLat } from '@farm3d/api/validation';
import type { FormText } from '../form-texts.ts';

/** Base map of the map fields. */
export interface BaseMap {
  /** Address of raster tiles with {z}, {x}, {y}; null: only what is built in. */
  readonly tiles: string | null;
  /** First view without a value. */
  readonly centre: FieldLngLat;
  readonly zoom: number;
  /** GeoJSON that the offline map shows: land, and the organisation's own areas. */
  readonly shapes: () => Promise<readonly FeatureCollection[]>;
}

/** What every map gets. */
export interface MapProps {
  t: FormText;
  baseMap: BaseMap;
}
