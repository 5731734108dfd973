import type { GrowthModel, PlotState, Scene } from '@farm3d/api';
import { plotColour, type PlotColouring } from '../../../components/agronomy/plot-colour.ts';
import { type CropPlants, cropPlants, stagesGrown } from './crop-models.ts';

/** The data from which the appearance of a farm is computed. */
export interface FarmInputs {
  readonly scene: Scene;
  /** Null while none is known. */
  readonly plot: PlotState | null;
  readonly by: PlotColouring | null;
  /** Growth model of the scene's crop. */
  readonly model: GrowthModel | null;
}

/** The appearance of the farm in the scene. */
export interface FarmAppearance {
  /** GeoJSON boundary; null: the plot has none. */
  readonly boundary: unknown;
  readonly colour: string | null;
  /** Relative soil moisture, %. */
  readonly moisture: number | null;
  readonly skin: string | null;
  /** Null: the plants of the base model stay. */
  readonly crop: {
    readonly id: string;
    readonly plants: CropPlants;
    /** Growth in stages. */
    readonly grown: number;
  } | null;
}

export function farmAppearance({ scene, plot, by, model }: FarmInputs, now: Date): FarmAppearance {
  const plants = model ? cropPlants(model.id) : null;
  const plantedOn = scene.growTime ? new Date(`${scene.growTime.slice(0, 10)}T00:00:00`) : null;
  return {
    boundary: plot?.boundary ?? scene.boundary ?? null,
    colour: by === null || !plot ? null : plotColour(plot, by),
    moisture: plot?.soilMoisture ?? null,
    skin: scene.plotSkin || null,
    crop:
      model && plants && plantedOn
        ? {
            id: model.id,
            plants,
            grown: stagesGrown(plants, plot?.cropId === model.id ? plot.stage : null, {
              plantedOn,
              now,
              stageDays: model.stageDays,
            }),
          }
        : null,
  };
}
