export { BASE_CROPS_PREFIX, baseBeds, type BaseBed, type BedRow } from './base-beds.ts';
export { CropField, type CropFieldOptions } from './crop-field.ts';
export { cropState, type CropStage, type CropState } from './crop-stages.ts';
export {
  PlantRowsMesh,
  type PlantLodParts,
  type PlantPart,
  type PlantLodDistances,
} from './plant-rows-mesh.ts';
export {
  ROW_BYTES,
  ROW_PLANTS,
  type PlacedPlant,
  type PlantGrowth,
  type PlantRow,
  type PlantVariation,
} from './plant-rows.ts';
export {
  HEAT_STOPS,
  heatLegend,
  type HeatLegend,
  type HeatPoint,
  type HeatScale,
  type HeatStop,
} from './heat-grid.ts';
export { Plot, type HeatMapOptions, type PlotOptions } from './plot.ts';
export { rowsOnPlot, type RowSpacing } from './plot-rows.ts';
export {
  isOnPlot,
  MODEL_SIZE_RATIO,
  PLOT_DEPTH,
  PLOT_SCALE,
  plotShape,
  type PlotPolygon,
  type PlotPoint,
  type PlotShape,
} from './plot-shape.ts';
export { ChildScenes, type ChildScenesOptions } from './child-scenes.ts';
export { LED_HEIGHT, LED_WIDTH, LedScreen, type LedEntry, type LedScreenOptions } from './led-screen.ts';
export { ROLLING_FILM_CLIP, RollingFilm } from './rolling-film.ts';
export {
  PRODUCT_LIGHT_CODE,
  PRODUCT_LIGHT_COLOR,
  ProductLights,
  type ProductLightsOptions,
} from './product-lights.ts';
