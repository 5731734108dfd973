export { CropField, type CropFieldOptions } from './crop-field.ts';
export { cropState, type CropStage, type CropState } from './crop-stages.ts';
export { PlantRowsMesh, type PlantForms, type PlantPart, type PlantReach } from './plant-rows-mesh.ts';
export {
  ROW_BYTES,
  ROW_PLANTS,
  type PlacedPlant,
  type PlantGrowth,
  type PlantRow,
  type PlantVariation,
} from './plant-rows.ts';
