export { baseBeds, type BaseBed, type BedRow } from './base-beds.ts';
export { CropField, type CropFieldOptions } from './crop-field.ts';
export type { CropStage, CropState } from './crop-stages.ts';
export {
  PlantRowsMesh,
  type PlantLodParts,
  type PlantPart,
  type PlantLodDistances,
} from './plant-rows-mesh.ts';
export type { PlacedPlant, PlantGrowth, PlantRow, PlantVariation } from './plant-rows.ts';
export type { HeatLegend, HeatPoint, HeatScale } from './heat-grid.ts';
export { Plot, type HeatMapOptions, type PlotOptions } from './plot.ts';
export { rowsOnPlot, type RowSpacing } from './plot-rows.ts';
export { plotShape, type PlotPolygon, type PlotPoint, type PlotShape } from './plot-shape.ts';
export { ChildScenes, type ChildScenesOptions } from './child-scenes.ts';
export { DripWater } from './drip-water.ts';
export { LedScreen, type LedEntry, type LedScreenOptions } from './led-screen.ts';
export { RollingFilm, type RollingFilmOptions } from './rolling-film.ts';
export { PRODUCT_LIGHT_CODE, ProductLights, type ProductLightsOptions } from './product-lights.ts';
